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

/// Check the hashes, deals, moves and result of a record.
///
/// Runs the same checks as `cardpost verify`. The record may come from another server, and is not stored. To check this
/// server independently, run `cardpost verify` or `clients/verify/verify.py` on your own machine.
#[utoipa::path(
    tag = "proof",
    params(KeptQuery),
    request_body(content = Record, description = "A complete downloaded record, of up to 8 MiB."),
    responses((status = 200, description = "The checks that were made, and the first failure.", body = Report), VerifyProblems)
)]
#[post("/verify")]
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
