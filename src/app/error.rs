//! Why a server cannot run.

use std::io;

use crate::{
    postgres::{StartError, StopError},
    store::error::StoreError,
};

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The embedded Postgres cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The embedded Postgres cannot be stopped.
    #[error(transparent)]
    Stop(#[from] StopError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system refused something, such as an address to listen on.
    #[error("{action}: {source}")]
    Io {
        /// The failed action, as the beginning of a sentence.
        action: String,
        /// The cause.
        source: io::Error,
    },
    /// The log filter is not valid.
    #[error("CARDPOST_LOG (--log) is not valid: {0}")]
    Log(String),
    /// TLS for outgoing requests cannot be set up.
    #[error("TLS for outgoing requests cannot be set up: {0}")]
    Tls(String),
    /// The metrics recorder cannot be installed.
    #[error("the metrics recorder cannot be installed: {0}")]
    Metrics(String),
}

impl AppError {
    /// Adds what failed to an error of the operating system.
    pub fn io(action: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let action = action.into();
        move |source| Self::Io { action, source }
    }
}
