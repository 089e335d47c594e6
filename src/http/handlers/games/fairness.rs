//! Checking that the deals of a game are fair.

use actix_web::{
    get,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::fairness::FairnessReportBody,
        extract::{bearer::Bearer, id::Id},
        openapi::responses::problems,
        params::path::GamePath,
        problem::Problem,
    },
    service::Service,
    types::id::GameId,
};

problems!(FairnessProblems: Unauthenticated, NotFound);

/// Get the data for checking that the deals of a game are fair.
///
/// While the game is running, this is the commitment, the caller's own entropy and the current hash of the log, all of
/// which the caller should keep. When the game is over, it also contains the seed, every player's entropy and the
/// shuffles.
#[utoipa::path(
    tag = "proof",
    security((), ("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The fairness report.", body = FairnessReportBody), FairnessProblems)
)]
#[get("/fairness")]
pub async fn show_fairness(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<Body<FairnessReportBody>, Problem> {
    Ok(Body(service.fairness(id.0, bearer.token()).await?.into()))
}
