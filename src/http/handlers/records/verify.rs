//! Checking records.

use actix_web::{
    HttpRequest, post,
    web::{Data, Json as Body, Payload},
};

use crate::{
    http::{
        extract::json,
        openapi::responses::problems,
        params::{Query, verify::KeptQuery},
        problem::{Problem, plain_words::in_plain_words},
    },
    record::{Record, verify::Report},
    service::Service,
};

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
    let text = json::record(&request, payload).await?;
    slot.verify(text, kept).await?.map(Body).map_err(|error| {
        // The whole document is the empty pointer in a problem.
        let pointer = error.pointer.trim_end_matches('/').to_owned();
        Problem::malformed(pointer, in_plain_words(&error.detail))
    })
}
