//! The command `serve`: settings to a running application.

use std::{
    io::{self, Write as _},
    sync::Arc,
};

use tokio::signal::unix::{SignalKind, signal};

use super::{AppError, Application, Database, Parts, Shutdown, system_env};
use crate::{
    config::ServeSettings,
    http::middleware::rate::RateLimit,
    outbound::client::Client,
    service::feeds::broker,
    store::migrations::{self, Direction},
};

/// Runs a server until it receives SIGTERM or SIGINT.
///
/// # Errors
/// When a part cannot be started or stopped.
pub async fn serve(settings: ServeSettings) -> Result<(), AppError> {
    crate::telemetry::start(&settings.log.log, settings.log.log_format)
        .map_err(|error| AppError::Log(error.to_string()))?;
    // Before the steps that can take long, so that no signal is lost during them.
    let stop = stop_signal().map_err(AppError::io("cannot listen for signals"))?;
    let database_settings = settings.database.clone();
    let database = blocking(move || Database::open(&database_settings)).await?;
    let served = serve_over(&settings, database.url(), stop).await;
    // The embedded Postgres is stopped before the process ends, also after an error.
    let closed = blocking(move || database.close()).await;
    served.and(closed)
}

async fn serve_over(
    settings: &ServeSettings,
    url: &str,
    stop: impl Future<Output = Shutdown> + Send + 'static,
) -> Result<(), AppError> {
    if !settings.no_migrate {
        let url = url.to_owned();
        let applied = blocking(move || Ok(migrations::migrate(&url, Direction::Up)?)).await?;
        for version in applied {
            tracing::info!(version, "applied a migration");
        }
    }
    let limits = settings.limits();
    let client =
        Client::new(limits.webhook_reach).map_err(|error| AppError::Tls(error.to_string()))?;
    let application = Application::build(Parts {
        database_url: url.to_owned(),
        db_connections: settings.db_connections,
        env: system_env(),
        limits,
        rate_limit: settings
            .rate_limit
            .map_or_else(RateLimit::none, RateLimit::per_second),
        bind: settings.bind,
        metrics_bind: settings.metrics_bind,
        http_threads: settings.workers,
        poll: broker::POLL,
        transport: Some(Arc::new(client)),
        background_workers: true,
    })?;
    announce(&application);
    application.run_until_stopped(stop).await
}

/// Prints the addresses to standard output: scripts wait for these lines.
fn announce(application: &Application) {
    let mut out = io::stdout().lock();
    // A closed standard output is no reason to stop.
    if let Some(metrics) = application.metrics_address() {
        let _ = writeln!(out, "metrics on http://{metrics}/metrics");
    }
    let _ = writeln!(out, "listening on http://{}", application.address());
    let _ = out.flush();
}

/// Begins to listen for SIGTERM and SIGINT. The future completes at the first one.
fn stop_signal() -> io::Result<impl Future<Output = Shutdown> + Send + 'static> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        Shutdown::Graceful
    })
}

/// Runs code that blocks on a thread for such code.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, AppError> + Send + 'static,
) -> Result<T, AppError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(failed) => std::panic::resume_unwind(failed.into_panic()),
    }
}
