//! The token in the header `Authorization`.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header};

use crate::{
    auth::token::Token,
    http::problem::{Code, Problem},
};

/// The token of a request, if there is one. The service looks up the player to whom it belongs.
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
        // A malformed token is answered like an unknown token.
        ready(token.map(|token| Self(Some(token))).ok_or_else(|| {
            Problem::new(
                Code::Unauthenticated,
                "The token is not valid. Send the header: Authorization: Bearer cp_…",
            )
        }))
    }
}
