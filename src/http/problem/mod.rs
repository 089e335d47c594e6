//! Problems: the bodies of error answers, in the format of RFC 9457.

mod code;
mod from_service;
pub mod plain_words;

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use utoipa::ToSchema;

pub use self::code::Code;
use crate::game::shown::ShownEntry;

/// A value in the request that is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FieldError)]
pub struct FieldErrorBody {
    /// The value's place in the body, as a JSON pointer, or the name of a query parameter behind a slash.
    #[schema(example = "/options/holes")]
    pub pointer: String,
    /// Why the value is not accepted, as a sentence.
    #[schema(example = "A game of Golf has 3, 9 or 18 holes.")]
    pub detail: String,
}

/// Why a request was refused, or failed (RFC 9457).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Problem {
    /// The kind of problem, as a reference relative to this server.
    #[serde(rename = "type")]
    #[schema(example = "/problems/illegal-move")]
    pub type_: String,
    /// A summary of the kind of problem.
    #[schema(example = "The rules don't allow this move")]
    pub title: &'static str,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// The mistake in this request, as a sentence.
    #[schema(example = "There is no slot 6: your slots are 0 to 5.")]
    pub detail: String,
    /// The kind of problem, for programs.
    pub code: Code,
    /// With `illegal-move`: the rule that the move breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "no-such-slot")]
    pub rule: Option<&'static str>,
    /// With `malformed`: the part of the body that can't be read, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "/options/holes")]
    pub pointer: Option<String>,
    /// With `invalid`: every value that is not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub errors: Option<Vec<FieldErrorBody>>,
    /// With `version-conflict`: the current version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version: Option<u32>,
    /// With `version-conflict`: the entries after the version that was sent, as the caller may see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub entries: Option<Vec<ShownEntry>>,
    /// The value of the header `Retry-After`, in seconds.
    #[serde(skip)]
    pub retry_after: Option<u64>,
}

impl Problem {
    /// A problem of this kind, with a sentence about this request.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            type_: format!("/problems/{}", code.as_str()),
            title: code.title(),
            status: code.status().as_u16(),
            detail: detail.into(),
            code,
            rule: None,
            pointer: None,
            errors: None,
            version: None,
            entries: None,
            retry_after: None,
        }
    }

    /// A part of the request can't be read.
    pub fn malformed(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            pointer: Some(pointer.into()),
            ..Self::new(Code::Malformed, detail)
        }
    }

    /// One value is not accepted.
    pub fn invalid(pointer: impl Into<String>, detail: impl ToString) -> Self {
        Self::invalid_all(vec![FieldErrorBody {
            pointer: pointer.into(),
            detail: detail.to_string(),
        }])
    }

    fn invalid_all(errors: Vec<FieldErrorBody>) -> Self {
        let sentences: Vec<&str> = errors.iter().map(|error| error.detail.as_str()).collect();
        Self {
            detail: sentences.join(" "),
            errors: Some(errors),
            ..Self::new(Code::Invalid, "")
        }
    }

    /// The caller has reached a limit, and may try again after so many seconds.
    pub fn too_much(detail: impl Into<String>, retry_after: u64) -> Self {
        Self {
            retry_after: Some(retry_after),
            ..Self::new(Code::RateLimited, detail)
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.content_type("application/problem+json");
        if let Some(seconds) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        if self.code == Code::Unauthenticated {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        match serde_json::to_string(self) {
            Ok(body) => response.body(body),
            Err(_) => response.finish(),
        }
    }
}
