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

/// The id in the path of a request. A text that is no id names nothing that is there.
#[derive(Debug, Clone, Copy)]
pub struct Id<T>(pub T);

/// What an id in a path is an id of.
pub trait Identified: FromStr {
    /// The word for it.
    const WHAT: &'static str;
}

impl Identified for GameId {
    const WHAT: &'static str = "game";
}

impl Identified for TokenId {
    const WHAT: &'static str = "token";
}

impl Identified for WebhookId {
    const WHAT: &'static str = "webhook";
}

impl Identified for Kind {
    const WHAT: &'static str = "kind of game";
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
                format!("There is no such {}, or it is not yours to see.", T::WHAT),
            )
        }))
    }
}
