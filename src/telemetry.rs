//! What the server tells its operator: a log on standard error.

use std::{io::IsTerminal as _, str::FromStr};

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// How the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: a JSON object a line.
    Json,
}

/// Begins to write the log: what `filter` lets through, such as `info` or `cardpost=debug,warn`. Later calls do
/// nothing.
///
/// # Errors
/// When the filter can't be read.
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
