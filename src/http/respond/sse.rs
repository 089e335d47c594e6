//! Server-sent events, as the HTML standard has them.

use std::{convert::Infallible, fmt::Write as _, time::Duration};

use actix_web::{
    Error, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header,
    middleware::Next,
    web::Bytes,
};
use futures_util::{Stream, StreamExt as _, stream};

use super::cache::NO_STORE;
use crate::http::{middleware::head, problem::Problem};

/// After so long a silence a comment is sent, so that neither the client nor anything in between takes the connection
/// for dead, and a client that is gone is noticed.
pub const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The media type of a stream of events.
pub const MEDIA_TYPE: &str = "text/event-stream";

/// A comment: clients pass over it.
pub const COMMENT: &str = ":\n\n";

/// An event of this type, with JSON as data, which has no line breaks.
///
/// # Errors
/// When the data can't be written as JSON.
pub fn event(id: &str, event: &str, data: &impl serde::Serialize) -> serde_json::Result<String> {
    let data = serde_json::to_string(data)?;
    Ok(format!("id: {id}\nevent: {event}\ndata: {data}\n\n"))
}

/// Has the client know this id without an event: it comes back with it when the connection breaks before the first
/// event. (Without data nothing is dispatched; the id is taken down nevertheless.)
pub fn position(id: &str) -> String {
    let mut block = String::with_capacity(id.len() + 8);
    let _ = write!(block, "id: {id}\n\n");
    block
}

/// The answer with these pieces of text. To a `HEAD` it ends at once.
pub fn answer(request: &HttpRequest, pieces: impl Stream<Item = String> + 'static) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_TYPE, MEDIA_TYPE))
        .insert_header(NO_STORE)
        // Nginx would collect events until a buffer is full.
        .insert_header(("X-Accel-Buffering", "no"));
    if head::is_head(request) {
        return response.streaming(stream::empty::<Result<Bytes, Infallible>>());
    }
    response.streaming(pieces.map(|piece| Ok::<_, Infallible>(Bytes::from(piece))))
}

/// The id of the last event that the client got: the header that browsers send when they come back, or else the
/// parameter, for clients that can't set headers.
///
/// # Errors
/// When the header is no text.
pub fn last_event_id(
    request: &HttpRequest,
    after: Option<String>,
) -> Result<Option<String>, Problem> {
    match request.headers().get("last-event-id") {
        Some(id) => match id.to_str() {
            // What a client sends that has got no id yet.
            Ok("") => Ok(after),
            Ok(id) => Ok(Some(id.to_owned())),
            Err(_) => Err(Problem::malformed("", "Last-Event-ID is no text.")),
        },
        None => Ok(after),
    }
}

/// Has event streams sent as they are: each would hold on to a compressor, some hundred kilobytes, for as long as it is
/// open, and small events gain little.
///
/// # Errors
/// Whatever the request fails with.
pub async fn uncompressed(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if request.path().ends_with("/events") {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    next.call(request).await
}
