//! Figures for Prometheus, on a port of their own: they are for the operator.

use std::time::Instant;

use actix_web::{
    App, Error, HttpResponse, HttpServer,
    body::MessageBody,
    dev::{Server, ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::http::extract::prefer::PREFERENCE_APPLIED;

/// The bounds of the histogram of durations, in seconds.
const BUCKETS: [f64; 12] = [
    0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0,
];

/// Begins to gather figures.
///
/// # Errors
/// When figures are gathered already.
pub fn gather() -> Result<PrometheusHandle, metrics_exporter_prometheus::BuildError> {
    let builder = PrometheusBuilder::new().set_buckets_for_metric(
        Matcher::Full("http_request_duration_seconds".into()),
        &BUCKETS,
    )?;
    builder.install_recorder()
}

/// Counts every answer and how long it took, by route and not by path: paths hold ids.
///
/// # Errors
/// Whatever the request fails with.
pub async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    #[allow(
        clippy::disallowed_methods,
        reason = "only how long it takes is measured"
    )]
    let began = Instant::now();
    let method = request.method().to_string();
    let answer = next.call(request).await?;
    let route = answer
        .request()
        .match_pattern()
        .unwrap_or_else(|| "unknown".into());
    let status = answer.status().as_u16().to_string();
    // An answer that waited as it was asked to would say nothing of how quick the server is.
    if !answer.headers().contains_key(PREFERENCE_APPLIED) {
        histogram!("http_request_duration_seconds", "method" => method.clone(), "route" => route.clone())
            .record(began.elapsed());
    }
    counter!("http_requests_total", "method" => method, "route" => route, "status" => status)
        .increment(1);
    Ok(answer)
}

/// A server of the figures at `/metrics`.
///
/// # Errors
/// When the address can't be bound.
pub fn server(
    figures: PrometheusHandle,
    bind: std::net::SocketAddr,
) -> std::io::Result<(Server, Vec<std::net::SocketAddr>)> {
    let server = HttpServer::new(move || {
        let figures = figures.clone();
        App::new().route(
            "/metrics",
            web::get().to(move || {
                let figures = figures.clone();
                async move {
                    figures.run_upkeep();
                    HttpResponse::Ok()
                        .content_type("text/plain; version=0.0.4")
                        .body(figures.render())
                }
            }),
        )
    })
    .workers(1)
    .disable_signals()
    .bind(bind)?;
    let addresses = server.addrs();
    Ok((server.run(), addresses))
}
