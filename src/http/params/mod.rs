//! The parameters of requests: the extractor of the query string, and one file for each list or resource.

pub mod cursor;
pub mod events;
pub mod header;
pub mod inbox;
pub mod lobby;
pub mod log;
pub mod moves;
pub mod page;
pub mod path;
pub mod records;
pub mod verify;
pub mod view;

use std::{
    fmt::Display,
    future::{Ready, ready},
    str::FromStr,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use serde::de::DeserializeOwned;

use crate::{
    engine::any::{Kind, ParseKindError},
    game::Status,
    http::problem::Problem,
};

/// The parameters in the query string of a request. Unknown parameters are ignored, because tools add some of their own
/// to shared links.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(
            web::Query::<T>::from_query(request.query_string())
                .map(|query| Self(query.into_inner()))
                .map_err(|error| {
                    Problem::malformed("", format!("The parameters can't be parsed: {error}."))
                }),
        )
    }
}

/// Reads `limit`, which is 1 to `longest`.
fn limit(limit: Option<&str>, default: u32, longest: u32) -> Result<u32, Problem> {
    let Some(limit) = parsed::<u32>("/limit", limit)? else {
        return Ok(default);
    };
    if (1..=longest).contains(&limit) {
        Ok(limit)
    } else {
        Err(Problem::invalid(
            "/limit",
            format!("The limit is 1 to {longest}."),
        ))
    }
}

/// Parses a parameter. The problem for a value that can't be parsed is `malformed`.
pub(in crate::http) fn parsed<T: FromStr<Err: Display>>(
    pointer: &str,
    text: Option<&str>,
) -> Result<Option<T>, Problem> {
    text.map(|text| {
        text.parse().map_err(|error: T::Err| {
            Problem::malformed(pointer, format!("{text:?} is not valid: {error}."))
        })
    })
    .transpose()
}

/// Reads a kind of game.
pub(in crate::http) fn kind(text: Option<&str>) -> Result<Option<Kind>, Problem> {
    text.map(|kind| {
        kind.parse()
            .map_err(|error: ParseKindError| Problem::invalid("/kind", format_args!("{error}.")))
    })
    .transpose()
}

fn status(text: Option<&str>) -> Result<Option<Status>, Problem> {
    match text {
        None => Ok(None),
        Some("open") => Ok(Some(Status::Open)),
        Some("playing") => Ok(Some(Status::Playing)),
        Some("finished") => Ok(Some(Status::Finished)),
        Some("cancelled") => Ok(Some(Status::Cancelled)),
        Some(_) => Err(Problem::invalid(
            "/status",
            "The status must be `open`, `playing`, `finished` or `cancelled`.",
        )),
    }
}
