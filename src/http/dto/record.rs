//! The forms in which a record is downloaded.

use actix_web::{HttpRequest, mime::Mime};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    http::{problem::Problem, respond::negotiation},
    record::{Record, ndjson, text},
    service::error::ServiceError,
};

/// A form of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RecordFormat)]
pub enum Format {
    /// One JSON object.
    Json,
    /// An object a line: a header, each entry of the log, the result.
    Ndjson,
    /// For people: who played, when, each move in words, the scores and how it ended.
    Text,
}

impl Format {
    /// All of them, the one first that is given to those who don't care.
    const ALL: [Self; 3] = [Self::Json, Self::Ndjson, Self::Text];

    /// The form that this request asks for: with its parameter, or else with its header `Accept`. A client that
    /// accepts none of them is given JSON all the same, since what it can't use it is better told by the type of the
    /// answer than by none.
    ///
    /// # Errors
    /// When the parameter is no form.
    pub fn wanted(request: &HttpRequest, parameter: Option<&str>) -> Result<Self, Problem> {
        match parameter {
            Some("json") => Ok(Self::Json),
            Some("ndjson") => Ok(Self::Ndjson),
            Some("text") => Ok(Self::Text),
            Some(_) => Err(Problem::invalid(
                "/format",
                "A record comes as `json`, `ndjson` or `text`.",
            )),
            None => {
                // All are in UTF-8, which a client may ask for.
                let forms: Vec<(Self, Mime)> = Self::ALL
                    .into_iter()
                    .filter_map(|form| {
                        let with_charset = format!("{}; charset=utf-8", form.essence());
                        Some((form, with_charset.parse().ok()?))
                    })
                    .collect();
                Ok(negotiation::preferred(request, &forms).unwrap_or(Self::Json))
            }
        }
    }

    const fn essence(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Ndjson => NDJSON,
            Self::Text => "text/plain",
        }
    }

    /// The header `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Json | Self::Ndjson => self.essence(),
            Self::Text => "text/plain; charset=utf-8",
        }
    }

    /// How the names of such files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Text => "txt",
        }
    }

    /// A record in this form.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write(self, record: &Record) -> Result<String, Problem> {
        let written = match self {
            Self::Json => serde_json::to_string(record).map_err(|error| error.to_string()),
            Self::Ndjson => ndjson::write(record).map_err(|error| error.to_string()),
            Self::Text => text::tell(record).map_err(|error| error.to_string()),
        };
        written.map_err(|cause| ServiceError::Internal(cause).into())
    }
}

/// The type of an object a line.
pub const NDJSON: &str = "application/x-ndjson";
