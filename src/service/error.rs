//! Why a request is not answered as its sender hoped. Knows no status codes: they are the business of the layer above.

use std::time::Duration;

use crate::{
    engine::{rules::IllegalMove, table::Refusal},
    game::{Status, fold::FoldError, shown::ShownEntry, writer::GameWriterError},
    record::NotFinished,
    store::error::StoreError,
};

/// A value that was sent and can't be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Where it stands in the request, as a JSON pointer.
    pub pointer: String,
    /// What is wrong with it, as a sentence.
    pub detail: String,
}

impl FieldError {
    /// A flaw at this place.
    pub fn new(pointer: impl Into<String>, detail: impl ToString) -> Self {
        Self {
            pointer: pointer.into(),
            detail: detail.to_string(),
        }
    }
}

/// Why a request was refused, or failed.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// A part of the body has another shape than it must have.
    #[error("a value has another shape than it must have")]
    Malformed(FieldError),
    /// The token is missing, or nobody's.
    #[error("the token is missing, or nobody's")]
    Unauthenticated,
    /// The caller may not do this.
    #[error("{0}")]
    Forbidden(&'static str),
    /// There is no such thing, as far as the caller may know.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The game went on since the version that the caller decided on.
    #[error("the game went on")]
    VersionConflict {
        /// The current version.
        version: u32,
        /// What happened since, as the caller may see it.
        entries: Vec<ShownEntry>,
    },
    /// It is not the caller's turn.
    #[error("{0}")]
    NotYourTurn(&'static str),
    /// The game takes no players any more.
    #[error("the game is not open any more")]
    GameNotOpen,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over yet, but stands so.
    #[error("the game is not over yet")]
    GameNotOver(Status),
    /// The game was called off.
    #[error("the game was called off")]
    GameCancelled,
    /// The caller has a seat already.
    #[error("the caller has a seat already")]
    AlreadySeated,
    /// The rules refuse the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Values can't be taken.
    #[error("values can't be taken")]
    Invalid(Vec<FieldError>),
    /// The key was used for another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// The caller has too much of something.
    #[error("{reason}")]
    QuotaExceeded {
        /// Of what.
        reason: String,
        /// When to try again at the earliest.
        retry_after: Duration,
    },
    /// The server can't answer now.
    #[error("the server can't answer now: {0}")]
    Unavailable(String),
    /// The server made a mistake.
    #[error("the server made a mistake: {0}")]
    Internal(String),
}

impl ServiceError {
    /// One value can't be taken.
    pub fn invalid(pointer: &str, detail: impl ToString) -> Self {
        Self::Invalid(vec![FieldError::new(pointer, detail)])
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
    // Whether a game is finished is looked at first: that it turns out later is a mistake of the server.
    fn from(error: NotFinished) -> Self {
        Self::Internal(error.to_string())
    }
}
