//! What can go wrong between the server and its database.

use diesel::result::DatabaseErrorKind;
use diesel_async::pooled_connection::deadpool::PoolError;

/// A request to the database that failed. What it says is for the operator, never for a client.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database can't be reached, or is not answering: the same request can succeed later.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// A statement failed.
    #[error("the database refused a statement: {0}")]
    Statement(#[source] diesel::result::Error),
    /// What is stored can't be read.
    #[error("what is stored can't be read: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// What is stored can't be read, for this reason.
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
            // A server that is going down ends its connections with a message of its own, which diesel has no
            // kind for.
            diesel::result::Error::DatabaseError(DatabaseErrorKind::Unknown, ref information)
                if going_down(information.message()) =>
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

fn going_down(message: &str) -> bool {
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
