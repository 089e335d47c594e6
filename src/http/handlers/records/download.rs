//! Downloading the records of finished games.

use std::io;

use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Bytes, Data},
};
use futures_util::stream;
use sha2::{Digest as _, Sha256};

use crate::{
    http::{
        dto::record::{Format, NDJSON},
        extract::{bearer::Bearer, id::Id},
        openapi::responses::problems,
        params::{
            Query,
            header::IfNoneMatchHeader,
            path::GamePath,
            records::{RecordQuery, RecordsQuery},
        },
        problem::Problem,
        respond::{cache::PRIVATE_NO_CACHE, etag::has_tag},
    },
    record::Record,
    service::{Service, records::download::RecordStream},
    types::id::GameId,
};

problems!(RecordProblems: Malformed, Unauthenticated, NotFound, GameNotOver, GameCancelled, Invalid);

/// Download the record of a finished game.
///
/// The record contains the seed, every shuffle and the complete log. It can be replayed and checked without this
/// server. The format is selected by `format` or, without it, by `Accept`. The default is JSON.
#[utoipa::path(
    tag = "records",
    security((), ("token" = [])),
    params(
        GamePath,
        RecordQuery,
        ("Accept" = Option<String>, Header, description = "The accepted formats, with wildcards and weights."),
        IfNoneMatchHeader,
    ),
    responses(
        (
            status = 200, description = "The record.",
            content((Record = "application/json"), (String = "application/x-ndjson"), (String = "text/plain")),
            headers(
                ("Content-Disposition" = String, description = "The file name."),
                ("ETag" = String, description = "Changes with the record, which only happens when a player is renamed."),
            )
        ),
        (status = 304, description = "The caller already has this record."),
        RecordProblems
    )
)]
#[get("/record")]
pub async fn download_record(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    query: Query<RecordQuery>,
) -> Result<HttpResponse, Problem> {
    let format = Format::wanted(&request, query.0.format.as_deref())?;
    let record = service.record(id.0, bearer.token()).await?;
    let body = format.write(&record)?;
    // The log of a finished game can't change, but names and the wording of texts can, so the tag covers the whole body.
    // It is weak, because compression changes the bytes but not the record.
    let hash = hex::encode(&Sha256::digest(&body)[..16]);
    let tag = format!("W/\"{hash}\"");
    let is_known = has_tag(&request, &tag);
    let mut response = if is_known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header(("ETag", tag))
        .insert_header(PRIVATE_NO_CACHE)
        .insert_header(("Vary", "Accept, Accept-Encoding, Authorization"));
    if is_known {
        return Ok(response.finish());
    }
    let name = format!("{}-{}.{}", record.kind, record.id, format.extension());
    Ok(response
        .insert_header(("Content-Disposition", attachment(&name)))
        .content_type(format.content_type())
        .body(body))
}

fn attachment(name: &str) -> String {
    format!("attachment; filename=\"{name}\"")
}

problems!(RecordsProblems: Malformed, Invalid);

/// Download the records of all finished public games, one per line.
///
/// The order never changes, and new records are only added at the end. Each line is the same JSON record that the
/// game's own record address returns. To resume an interrupted download, use the id of the last record as `cursor`. The
/// last line is not a record: `{"end":{"records":…,"sha256":…,"cursor":…}}` contains the number of records and the
/// SHA-256 of their lines. A response without this line is incomplete.
#[utoipa::path(
    tag = "records",
    params(RecordsQuery),
    responses(
        (
            status = 200, description = "The records.",
            content((String = "application/x-ndjson")),
            headers(("Content-Disposition" = String, description = "The file name."))
        ),
        RecordsProblems
    )
)]
#[get("")]
pub async fn stream_records(
    service: Data<Service>,
    query: Query<RecordsQuery>,
) -> Result<HttpResponse, Problem> {
    let lines = service.records(query.0.try_into()?).await?;
    Ok(HttpResponse::Ok()
        .content_type(NDJSON)
        .insert_header(("Content-Disposition", attachment("records.ndjson")))
        .insert_header(("Cache-Control", "no-cache"))
        .insert_header(("Vary", "Accept-Encoding"))
        .streaming(stream::unfold(lines, next_line)))
}

/// Returns the next line when the client has read the previous ones. An error closes the connection, because the status
/// has already been sent.
async fn next_line(mut lines: RecordStream) -> Option<(io::Result<Bytes>, RecordStream)> {
    let line = lines.next().await?;
    let line = line.map(Bytes::from).map_err(|error| {
        // The conversion logs the cause.
        io::Error::other(Problem::from(error).to_string())
    });
    Some((line, lines))
}
