//! Why a request was refused, or failed. Knows neither status codes nor the names of JSON fields: `http` has both.

use std::time::Duration;

use crate::{
    engine::{rules::IllegalMove, table::Refusal},
    game::{Status, fold::FoldError, shown::ShownEntry, writer::GameWriterError},
    record::NotFinished,
    store::error::StoreError,
};

/// The part of a request that an error is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// The request as a whole.
    Request,
    /// The number of seats of a new game.
    Seats,
    /// An option of a new game: its JSON pointer within the options.
    Options(&'static str),
    /// The bots of a new game.
    Bots,
    /// A part of the clock of a new game: its JSON pointer within the clock.
    Clock(&'static str),
    /// The player to invite.
    InvitedPlayer,
    /// A move.
    Move,
    /// The version of a game to view.
    Version,
    /// The viewer to view a finished game as.
    Viewer,
    /// The record after which a stream of records begins.
    RecordCursor,
    /// The length of a vacation.
    VacationLength,
    /// The end of a vacation.
    VacationEnd,
    /// The address of a webhook.
    WebhookUrl,
}

/// A value in a request that is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Which value.
    pub field: Field,
    /// Why, as a sentence.
    pub detail: String,
}

impl FieldError {
    /// An error about a field, with the reason as a sentence.
    pub fn new(field: Field, detail: impl ToString) -> Self {
        Self {
            field,
            detail: detail.to_string(),
        }
    }
}

/// Why a request was refused, or failed.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// A value has the wrong shape.
    #[error("a value has the wrong shape: {}", .0.detail)]
    Malformed(FieldError),
    /// The token is missing, or belongs to no player.
    #[error("the token is missing, or belongs to no player")]
    Unauthenticated,
    /// The caller is not allowed to do this. The reason, as a sentence.
    #[error("{0}")]
    Forbidden(&'static str),
    /// A resource does not exist, or the caller may not know that it does. The noun for it.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// The game has changed since the version that the move was made for.
    #[error("the game has changed")]
    VersionConflict {
        /// The current version.
        version: u32,
        /// The entries since then, as the caller may see them.
        entries: Vec<ShownEntry>,
    },
    /// It is not the caller's turn. The reason, as a sentence.
    #[error("{0}")]
    NotYourTurn(&'static str),
    /// The game has started or was cancelled.
    #[error("the game is not open any more")]
    GameNotOpen,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over yet. Its status.
    #[error("the game is not over yet")]
    GameNotOver(Status),
    /// The game was cancelled.
    #[error("the game was cancelled")]
    GameCancelled,
    /// The caller already has a seat in the game.
    #[error("the caller already has a seat")]
    AlreadySeated,
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Values are not accepted.
    #[error("values are not accepted")]
    Invalid(Vec<FieldError>),
    /// The idempotency key was used for another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// The caller has reached a limit.
    #[error("{reason}")]
    QuotaExceeded {
        /// Which limit, as a sentence.
        reason: String,
        /// When the caller may try again.
        retry_after: Duration,
    },
    /// The request cannot be answered now, but may be later. The cause, for the operator.
    #[error("the request cannot be answered now: {0}")]
    Unavailable(String),
    /// The server failed. The cause, for the operator.
    #[error("the server failed: {0}")]
    Internal(String),
}

/// How long a client that has reached a limit should wait.
const RETRY_QUOTA: Duration = Duration::from_mins(1);

impl ServiceError {
    /// One value is not accepted.
    pub fn invalid(field: Field, detail: impl ToString) -> Self {
        Self::Invalid(vec![FieldError::new(field, detail)])
    }

    /// The caller has the maximum number of something. The reason, as a sentence.
    pub const fn quota(reason: String) -> Self {
        Self::QuotaExceeded {
            reason,
            retry_after: RETRY_QUOTA,
        }
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Unavailable(error.to_string()),
            StoreError::Statement(_) | StoreError::Corrupt(_) => Self::Internal(error.to_string()),
        }
    }
}

impl From<GameWriterError> for ServiceError {
    fn from(error: GameWriterError) -> Self {
        match error {
            GameWriterError::Refused(refusal) => refusal.into(),
            GameWriterError::NotPlaying => Self::NotYourTurn("The game has not started."),
            GameWriterError::Fold(_) | GameWriterError::Shuffle(_) | GameWriterError::Json(_) => {
                Self::Internal(error.to_string())
            }
        }
    }
}

impl From<Refusal> for ServiceError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Illegal(illegal) => Self::Illegal(illegal),
            Refusal::NotYourTurn(_) => Self::NotYourTurn("It is another player's turn."),
            Refusal::GameOver => Self::GameOver,
        }
    }
}

impl From<FoldError> for ServiceError {
    fn from(error: FoldError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<NotFinished> for ServiceError {
    // The callers check the status first, so this is a fault of the server.
    fn from(error: NotFinished) -> Self {
        Self::Internal(error.to_string())
    }
}
