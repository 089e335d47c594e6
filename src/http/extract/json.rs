//! Bodies of requests: JSON with a fixed shape and a limited size.

use std::{future::Future, pin::Pin, time::Duration};

use actix_web::{
    FromRequest, HttpRequest,
    body::{self, BodyStream},
    dev::{Decompress, Payload},
    error::PayloadError,
    http::header,
    rt::time::timeout,
    web::{self, Bytes},
};
use serde::de::DeserializeOwned;

use crate::{
    http::problem::{Code, Problem, plain_words::in_plain_words},
    types::pointer,
};

/// The maximum size of a body, in bytes. The largest move has a few hundred.
pub const LARGEST: usize = 64 * 1024;

/// The maximum size of a record, in bytes. A record of a game of ten thousand moves has about this size.
pub const LARGEST_RECORD: usize = 8 * 1024 * 1024;

/// The time in which a record must arrive. Only a few records are read at the same time, so a slow client blocks
/// others.
const RECORD_TIMEOUT: Duration = Duration::from_secs(30);

/// The body of a request, parsed as JSON.
#[derive(Debug)]
pub struct Json<T> {
    /// The value.
    pub value: T,
    /// The body as it was sent.
    pub raw: Bytes,
}

/// An optional body of a request, parsed as JSON, and as it was sent. A missing body counts as an empty object.
#[derive(Debug)]
pub struct OptionalJson<T>(pub T, pub Bytes);

type Extracting<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = Problem;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let raw = read(request, payload);
        Box::pin(async move {
            let raw = raw.await?;
            must_be_json(is_json)?;
            Ok(Self {
                value: parse(&raw)?,
                raw,
            })
        })
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for OptionalJson<T> {
    type Error = Problem;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let raw = read(request, payload);
        Box::pin(async move {
            let raw = raw.await?;
            if raw.is_empty() {
                return parse(b"{}").map(|value| Self(value, raw));
            }
            must_be_json(is_json)?;
            parse(&raw).map(|value| Self(value, raw))
        })
    }
}

/// Reads the complete body, unless it is too large.
fn read(
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Bytes, Problem>> + 'static {
    let bytes = Bytes::from_request(request, payload);
    async move {
        bytes
            .await
            .map_err(|error| match error.as_error::<PayloadError>() {
                Some(PayloadError::Overflow) => too_large(LARGEST),
                _ => Problem::malformed("", "The body is incomplete."),
            })
    }
}

/// Reads a record, which may be larger than any other body, as text.
pub async fn record(request: &HttpRequest, payload: web::Payload) -> Result<String, Problem> {
    must_be_json(is_json(request))?;
    let unpacked = Decompress::from_headers(payload.into_inner(), request.headers());
    let whole = body::to_bytes_limited(BodyStream::new(unpacked), LARGEST_RECORD);
    let bytes = timeout(RECORD_TIMEOUT, whole)
        .await
        .map_err(|_| Problem::malformed("", "The body took too long to arrive."))?
        .map_err(|_| too_large(LARGEST_RECORD))?
        .map_err(|_| Problem::malformed("", "The body is incomplete."))?;
    String::from_utf8(bytes.into())
        .map_err(|_| Problem::malformed("", "The body is not valid UTF-8."))
}

fn too_large(limit: usize) -> Problem {
    Problem::new(
        Code::TooLarge,
        format!("The maximum size of this body is {limit} bytes."),
    )
}

fn is_json(request: &HttpRequest) -> bool {
    let media_type = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .map(|value| value.trim().to_ascii_lowercase());
    media_type.is_some_and(|media_type| {
        media_type == "application/json"
            || (media_type.starts_with("application/") && media_type.ends_with("+json"))
    })
}

fn must_be_json(is_json: bool) -> Result<(), Problem> {
    if is_json {
        Ok(())
    } else {
        Err(Problem::new(
            Code::UnsupportedMediaType,
            "Send the body as JSON, with the header Content-Type: application/json.",
        ))
    }
}

fn parse<T: DeserializeOwned>(raw: &[u8]) -> Result<T, Problem> {
    // The derived types would accept a list of their fields, too.
    if raw.trim_ascii_start().first() == Some(&b'[') {
        return Err(Problem::malformed(
            "",
            "The body must be an object, not a list.",
        ));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(raw);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        Problem::malformed(pointer::of(error.path()), in_plain_words(error.inner()))
    })?;
    deserializer
        .end()
        .map_err(|error| Problem::malformed("", error.to_string()))?;
    Ok(value)
}
