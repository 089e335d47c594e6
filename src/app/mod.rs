//! The composition root: the only place that knows the real clock and real randomness. Puts the parts together, runs
//! them, and takes them apart in order.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    num::NonZeroUsize,
    sync::Arc,
};

use actix_web::{
    App, HttpRequest, HttpServer,
    dev::{Server, ServerHandle},
    http::header,
    middleware::{Compress, from_fn},
    web::{self, Bytes, Data},
};
#[allow(clippy::disallowed_types, reason = "this is where randomness comes in")]
use rand::{TryRng as _, rngs::SysRng};
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt as _;
use utoipa_swagger_ui::{Config as SwaggerConfig, SwaggerUi};

use crate::{
    config::{DatabaseSettings, ServeSettings},
    http::{
        extract::json,
        handlers::server::Document,
        middleware::{
            head, metrics,
            rate::{self, RateLimit},
        },
        openapi,
        problem::{Code, Problem},
        respond::sse,
        routes::routes,
    },
    outbound::client::Client,
    postgres::{Cluster, StartError, StopError},
    service::{
        Service,
        env::Env,
        feeds::broker::{self, Broker},
        workers::sender::Sender,
    },
    store::{
        Store,
        error::StoreError,
        migrations::{self, Direction},
    },
};

/// How long requests that are under way may take once the server is told to stop, in seconds.
const LAST_REQUESTS: u64 = 10;

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The server's own Postgres could not be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The server's own Postgres could not be stopped.
    #[error(transparent)]
    Stop(#[from] StopError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address can't be listened on, or the system failed otherwise.
    #[error("{what}: {source}")]
    Io {
        /// What was attempted.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
    /// The filter of the log can't be read.
    #[error("CARDPOST_LOG (--log) can't be read: {0}")]
    Log(String),
    /// Requests over TLS can't be set up.
    #[error("requests over TLS can't be set up: {0}")]
    Tls(String),
    /// Figures can't be gathered.
    #[error("figures for Prometheus can't be gathered: {0}")]
    Metrics(String),
}

fn io_error(what: impl Into<String>) -> impl FnOnce(io::Error) -> AppError {
    let what = what.into();
    move |source| AppError::Io { what, source }
}

/// A database: one that was named, or the server's own, which runs as long as this lives.
#[derive(Debug)]
pub struct Database {
    url: String,
    own: Option<Cluster>,
}

impl Database {
    /// Finds the database, and starts the server's own Postgres where none is named.
    ///
    /// # Errors
    /// When the server's own Postgres can't be started.
    pub fn open(settings: &DatabaseSettings) -> Result<Self, AppError> {
        if let Some(url) = &settings.database_url {
            return Ok(Self {
                url: url.clone(),
                own: None,
            });
        }
        let cluster = Cluster::start(&settings.embedded())?;
        Ok(Self {
            url: cluster.url("cardpost"),
            own: Some(cluster),
        })
    }

    /// Where it is.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Stops the server's own Postgres.
    ///
    /// # Errors
    /// When it does not stop.
    pub fn close(self) -> Result<(), AppError> {
        self.own.map_or(Ok(()), |cluster| Ok(cluster.stop()?))
    }
}

/// The world that the server really runs in.
///
/// # Panics
/// Its source of randomness does, when the operating system gives none.
pub fn system_env() -> Env {
    #[allow(
        clippy::disallowed_methods,
        reason = "this is where the clock comes in"
    )]
    let clock = chrono::Utc::now;
    Env::new(clock, |bytes| {
        // Without randomness no secret is one: better not to answer at all.
        if let Err(error) = SysRng.try_fill_bytes(bytes) {
            panic!("the operating system gives no randomness: {error}");
        }
    })
}

/// The HTTP server over these use cases, bound and not yet running, and the address that it has.
///
/// # Errors
/// When the address can't be listened on.
pub fn server(
    service: Service,
    bind: SocketAddr,
    workers: Option<NonZeroUsize>,
    rate_limit: RateLimit,
) -> io::Result<(Server, SocketAddr)> {
    let document = openapi::document();
    let json = Bytes::from(openapi::json());
    let mut server = HttpServer::new(move || {
        let document = document.clone();
        let (app, _) = App::new()
            .into_utoipa_app()
            .app_data(Data::new(service.clone()))
            .app_data(Data::new(Document(json.clone())))
            .app_data(Data::new(rate_limit.clone()))
            .app_data(web::PayloadConfig::new(json::LARGEST))
            .configure(routes)
            .split_for_parts();
        let elsewhere = document.clone();
        // Its badge of validity would be fetched from elsewhere.
        let docs = SwaggerUi::new("/docs/{_:.*}")
            .config(SwaggerConfig::default().validator_url("none"))
            .url("/openapi.json", document);
        app.service(docs)
            .service(web::redirect("/docs", "/docs/"))
            .default_service(web::to(move |request: HttpRequest| {
                let problem = no_such_route(&elsewhere, &request);
                async move { problem }
            }))
            .wrap(from_fn(head::as_get))
            .wrap(from_fn(rate::limit))
            .wrap(Compress::default())
            .wrap(from_fn(sse::uncompressed))
            .wrap(from_fn(metrics::count))
            .wrap(TracingLogger::default())
    })
    .disable_signals()
    .shutdown_timeout(LAST_REQUESTS);
    if let Some(workers) = workers {
        server = server.workers(workers.get());
    }
    let server = server.bind(bind)?;
    let address = server.addrs().first().copied().unwrap_or(bind);
    Ok((server.run(), address))
}

/// What a request is answered that no route is for.
fn no_such_route(
    document: &utoipa::openapi::OpenApi,
    request: &HttpRequest,
) -> actix_web::HttpResponse {
    use actix_web::ResponseError as _;
    let methods = openapi::methods_of(document, request.path());
    if methods.is_empty() {
        return Problem::new(Code::NotFound, "There is nothing at this address.").error_response();
    }
    let allowed = methods.join(", ");
    let mut response = Problem::new(
        Code::MethodNotAllowed,
        format!("What can be done here is {allowed}."),
    )
    .error_response();
    if let Ok(allowed) = header::HeaderValue::from_str(&allowed) {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
    response
}

/// Runs a server until it is told to stop.
///
/// # Errors
/// When a part can't be started or stopped.
pub async fn serve(settings: ServeSettings) -> Result<(), AppError> {
    crate::telemetry::start(&settings.log.log, settings.log.log_format)
        .map_err(|error| AppError::Log(error.to_string()))?;
    let mut stop = StopSignal::new().map_err(io_error("signals can't be listened for"))?;
    let database_settings = settings.database.clone();
    let database = blocking(move || Database::open(&database_settings)).await?;
    let served = serve_over(&settings, database.url(), &mut stop).await;
    // Whatever happened, the server's own Postgres is stopped before the process ends.
    let closed = blocking(move || database.close()).await;
    served.and(closed)
}

async fn serve_over(
    settings: &ServeSettings,
    url: &str,
    stop: &mut StopSignal,
) -> Result<(), AppError> {
    if !settings.no_migrate {
        let url = url.to_owned();
        let applied = blocking(move || Ok(migrations::migrate(&url, Direction::Up)?)).await?;
        for version in applied {
            tracing::info!(version, "a migration was applied");
        }
    }
    let store = Store::new(url, settings.db_connections.get())?;
    let broker = Broker::start(&store, broker::POLL);
    let limits = settings.limits();
    let client =
        Client::new(limits.webhook_reach).map_err(|error| AppError::Tls(error.to_string()))?;
    let sender = Sender::new(store.clone(), system_env(), Arc::new(client));
    let service = Service::new(store.clone(), broker.clone(), system_env(), limits);
    let figures = settings
        .metrics_bind
        .map(|bind| {
            let figures = metrics::install_recorder()
                .map_err(|error| AppError::Metrics(error.to_string()))?;
            let what =
                format!("CARDPOST_METRICS_BIND (--metrics-bind): {bind} can't be listened on");
            metrics::server(figures, bind).map_err(io_error(what))
        })
        .transpose()?;
    let rate_limit = settings
        .rate_limit
        .map_or_else(RateLimit::none, RateLimit::per_second);
    let what = format!(
        "CARDPOST_BIND (--bind): {} can't be listened on",
        settings.bind
    );
    let (server, address) = server(
        service.clone(),
        settings.bind,
        settings.workers,
        rate_limit.clone(),
    )
    .map_err(io_error(what))?;
    announce(
        address,
        figures
            .as_ref()
            .and_then(|(_, addresses)| addresses.first()),
    );
    let mut handles = vec![server.handle()];
    if let Some((figures, _)) = figures {
        handles.push(figures.handle());
        tokio::spawn(figures);
    }
    let stopping = tokio::spawn(stop_when_told(stop.take(), broker, handles));
    let forgetting = tokio::spawn(forget_what_is_over(service.clone(), rate_limit));
    let (done, is_done) = watch::channel(false);
    let seeing_to = tokio::spawn(run_due_games(service, is_done));
    let (sent, is_sent) = watch::channel(false);
    let sending = tokio::spawn(sender.run(is_sent));
    let ran = server.await;
    forgetting.abort();
    done.send_replace(true);
    // What was taken is finished first, so that no other instance has to wait until it is free again.
    let _ = seeing_to.await;
    stopping.abort();
    // What was just done may have something to tell; the rest is for the next start.
    sent.send_replace(true);
    if let Err(failed) = sending.await {
        tracing::error!(%failed, "the sender of notices ended badly");
    }
    store.close().await;
    ran.map_err(io_error("the server failed"))
}

/// Says on standard output where the server is: scripts wait for this line.
fn announce(address: SocketAddr, figures: Option<&SocketAddr>) {
    let mut out = io::stdout().lock();
    if let Some(figures) = figures {
        let _ = writeln!(out, "metrics on http://{figures}/metrics");
    }
    // Nobody may be reading: then there is nobody to tell.
    let _ = writeln!(out, "listening on http://{address}");
    let _ = out.flush();
}

async fn stop_when_told(mut stop: StopSignal, broker: Broker, handles: Vec<ServerHandle>) {
    stop.wait().await;
    tracing::info!("stopping: finishing what is under way");
    // Whoever waits is under way, too, and would be for a minute or for ever.
    broker.close();
    for handle in handles {
        handle.stop(true).await;
    }
}

/// Every minute, forgets the clients that have been quiet, and the keys and deliveries that are old. Any number of
/// instances may.
async fn forget_what_is_over(service: Service, limit: RateLimit) {
    let mut minutes = tokio::time::interval(std::time::Duration::from_mins(1));
    loop {
        minutes.tick().await;
        limit.retain_recent();
        if let Err(cause) = service.forget_old_keys().await {
            tracing::warn!(%cause, "old keys could not be forgotten");
        }
        if let Err(cause) = service.forget_old_deliveries().await {
            tracing::warn!(%cause, "old deliveries could not be forgotten");
        }
    }
}

/// How often an instance looks for games that are due, when it is not told of one.
const LOOK_FOR_DUE: std::time::Duration = std::time::Duration::from_secs(1);

/// Sees to games that are due, those of this instance at once and those of others about a second later.
async fn run_due_games(service: Service, mut done: watch::Receiver<bool>) {
    while !*done.borrow() {
        let seen_to = service.run_due_games().await.unwrap_or_else(|cause| {
            tracing::warn!(%cause, "games that are due could not be looked for");
            0
        });
        // A bot may have moved, and now another is to move.
        if seen_to > 0 {
            continue;
        }
        tokio::select! {
            () = service.due_games_notified() => {}
            () = tokio::time::sleep(LOOK_FOR_DUE) => {}
            _ = done.wait_for(|done| *done) => {}
        }
    }
}

/// What tells a server to stop.
struct StopSignal(Option<(tokio::signal::unix::Signal, tokio::signal::unix::Signal)>);

impl StopSignal {
    fn new() -> io::Result<Self> {
        Ok(Self(Some((
            signal(SignalKind::terminate())?,
            signal(SignalKind::interrupt())?,
        ))))
    }

    const fn take(&mut self) -> Self {
        Self(self.0.take())
    }

    async fn wait(&mut self) {
        let Some((terminate, interrupt)) = &mut self.0 else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

/// Runs what blocks its thread on one that may be blocked.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, AppError> + Send + 'static,
) -> Result<T, AppError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(failed) => std::panic::resume_unwind(failed.into_panic()),
    }
}
