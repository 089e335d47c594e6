//! The kinds of problems.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// The kind of problem. Codes are stable: programs may depend on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The request can't be read: it is not JSON, a value has the wrong type, or a field is unknown.
    Malformed,
    /// The token is missing, or belongs to no player.
    Unauthenticated,
    /// The caller is not allowed to do this.
    Forbidden,
    /// The resource does not exist, or is not visible to the caller.
    NotFound,
    /// The resource exists, but does not support this method.
    MethodNotAllowed,
    /// The game has changed since the version that was sent.
    VersionConflict,
    /// It is not the caller's turn.
    NotYourTurn,
    /// The game has started or was cancelled: players can neither join nor leave.
    GameNotOpen,
    /// The game is over.
    GameOver,
    /// The game is not over yet, so that it has neither a record nor a rematch.
    GameNotOver,
    /// The game was cancelled, so that it will never have a record.
    GameCancelled,
    /// The caller already has a seat in the game.
    AlreadySeated,
    /// The body is too large.
    TooLarge,
    /// The content type of the body is not JSON.
    UnsupportedMediaType,
    /// The rules of the game do not allow the move.
    IllegalMove,
    /// A value has the right type, but is not accepted.
    Invalid,
    /// The idempotency key was used with another request.
    IdempotencyKeyReused,
    /// The caller has reached a limit, or sends requests too often.
    RateLimited,
    /// The server failed.
    Internal,
    /// The server can't answer at the moment.
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

    /// The code on the wire, its status, and its title.
    #[allow(clippy::too_many_lines, reason = "a table with a row for each code")]
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
                "A valid token is required",
            ),
            Self::Forbidden => ("forbidden", StatusCode::FORBIDDEN, "Not allowed"),
            Self::NotFound => ("not-found", StatusCode::NOT_FOUND, "Not found"),
            Self::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "Method not allowed",
            ),
            Self::VersionConflict => (
                "version-conflict",
                StatusCode::CONFLICT,
                "The game has changed since this version",
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
                "The game was cancelled",
            ),
            Self::AlreadySeated => (
                "already-seated",
                StatusCode::CONFLICT,
                "You already have a seat",
            ),
            Self::TooLarge => (
                "too-large",
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too large",
            ),
            Self::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Only JSON is accepted",
            ),
            Self::IllegalMove => (
                "illegal-move",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The rules don't allow this move",
            ),
            Self::Invalid => (
                "invalid",
                StatusCode::UNPROCESSABLE_ENTITY,
                "A value is not accepted",
            ),
            Self::IdempotencyKeyReused => (
                "idempotency-key-reused",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The key was used for another request",
            ),
            Self::RateLimited => (
                "rate-limited",
                StatusCode::TOO_MANY_REQUESTS,
                "A limit was reached",
            ),
            Self::Internal => (
                "internal",
                StatusCode::INTERNAL_SERVER_ERROR,
                "The server failed",
            ),
            Self::Unavailable => (
                "unavailable",
                StatusCode::SERVICE_UNAVAILABLE,
                "The server is temporarily unavailable",
            ),
        }
    }

    /// The code on the wire.
    pub const fn as_str(self) -> &'static str {
        self.row().0
    }

    /// The HTTP status of an answer with this code.
    pub const fn status(self) -> StatusCode {
        self.row().1
    }

    /// The title, which is the same for every problem with this code.
    pub const fn title(self) -> &'static str {
        self.row().2
    }
}
