//! Ids in paths.

use std::{
    future::{Ready, ready},
    str::FromStr,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use crate::{
    engine::any::Kind,
    http::problem::{Code, Problem},
    types::id::{GameId, TokenId, WebhookId},
};

/// The id in the path of a request. A text that is not a valid id is answered like the id of a missing resource.
#[derive(Debug, Clone, Copy)]
pub struct Id<T>(pub T);

/// The resource that an id in a path identifies.
pub trait Identified: FromStr {
    /// The name of the resource, at the start of the sentence in the problem `not-found`.
    const NAME: &'static str;
}

impl Identified for GameId {
    const NAME: &'static str = "Game";
}

impl Identified for TokenId {
    const NAME: &'static str = "Token";
}

impl Identified for WebhookId {
    const NAME: &'static str = "Webhook";
}

impl Identified for Kind {
    const NAME: &'static str = "Kind of game";
}

impl<T: Identified> FromRequest for Id<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request
            .match_info()
            .iter()
            .next()
            .and_then(|(_, id)| id.parse().ok());
        ready(id.map(Self).ok_or_else(|| {
            Problem::new(
                Code::NotFound,
                format!("{} not found, or not visible to you.", T::NAME),
            )
        }))
    }
}
