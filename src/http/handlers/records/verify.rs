//! Proving that deals were fair and records are true.

use actix_web::{
    HttpRequest, get, post,
    web::{Data, Json as Body, Payload},
};

use crate::{
    http::{
        dto::fairness::FairnessReportBody,
        extract::{body, headers::Bearer},
        openapi::responses::problems,
        params::{
            path::GamePath,
            query::{Id, KeptQuery, Query},
        },
        problem::{Problem, plain_words::in_plain_words},
    },
    record::{Record, verify::Report},
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

problems!(VerifyProblems: Malformed, TooLarge, UnsupportedMediaType, Invalid);

/// Checks a record: its hashes, deals, moves and result.
///
/// Does what `cardpost verify` does, for those who don't have it. The record need not be of this server, and nothing of
/// it is kept. A server that is asked about its own records judges itself: whoever doubts it runs the checker at home.
#[utoipa::path(
    tag = "proof",
    params(KeptQuery),
    request_body(content = Record, description = "A full record, as it was downloaded: 8 MiB at most."),
    responses((status = 200, description = "What was checked, and the first thing that failed.", body = Report), VerifyProblems)
)]
#[post("/v1/records/verify")]
pub async fn verify_record(
    request: HttpRequest,
    service: Data<Service>,
    query: Query<KeptQuery>,
    payload: Payload,
) -> Result<Body<Report>, Problem> {
    let kept = query.0.kept()?;
    let slot = service.verify_slot().await?;
    let text = body::record(&request, payload).await?;
    slot.verify(text, kept).await?.map(Body).map_err(|error| {
        // The whole document is the empty pointer in a problem.
        let pointer = error.pointer.trim_end_matches('/').to_owned();
        Problem::malformed(pointer, in_plain_words(&error.detail))
    })
}
