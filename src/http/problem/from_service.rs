//! The problem that a client gets for each error of the service.

use super::{Code, FieldErrorBody, Problem, plain_words::in_plain_words};
use crate::{
    game::Status,
    service::error::{Field, FieldError, ServiceError},
};

/// How long a client should wait when the server is unavailable, in seconds.
const RETRY_UNAVAILABLE: u64 = 2;

/// The JSON pointer of a field in the body, or the name of the query parameter behind a slash.
fn pointer(field: &Field) -> String {
    match field {
        Field::Request => String::new(),
        Field::Seats => "/seats".into(),
        Field::Options(pointer) => format!("/options{pointer}"),
        Field::Bots => "/bots".into(),
        Field::Clock(pointer) => format!("/clock{pointer}"),
        Field::InvitedPlayer => "/player_id".into(),
        Field::Move => "/move".into(),
        Field::Version => "/at".into(),
        Field::Viewer => "/as".into(),
        Field::RecordCursor => "/cursor".into(),
        Field::VacationLength => "/days".into(),
        Field::VacationEnd => "/until".into(),
        Field::WebhookUrl => "/url".into(),
    }
}

impl From<FieldError> for FieldErrorBody {
    fn from(error: FieldError) -> Self {
        Self {
            pointer: pointer(&error.field),
            detail: error.detail,
        }
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Malformed(error) => {
                Self::malformed(pointer(&error.field), in_plain_words(&error.detail))
            }
            ServiceError::Unauthenticated => Self::new(
                Code::Unauthenticated,
                "Send the token from your registration in the header: Authorization: Bearer cp_…",
            ),
            ServiceError::Forbidden(reason) => Self::new(Code::Forbidden, reason),
            ServiceError::NotFound(noun) => Self::new(Code::NotFound, not_found(noun)),
            ServiceError::VersionConflict { version, entries } => Self {
                version: Some(version),
                entries: Some(entries),
                ..Self::new(
                    Code::VersionConflict,
                    format!(
                        "The game is at version {version} now. Look at the new entries, then choose a move again."
                    ),
                )
            },
            ServiceError::NotYourTurn(reason) => Self::new(Code::NotYourTurn, reason),
            ServiceError::GameNotOpen => Self::new(
                Code::GameNotOpen,
                "The game has started or was cancelled. Players can no longer join or leave.",
            ),
            ServiceError::GameOver => {
                Self::new(Code::GameOver, "The game is over, or you have left it.")
            }
            ServiceError::GameNotOver(status) => Self::new(Code::GameNotOver, not_over(status)),
            ServiceError::GameCancelled => Self::new(
                Code::GameCancelled,
                "The game was cancelled before its end. It has no record, and there won't be one.",
            ),
            ServiceError::AlreadySeated => {
                Self::new(Code::AlreadySeated, "You already have a seat in this game.")
            }
            ServiceError::Illegal(illegal) => Self {
                rule: Some(illegal.rule),
                ..Self::new(Code::IllegalMove, illegal.message)
            },
            ServiceError::Invalid(errors) => {
                Self::invalid_all(errors.into_iter().map(Into::into).collect())
            }
            ServiceError::KeyReused => Self::new(
                Code::IdempotencyKeyReused,
                "This Idempotency-Key was sent with another request before. Use a new key for a new request.",
            ),
            ServiceError::QuotaExceeded {
                reason,
                retry_after,
            } => Self::too_much(reason, retry_after.as_secs()),
            ServiceError::Unavailable(cause) => unavailable(&cause),
            ServiceError::Internal(cause) => internal(&cause),
        }
    }
}

/// `noun` names a resource in lower case: `game`.
fn not_found(noun: &str) -> String {
    let (first, rest) = noun.split_at(noun.chars().next().map_or(0, char::len_utf8));
    format!(
        "{}{rest} not found, or not visible to you.",
        first.to_uppercase()
    )
}

const fn not_over(status: Status) -> &'static str {
    match status {
        Status::Open => {
            "The game has not started. A game has a record, and can have a rematch, once it is finished."
        }
        Status::Playing | Status::Finished | Status::Cancelled => {
            "The game is still being played. A game has a record, and can have a rematch, once it is finished."
        }
    }
}

fn unavailable(cause: &str) -> Problem {
    tracing::warn!(%cause, "request not answered: the server is unavailable");
    Problem {
        retry_after: Some(RETRY_UNAVAILABLE),
        ..Problem::new(
            Code::Unavailable,
            "The server can't answer at the moment. Send the same request again in a few seconds.",
        )
    }
}

fn internal(cause: &str) -> Problem {
    // The cause is for the operator, and is not sent to the client.
    tracing::error!(%cause, "request failed");
    Problem::new(
        Code::Internal,
        "The request failed because of a fault of the server. The operator finds the cause in the server's log.",
    )
}
