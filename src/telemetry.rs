//! Logging to standard error.

use std::{io::IsTerminal as _, str::FromStr};

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line, for programs.
    Json,
}

/// Starts logging with a filter such as `info` or `cardpost=debug,warn`. Later calls do nothing.
///
/// # Errors
/// When the filter is invalid.
pub fn start(filter: &str, format: LogFormat) -> Result<(), <EnvFilter as FromStr>::Err> {
    let filter: EnvFilter = filter.parse()?;
    let registry = tracing_subscriber::registry().with(filter);
    // An error here means that a log is being written already.
    let _ = match format {
        LogFormat::Text => registry
            .with(
                fmt::layer()
                    .with_writer(std::io::stderr)
                    // Colours are for people at a terminal, not for files.
                    .with_ansi(std::io::stderr().is_terminal()),
            )
            .try_init(),
        LogFormat::Json => registry
            .with(fmt::layer().json().with_writer(std::io::stderr))
            .try_init(),
    };
    Ok(())
}
