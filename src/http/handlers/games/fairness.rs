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

/// What the deals of a game can be checked by, in words and values.
///
/// While the game runs: the commitment, what the caller added to the deal, the hash to keep. Once it is over: the seed,
/// what everyone added, the shuffles.
#[utoipa::path(
    tag = "proof",
    security((), ("token" = [])),
    params(GamePath),
    responses((status = 200, description = "What to keep, or what to compare.", body = FairnessReportBody), FairnessProblems)
)]
#[get("/v1/games/{id}/fairness")]
pub async fn show_fairness(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<Body<FairnessReportBody>, Problem> {
    Ok(Body(service.fairness(id.0, bearer.token()).await?.into()))
}
