//! Server-sent events, as the HTML standard defines them.

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

/// The time without events after which a comment is sent. It keeps clients and proxies from closing the connection, and
/// lets the server notice a disconnected client.
pub const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The media type of a stream of events.
pub const MEDIA_TYPE: &str = "text/event-stream";

/// A comment, which clients ignore.
pub const COMMENT: &str = ":\n\n";

/// Formats an event with JSON as data. The JSON contains no line breaks.
pub fn event(id: &str, event: &str, data: &impl serde::Serialize) -> serde_json::Result<String> {
    let data = serde_json::to_string(data)?;
    Ok(format!("id: {id}\nevent: {event}\ndata: {data}\n\n"))
}

/// Formats an id without an event. The client sends it when it reconnects before the first event: without data it
/// dispatches no event, but it does store the id.
pub fn position(id: &str) -> String {
    let mut block = String::with_capacity(id.len() + 8);
    let _ = write!(block, "id: {id}\n\n");
    block
}

/// Creates a response that streams these pieces of text. The response to a `HEAD` ends immediately.
pub fn answer(request: &HttpRequest, pieces: impl Stream<Item = String> + 'static) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_TYPE, MEDIA_TYPE))
        .insert_header(NO_STORE)
        // Nginx would buffer events.
        .insert_header(("X-Accel-Buffering", "no"));
    if head::is_head(request) {
        return response.streaming(stream::empty::<Result<Bytes, Infallible>>());
    }
    response.streaming(pieces.map(|piece| Ok::<_, Infallible>(Bytes::from(piece))))
}

/// Returns the id of the last event that the client received: from the header that browsers send when they reconnect
/// or, without it, from the parameter for clients that can't set headers.
pub fn last_event_id(
    request: &HttpRequest,
    after: Option<String>,
) -> Result<Option<String>, Problem> {
    match request.headers().get("last-event-id") {
        Some(id) => match id.to_str() {
            // A client that has not received an id yet sends an empty one.
            Ok("") => Ok(after),
            Ok(id) => Ok(Some(id.to_owned())),
            Err(_) => Err(Problem::malformed(
                "",
                "The header Last-Event-ID is not valid text.",
            )),
        },
        None => Ok(after),
    }
}

/// Turns off compression for event streams. A compressor would occupy some hundred kilobytes for each open stream, and
/// small events gain little.
pub async fn uncompressed(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if request.path().ends_with("/events") {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    next.call(request).await
}
