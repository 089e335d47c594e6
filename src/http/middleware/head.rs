//! `HEAD` requests, which are answered like `GET` without the body.

use std::convert::Infallible;

use actix_web::{
    Error, HttpMessage as _, HttpRequest,
    body::{BodySize, BodyStream, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
    web::Bytes,
};
use futures_util::stream;

/// Marks a `HEAD` request.
struct Head;

/// Routes a `HEAD` request like a `GET`. The connection omits the body, because it remembers the method. A stream is
/// replaced by an empty one, because it would otherwise be read to its end.
pub async fn as_get(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if request.method() != Method::HEAD {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    request.head_mut().method = Method::GET;
    request.extensions_mut().insert(Head);
    let response = next.call(request).await?.map_into_boxed_body();
    Ok(match response.response().body().size() {
        BodySize::Stream => response.map_body(|_, _| {
            BoxBody::new(BodyStream::new(stream::empty::<Result<Bytes, Infallible>>()))
        }),
        BodySize::None | BodySize::Sized(_) => response,
    })
}

/// Returns whether a request is a `HEAD`. Only endless bodies need to know: any other is omitted by the connection.
pub fn is_head(request: &HttpRequest) -> bool {
    request.extensions().contains::<Head>()
}
