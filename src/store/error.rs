//! Errors of the database.

use diesel::result::DatabaseErrorKind;
use diesel_async::pooled_connection::deadpool::PoolError;

/// A failed request to the database. Its message is for the operator and is never sent to a client.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database can't be reached or does not answer. The same request can succeed later.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// A statement failed.
    #[error("the database refused a statement: {0}")]
    Statement(#[source] diesel::result::Error),
    /// A stored value can't be decoded, or a value can't be encoded.
    #[error("the stored data is invalid: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Returns [`Self::Corrupt`] with this reason.
    pub(super) fn corrupt(reason: impl ToString) -> Self {
        Self::Corrupt(reason.to_string())
    }
}

impl From<diesel::result::Error> for StoreError {
    fn from(error: diesel::result::Error) -> Self {
        match error {
            diesel::result::Error::DatabaseError(
                DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
                ref information,
            ) => Self::Unavailable(information.message().to_owned()),
            // A database server that shuts down closes its connections with a message for which diesel has no kind.
            diesel::result::Error::DatabaseError(DatabaseErrorKind::Unknown, ref information)
                if is_unavailable(information.message()) =>
            {
                Self::Unavailable(information.message().to_owned())
            }
            diesel::result::Error::BrokenTransactionManager => {
                Self::Unavailable("the connection broke in a transaction".into())
            }
            error => Self::Statement(error),
        }
    }
}

fn is_unavailable(message: &str) -> bool {
    [
        "terminating connection",
        "the database system is",
        "sorry, too many clients already",
        "remaining connection slots are reserved",
    ]
    .iter()
    .any(|start| message.starts_with(start))
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> Self {
        Self::Unavailable(error.to_string())
    }
}
