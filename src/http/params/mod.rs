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

/// The parameters of a request. Ones that are not known are passed over, as is the custom for links that people
/// share.
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
                    Problem::malformed("", format!("The parameters can't be read: {error}."))
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
            format!("A page has 1 to {longest} elements."),
        ))
    }
}

/// A parameter that stands for a value of this type: one that can't be read is malformed.
pub(in crate::http) fn parsed<T: FromStr<Err: Display>>(
    pointer: &str,
    text: Option<&str>,
) -> Result<Option<T>, Problem> {
    text.map(|text| {
        text.parse().map_err(|error: T::Err| {
            Problem::malformed(pointer, format!("{text:?} can't be read: {error}."))
        })
    })
    .transpose()
}

/// The kind that a parameter names.
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
            "A status is `open`, `playing`, `finished` or `cancelled`.",
        )),
    }
}
