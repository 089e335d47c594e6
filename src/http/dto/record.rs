//! The formats of a downloaded record.

use actix_web::{HttpRequest, mime::Mime};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    http::{problem::Problem, respond::negotiation},
    record::{Record, ndjson, text},
    service::error::ServiceError,
};

/// A format of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RecordFormat)]
pub enum Format {
    /// A single JSON object.
    Json,
    /// One JSON object per line: a header, each entry of the log, and the result.
    Ndjson,
    /// Plain text: the players, the times, each move in words, the scores and the result.
    Text,
}

impl Format {
    /// All formats, the default first.
    const ALL: [Self; 3] = [Self::Json, Self::Ndjson, Self::Text];

    /// Returns the format that a request asks for with its parameter or, without it, with the header `Accept`. A client
    /// that accepts no format gets JSON: RFC 9110, section 12.5.1, allows this instead of a 406, and the content type
    /// tells the client what it got.
    pub fn wanted(request: &HttpRequest, parameter: Option<&str>) -> Result<Self, Problem> {
        match parameter {
            Some("json") => Ok(Self::Json),
            Some("ndjson") => Ok(Self::Ndjson),
            Some("text") => Ok(Self::Text),
            Some(_) => Err(Problem::invalid(
                "/format",
                "The format must be `json`, `ndjson` or `text`.",
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

    /// The file name extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Text => "txt",
        }
    }

    /// Writes a record in this format.
    pub fn write(self, record: &Record) -> Result<String, Problem> {
        let written = match self {
            Self::Json => serde_json::to_string(record).map_err(|error| error.to_string()),
            Self::Ndjson => ndjson::write(record).map_err(|error| error.to_string()),
            Self::Text => text::tell(record).map_err(|error| error.to_string()),
        };
        written.map_err(|cause| ServiceError::Internal(cause).into())
    }
}

/// The media type of newline-delimited JSON.
pub const NDJSON: &str = "application/x-ndjson";
