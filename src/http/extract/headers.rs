//! What requests carry beside path and body.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header};

use crate::{
    auth::token::Token,
    http::problem::{Code, Problem},
    service::idempotency::KeyedRequest,
};

/// The token that a request came with, if any. Whose it is, is found out by what is done with it.
#[derive(Debug, Clone)]
pub struct Bearer(pub Option<Token>);

impl Bearer {
    /// The token.
    pub const fn token(&self) -> Option<&Token> {
        self.0.as_ref()
    }
}

impl FromRequest for Bearer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let Some(value) = request.headers().get(header::AUTHORIZATION) else {
            return ready(Ok(Self(None)));
        };
        let token = value.to_str().ok().and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme
                .eq_ignore_ascii_case("bearer")
                .then(|| token.trim().parse().ok())?
        });
        // A token that can't be one is as good as one that is nobody's.
        ready(token.map(|token| Self(Some(token))).ok_or_else(|| {
            Problem::new(
                Code::Unauthenticated,
                "The header must read: Authorization: Bearer cp_… with the token that you were given.",
            )
        }))
    }
}

/// The `Idempotency-Key` that a request came with, if any.
#[derive(Debug, Clone)]
pub struct IdempotencyKey(Option<String>);

impl IdempotencyKey {
    /// The key together with the body that it came with.
    pub fn of<'a>(&'a self, body: &'a [u8]) -> Option<KeyedRequest<'a>> {
        self.0.as_deref().map(|key| KeyedRequest { key, body })
    }
}

/// The longest key that is taken, in bytes.
pub const LONGEST_KEY: usize = 255;

impl FromRequest for IdempotencyKey {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let Some(value) = request.headers().get("idempotency-key") else {
            return ready(Ok(Self(None)));
        };
        let key = value
            .to_str()
            .ok()
            .filter(|key| (1..=LONGEST_KEY).contains(&key.len()));
        ready(match key {
            Some(key) => Ok(Self(Some(key.to_owned()))),
            None => Err(Problem::malformed(
                "",
                format!(
                    "An Idempotency-Key is 1 to {LONGEST_KEY} visible ASCII characters, such as a UUID."
                ),
            )),
        })
    }
}

/// The address that a request came from.
#[derive(Debug, Clone)]
pub struct Address(pub String);

impl FromRequest for Address {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(address(request))))
    }
}

/// The address that a request came from, without the port.
pub fn address(request: &HttpRequest) -> String {
    request
        .peer_addr()
        .map_or_else(String::new, |peer| peer.ip().to_string())
}

/// Whether the client already has what has this entity tag.
pub fn has_tag(request: &HttpRequest, current: &str) -> bool {
    let strong = |tag| str::strip_prefix(tag, "W/").unwrap_or(tag);
    let Some(tags) = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|v| v.to_str().ok())
    else {
        return false;
    };
    tags.split(',').map(str::trim).any(|tag| {
        // The comparison is the weak one, as RFC 9110 wants it here.
        tag == "*" || strong(tag) == strong(current)
    })
}

/// Whether the client already has this version of what it asks for.
pub fn has_version(request: &HttpRequest, version: u32) -> bool {
    has_tag(request, &etag(version))
}

/// The entity tag of a game at this version.
pub fn etag(version: u32) -> String {
    format!("\"{version}\"")
}
