//! Metrics for Prometheus, on a separate port for the operator.

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

/// Installs the recorder of metrics.
pub fn install_recorder() -> Result<PrometheusHandle, metrics_exporter_prometheus::BuildError> {
    let builder = PrometheusBuilder::new().set_buckets_for_metric(
        Matcher::Full("http_request_duration_seconds".into()),
        &BUCKETS,
    )?;
    builder.install_recorder()
}

/// Records the number and duration of responses by route. Paths would be too many, because they contain ids.
pub async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    #[allow(
        clippy::disallowed_methods,
        reason = "only how long it takes is measured"
    )]
    let start = Instant::now();
    let method = request.method().to_string();
    let answer = next.call(request).await?;
    let route = answer
        .request()
        .match_pattern()
        .unwrap_or_else(|| "unknown".into());
    let status = answer.status().as_u16().to_string();
    // The duration of a request that asked to wait says nothing about the speed of the server.
    if !answer.headers().contains_key(PREFERENCE_APPLIED) {
        histogram!("http_request_duration_seconds", "method" => method.clone(), "route" => route.clone())
            .record(start.elapsed());
    }
    counter!("http_requests_total", "method" => method, "route" => route, "status" => status)
        .increment(1);
    Ok(answer)
}

/// Creates the server of `/metrics`, and returns it with its addresses.
pub fn server(
    handle: PrometheusHandle,
    bind: std::net::SocketAddr,
) -> std::io::Result<(Server, Vec<std::net::SocketAddr>)> {
    let server = HttpServer::new(move || {
        let handle = handle.clone();
        App::new().route(
            "/metrics",
            web::get().to(move || {
                let handle = handle.clone();
                async move {
                    handle.run_upkeep();
                    HttpResponse::Ok()
                        .content_type("text/plain; version=0.0.4")
                        .body(handle.render())
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
