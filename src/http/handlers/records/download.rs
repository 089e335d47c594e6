//! Records of finished games, to keep.

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
    service::{Service, records::download::RecordLines},
    types::id::GameId,
};

problems!(RecordProblems: Malformed, Unauthenticated, NotFound, GameNotOver, GameCancelled, Invalid);

/// The record of a finished game, as a file to keep.
///
/// Holds everything: the seed, every shuffle, the whole log. It can be replayed and checked without this server. The
/// form is chosen by `format`, or else by `Accept`; whoever accepts none of the three is sent JSON.
#[utoipa::path(
    tag = "records",
    security((), ("token" = [])),
    params(
        GamePath,
        RecordQuery,
        ("Accept" = Option<String>, Header, description = "The forms that the caller likes, with wildcards and weights."),
        IfNoneMatchHeader,
    ),
    responses(
        (
            status = 200, description = "The record.",
            content((Record = "application/json"), (String = "application/x-ndjson"), (String = "text/plain")),
            headers(
                ("Content-Disposition" = String, description = "The name of the file."),
                ("ETag" = String, description = "Differs when the record does, which is when a player is called otherwise."),
            )
        ),
        (status = 304, description = "The caller has this record."),
        RecordProblems
    )
)]
#[get("/v1/games/{id}/record")]
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
    // The log can't change any more, but names can, and so can the words of a text: the tag follows from all of it.
    // It is a weak one because packing changes the bytes and not the record.
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

/// The records of all finished public games, one a line.
///
/// They come in an order that never changes, to which games are added at the end only. Each line is the record that
/// its game's own address gives as JSON, so the id in it is the cursor to go on with, should the stream break off.
/// The last line is not a record: `{"end":{"records":…,"sha256":…,"cursor":…}}` tells how many came before it and the
/// SHA-256 of their lines. A stream without it was cut.
#[utoipa::path(
    tag = "records",
    params(RecordsQuery),
    responses(
        (
            status = 200, description = "The records.",
            content((String = "application/x-ndjson")),
            headers(("Content-Disposition" = String, description = "The name of the file."))
        ),
        RecordsProblems
    )
)]
#[get("/v1/records")]
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

/// The next line, once the client has taken those before it. An error breaks the connection off, since the status is
/// sent already.
async fn next_line(mut lines: RecordLines) -> Option<(io::Result<Bytes>, RecordLines)> {
    let line = lines.next().await?;
    let line = line.map(Bytes::from).map_err(|refused| {
        // Takes the cause down in the server's log.
        io::Error::other(Problem::from(refused).to_string())
    });
    Some((line, lines))
}
