//! A server with everything around it: build it, ask for its address, run it until it is stopped.

use std::{net::SocketAddr, num::NonZeroUsize, sync::Arc, time::Duration};

use actix_web::dev::{Server, ServerHandle};

use super::{AppError, http_server};
use crate::{
    http::middleware::{metrics, rate::RateLimit},
    outbound::transport::WebhookTransport,
    service::{
        Service,
        env::Env,
        feeds::broker::Broker,
        limits::Limits,
        workers::{Workers, cleanup::Cleanup, due::DueGames, sender::Sender},
    },
    store::Store,
};

/// The parts that an application is built of.
pub struct Parts {
    /// The URL of the database.
    pub database_url: String,
    /// The maximum number of connections to the database.
    pub db_connections: NonZeroUsize,
    /// The clock and the source of randomness.
    pub env: Env,
    /// The limits that requests are held to.
    pub limits: Limits,
    /// The rate limit of each client.
    pub rate_limit: RateLimit,
    /// The address of the API; port 0 takes a free one.
    pub bind: SocketAddr,
    /// The address of the metrics; without one they are not served.
    pub metrics_bind: Option<SocketAddr>,
    /// The number of threads that answer requests; without one, as many as there are processors.
    pub http_threads: Option<NonZeroUsize>,
    /// How often the database is polled for changes that no notification announced.
    pub poll: Duration,
    /// The client that sends requests to webhooks; without one, deliveries stay in the outbox.
    pub transport: Option<Arc<dyn WebhookTransport>>,
    /// Whether games that are due are run, and old data is deleted, in the background. Tests do both when they need it,
    /// so that the clock is read only by what they ask for.
    pub background_workers: bool,
}

/// How an application is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shutdown {
    /// Requests that have begun are answered first.
    Graceful,
    /// Open connections are closed.
    Immediate,
}

/// A server with its database pool and background workers, ready to run.
pub struct Application {
    http: Server,
    address: SocketAddr,
    metrics: Option<(Server, SocketAddr)>,
    store: Store,
    broker: Broker,
    service: Service,
    workers: Workers,
}

impl Application {
    /// Builds an application, binds its addresses and starts its background workers. Call it within a runtime.
    ///
    /// # Errors
    /// When an address cannot be bound, or the pool or the metrics recorder cannot be set up.
    pub fn build(parts: Parts) -> Result<Self, AppError> {
        let store = Store::new(&parts.database_url, parts.db_connections.get())?;
        let broker = Broker::start(&store, parts.poll);
        let service = Service::new(
            store.clone(),
            broker.clone(),
            parts.env.clone(),
            parts.limits,
        );
        let metrics = parts.metrics_bind.map(serve_metrics).transpose()?;
        let (http, address) = http_server::bind(
            service.clone(),
            parts.bind,
            parts.http_threads,
            parts.rate_limit.clone(),
        )
        .map_err(AppError::io(format!(
            "CARDPOST_BIND (--bind): cannot listen on {}",
            parts.bind
        )))?;
        // They are stopped in this order: games that have been claimed are finished first, so that no other instance
        // has to wait for their leases to end, and then the webhook events that they caused are sent. The rest is left
        // for the next start.
        let mut workers = Workers::default();
        if parts.background_workers {
            let cleanup = Cleanup::new(store.clone(), parts.env.clone(), move || {
                parts.rate_limit.retain_recent();
            });
            workers = workers.start(cleanup).start(DueGames::new(service.clone()));
        }
        if let Some(transport) = parts.transport {
            workers = workers.start(Sender::new(store.clone(), parts.env, transport));
        }
        Ok(Self {
            http,
            address,
            metrics,
            store,
            broker,
            service,
            workers,
        })
    }

    /// The address of the API.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the metrics, if they are served.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|(_, address)| *address)
    }

    /// The use cases behind the API.
    pub const fn service(&self) -> &Service {
        &self.service
    }

    /// Serves requests until `stop` completes, then stops everything in order. Returns once all that was begun is
    /// finished and every connection to the database is closed.
    ///
    /// # Errors
    /// When the HTTP server fails.
    pub async fn run_until_stopped(
        self,
        stop: impl Future<Output = Shutdown> + Send + 'static,
    ) -> Result<(), AppError> {
        let mut handles = vec![self.http.handle()];
        if let Some((metrics, _)) = self.metrics {
            handles.push(metrics.handle());
            tokio::spawn(metrics);
        }
        let stopping = tokio::spawn(stop_servers(stop, self.broker, handles));
        let served = self.http.await;
        for failed in self.workers.stop().await {
            tracing::error!("{failed}");
        }
        stopping.abort();
        self.store.close().await;
        served.map_err(AppError::io("the HTTP server failed"))
    }
}

fn serve_metrics(bind: SocketAddr) -> Result<(Server, SocketAddr), AppError> {
    let recorder =
        metrics::install_recorder().map_err(|error| AppError::Metrics(error.to_string()))?;
    let action = format!("CARDPOST_METRICS_BIND (--metrics-bind): cannot listen on {bind}");
    let (server, addresses) = metrics::server(recorder, bind).map_err(AppError::io(action))?;
    Ok((server, addresses.first().copied().unwrap_or(bind)))
}

async fn stop_servers(
    stop: impl Future<Output = Shutdown>,
    broker: Broker,
    handles: Vec<ServerHandle>,
) {
    let shutdown = stop.await;
    tracing::info!("stopping: waiting for requests that have begun");
    // A request that waits for a change has begun, too, and could wait for a minute or for ever.
    broker.close();
    for handle in handles {
        handle.stop(shutdown == Shutdown::Graceful).await;
    }
}
