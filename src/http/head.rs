//! `HEAD`: the answer to a `GET` without its body.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
};

/// Has a `HEAD` routed and answered like a `GET`. The body is left out when the answer is written, because the
/// connection remembers what was asked.
///
/// # Errors
/// Whatever the request fails with.
pub async fn as_get(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    next.call(request).await
}
