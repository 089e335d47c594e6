//! Problems as RFC 9457 has them: the one table from what went wrong to what a client is told.

pub mod plain_words;

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use utoipa::ToSchema;

use self::plain_words::in_plain_words;
use crate::{
    game::{Status, shown::ShownEntry},
    service::error::ServiceError,
};

/// What kind of problem it is: stable, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The request is not what it should be: no JSON, a value of the wrong type, an unknown field.
    Malformed,
    /// The token is missing, or nobody's.
    Unauthenticated,
    /// The caller may not do this.
    Forbidden,
    /// There is no such thing, as far as the caller may know.
    NotFound,
    /// The thing is there, but can't be used with this method.
    MethodNotAllowed,
    /// The game went on since the version that the caller decided on.
    VersionConflict,
    /// It is not the caller's turn.
    NotYourTurn,
    /// The game takes or gives up no players any more.
    GameNotOpen,
    /// The game is over.
    GameOver,
    /// The game is not over yet, so that there is neither a record of it nor a rematch.
    GameNotOver,
    /// The game was called off, so that there never is a record of it.
    GameCancelled,
    /// The caller has a seat in the game already.
    AlreadySeated,
    /// The body is too large.
    TooLarge,
    /// The body is of another type than JSON.
    UnsupportedMediaType,
    /// The rules of the game refuse the move.
    IllegalMove,
    /// A value has the right type, but can't be taken.
    Invalid,
    /// The idempotency key was used with another request.
    IdempotencyKeyReused,
    /// The caller has too much of something, or asks too often.
    RateLimited,
    /// The server made a mistake.
    Internal,
    /// The server can't answer now.
    Unavailable,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 20] = [
        Self::Malformed,
        Self::Unauthenticated,
        Self::Forbidden,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::VersionConflict,
        Self::NotYourTurn,
        Self::GameNotOpen,
        Self::GameOver,
        Self::GameNotOver,
        Self::GameCancelled,
        Self::AlreadySeated,
        Self::TooLarge,
        Self::UnsupportedMediaType,
        Self::IllegalMove,
        Self::Invalid,
        Self::IdempotencyKeyReused,
        Self::RateLimited,
        Self::Internal,
        Self::Unavailable,
    ];

    /// The code on the wire, its status, and what it means to people.
    const fn row(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::Malformed => (
                "malformed",
                StatusCode::BAD_REQUEST,
                "The request can't be read",
            ),
            Self::Unauthenticated => (
                "unauthenticated",
                StatusCode::UNAUTHORIZED,
                "A valid token is needed",
            ),
            Self::Forbidden => (
                "forbidden",
                StatusCode::FORBIDDEN,
                "This is not for you to do",
            ),
            Self::NotFound => ("not-found", StatusCode::NOT_FOUND, "There is no such thing"),
            Self::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "This can't be done here",
            ),
            Self::VersionConflict => (
                "version-conflict",
                StatusCode::CONFLICT,
                "The game went on meanwhile",
            ),
            Self::NotYourTurn => ("not-your-turn", StatusCode::CONFLICT, "It is not your turn"),
            Self::GameNotOpen => (
                "game-not-open",
                StatusCode::CONFLICT,
                "The game is not open",
            ),
            Self::GameOver => ("game-over", StatusCode::CONFLICT, "The game is over"),
            Self::GameNotOver => (
                "game-not-over",
                StatusCode::CONFLICT,
                "The game is not over yet",
            ),
            Self::GameCancelled => (
                "game-cancelled",
                StatusCode::CONFLICT,
                "The game was called off",
            ),
            Self::AlreadySeated => (
                "already-seated",
                StatusCode::CONFLICT,
                "You have a seat already",
            ),
            Self::TooLarge => (
                "too-large",
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too large",
            ),
            Self::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Only JSON is taken",
            ),
            Self::IllegalMove => (
                "illegal-move",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The rules don't allow this move",
            ),
            Self::Invalid => (
                "invalid",
                StatusCode::UNPROCESSABLE_ENTITY,
                "A value can't be taken",
            ),
            Self::IdempotencyKeyReused => (
                "idempotency-key-reused",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The key was used for another request",
            ),
            Self::RateLimited => (
                "rate-limited",
                StatusCode::TOO_MANY_REQUESTS,
                "That is too much at once",
            ),
            Self::Internal => (
                "internal",
                StatusCode::INTERNAL_SERVER_ERROR,
                "The server made a mistake",
            ),
            Self::Unavailable => (
                "unavailable",
                StatusCode::SERVICE_UNAVAILABLE,
                "The server can't answer now",
            ),
        }
    }

    /// The code on the wire.
    pub const fn as_str(self) -> &'static str {
        self.row().0
    }

    /// The status that it comes with.
    pub const fn status(self) -> StatusCode {
        self.row().1
    }

    /// What it means, whatever the request was.
    pub const fn title(self) -> &'static str {
        self.row().2
    }
}

/// A value that was sent and can't be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// Where it stands in the body, as a JSON pointer, or the name of the parameter behind a slash.
    #[schema(example = "/options/holes")]
    pub pointer: String,
    /// What is wrong with it, as a sentence.
    #[schema(example = "A game of Golf has 3, 9 or 18 holes.")]
    pub detail: String,
}

/// Why a request was not answered as its sender hoped (RFC 9457).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Problem {
    /// Names the kind of problem, as a reference relative to this server.
    #[serde(rename = "type")]
    #[schema(example = "/problems/illegal-move")]
    pub type_: String,
    /// What the kind of problem means.
    #[schema(example = "The rules don't allow this move")]
    pub title: &'static str,
    /// The status of the answer.
    #[schema(example = 422)]
    pub status: u16,
    /// What is wrong with this request, as a sentence.
    #[schema(example = "There is no slot 6: your slots are 0 to 5.")]
    pub detail: String,
    /// The kind of problem, for programs.
    pub code: Code,
    /// With `illegal-move`: the rule that refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "no-such-slot")]
    pub rule: Option<&'static str>,
    /// With `malformed`: where the body has another shape than it must have, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "/options/holes")]
    pub pointer: Option<String>,
    /// With `invalid`: every value that can't be taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub errors: Option<Vec<FieldError>>,
    /// With `version-conflict`: the current version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version: Option<u32>,
    /// With `version-conflict`: what happened since the version that was sent, as the caller may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub entries: Option<Vec<ShownEntry>>,
    /// For the header `Retry-After`: seconds.
    #[serde(skip)]
    pub retry_after: Option<u64>,
}

/// How long a client should leave a server alone that can't answer, in seconds.
const RETRY_UNAVAILABLE: u64 = 2;

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

    /// A part of the request that can't be read.
    pub fn malformed(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            pointer: Some(pointer.into()),
            ..Self::new(Code::Malformed, detail)
        }
    }

    /// A value that can't be taken.
    pub fn invalid(pointer: impl Into<String>, detail: impl ToString) -> Self {
        Self::invalid_all(vec![FieldError {
            pointer: pointer.into(),
            detail: detail.to_string(),
        }])
    }

    fn invalid_all(errors: Vec<FieldError>) -> Self {
        let sentences: Vec<&str> = errors.iter().map(|error| error.detail.as_str()).collect();
        Self {
            detail: sentences.join(" "),
            errors: Some(errors),
            ..Self::new(Code::Invalid, "")
        }
    }

    /// The caller has too much of something.
    pub fn too_much(detail: impl Into<String>, retry_after: u64) -> Self {
        Self {
            retry_after: Some(retry_after),
            ..Self::new(Code::RateLimited, detail)
        }
    }
}

/// When there will be a record of a game that stands so.
const fn when_it_is_over(status: Status) -> &'static str {
    match status {
        Status::Open => {
            "The game has not started: once it has been played to its end, there is a record of it, and it can be played again."
        }
        Status::Playing | Status::Finished | Status::Cancelled => {
            "The game is still being played: as soon as it has ended, there is a record of it, and it can be played again."
        }
    }
}

impl From<ServiceError> for Problem {
    fn from(refused: ServiceError) -> Self {
        match refused {
            ServiceError::Malformed(flaw) => {
                Self::malformed(flaw.pointer, in_plain_words(&flaw.detail))
            }
            ServiceError::Unauthenticated => Self::new(
                Code::Unauthenticated,
                "Send the token that you were given at registration: Authorization: Bearer cp_…",
            ),
            ServiceError::Forbidden(why) => Self::new(Code::Forbidden, why),
            ServiceError::NotFound(what) => Self::new(
                Code::NotFound,
                format!("There is no such {what}, or it is not yours to see."),
            ),
            ServiceError::VersionConflict { version, entries } => Self {
                version: Some(version),
                entries: Some(entries),
                ..Self::new(
                    Code::VersionConflict,
                    format!(
                        "The game stands at version {version}: look at what happened, and decide again."
                    ),
                )
            },
            ServiceError::NotYourTurn(why) => Self::new(Code::NotYourTurn, why),
            ServiceError::GameNotOpen => Self::new(
                Code::GameNotOpen,
                "The game has started, or was called off: nobody joins or leaves any more.",
            ),
            ServiceError::GameOver => {
                Self::new(Code::GameOver, "The game is over, or you have left it.")
            }
            ServiceError::GameNotOver(status) => {
                Self::new(Code::GameNotOver, when_it_is_over(status))
            }
            ServiceError::GameCancelled => Self::new(
                Code::GameCancelled,
                "The game was called off before its end: there is no record of it, and there won't be one.",
            ),
            ServiceError::AlreadySeated => {
                Self::new(Code::AlreadySeated, "You have a seat in this game already.")
            }
            ServiceError::Illegal(illegal) => Self {
                rule: Some(illegal.rule),
                ..Self::new(Code::IllegalMove, illegal.message)
            },
            ServiceError::Invalid(errors) => Self::invalid_all(
                errors
                    .into_iter()
                    .map(|flaw| FieldError {
                        pointer: flaw.pointer,
                        detail: flaw.detail,
                    })
                    .collect(),
            ),
            ServiceError::KeyReused => Self::new(
                Code::IdempotencyKeyReused,
                "This Idempotency-Key came with another request before: send a new key with a new request.",
            ),
            ServiceError::QuotaExceeded {
                reason,
                retry_after,
            } => Self::too_much(reason, retry_after.as_secs()),
            ServiceError::Unavailable(cause) => {
                tracing::warn!(%cause, "a request could not be answered");
                Self {
                    retry_after: Some(RETRY_UNAVAILABLE),
                    ..Self::new(
                        Code::Unavailable,
                        "The server can't answer just now: send the same request again in a moment.",
                    )
                }
            }
            ServiceError::Internal(cause) => {
                // For the operator; what a client is told names no cause.
                tracing::error!(%cause, "a request failed");
                Self::new(
                    Code::Internal,
                    "This is the server's fault, and its operators are told.",
                )
            }
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
