//! The header `Idempotency-Key`.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use crate::{http::problem::Problem, service::idempotency::KeyedRequest};

/// The `Idempotency-Key` of a request, if there is one.
#[derive(Debug, Clone)]
pub struct IdempotencyKey(Option<String>);

impl IdempotencyKey {
    /// Returns the key together with the body of its request.
    pub fn of<'a>(&'a self, body: &'a [u8]) -> Option<KeyedRequest<'a>> {
        self.0.as_deref().map(|key| KeyedRequest { key, body })
    }
}

/// The maximum length of a key, in bytes.
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
                    "An Idempotency-Key must be 1 to {LONGEST_KEY} visible ASCII characters, for example a UUID."
                ),
            )),
        })
    }
}
