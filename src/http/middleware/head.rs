//! `HEAD`: the answer to a `GET` without its body.

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

/// Marks a request that is a `HEAD`.
struct Head;

/// Has a `HEAD` routed and answered like a `GET`. The body is left out when the answer is written, because the
/// connection remembers what was asked; a stream is not even begun, for it would be read to its end.
///
/// # Errors
/// Whatever the request fails with.
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

/// Whether the client wants no body. Only a body that has no end must know: any other is simply not written.
pub fn is_head(request: &HttpRequest) -> bool {
    request.extensions().contains::<Head>()
}
