//! The HTTP server: routes, and the middleware around them.

use std::{io, net::SocketAddr, num::NonZeroUsize};

use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer, ResponseError as _,
    dev::Server,
    http::header,
    middleware::{Compress, from_fn},
    web::{self, Data},
};
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt as _;
use utoipa_swagger_ui::{Config as SwaggerConfig, SwaggerUi};

use crate::{
    http::{
        extract::json,
        middleware::{
            head, metrics,
            rate::{self, RateLimit},
        },
        openapi::{self, published::Published},
        problem::{Code, Problem},
        respond::sse,
        routes::routes,
    },
    service::Service,
};

/// How long a graceful shutdown waits for requests that have begun, in seconds.
const SHUTDOWN_TIMEOUT: u64 = 10;

/// Binds an HTTP server for a service. Returns it together with its address; it serves requests once it is awaited.
pub fn bind(
    service: Service,
    address: SocketAddr,
    workers: Option<NonZeroUsize>,
    rate_limit: RateLimit,
) -> io::Result<(Server, SocketAddr)> {
    let document = Data::new(openapi::published());
    let mut server = HttpServer::new(move || {
        let (app, _) = App::new()
            .into_utoipa_app()
            .app_data(Data::new(service.clone()))
            .app_data(document.clone())
            .app_data(Data::new(rate_limit.clone()))
            .app_data(web::PayloadConfig::new(json::LARGEST))
            .configure(routes)
            .split_for_parts();
        // The validity badge would be loaded from another site.
        let docs = SwaggerUi::new("/docs/{_:.*}")
            .config(SwaggerConfig::new(["/openapi.json"]).validator_url("none"));
        app.service(docs)
            .service(web::redirect("/docs", "/docs/"))
            .default_service(web::to(no_such_route))
            .wrap(from_fn(head::as_get))
            .wrap(from_fn(rate::limit))
            .wrap(Compress::default())
            .wrap(from_fn(sse::uncompressed))
            .wrap(from_fn(metrics::count))
            .wrap(TracingLogger::default())
    })
    .disable_signals()
    .shutdown_timeout(SHUTDOWN_TIMEOUT);
    if let Some(workers) = workers {
        server = server.workers(workers.get());
    }
    let server = server.bind(address)?;
    let address = server.addrs().first().copied().unwrap_or(address);
    Ok((server.run(), address))
}

/// The response to a request that no route matches.
async fn no_such_route(request: HttpRequest, document: Data<Published>) -> HttpResponse {
    let methods = document.methods(request.path());
    if methods.is_empty() {
        return Problem::new(Code::NotFound, "There is nothing at this address.").error_response();
    }
    let allowed = methods.join(", ");
    let detail = format!("This address supports {allowed}.");
    let mut response = Problem::new(Code::MethodNotAllowed, detail).error_response();
    if let Ok(allowed) = header::HeaderValue::from_str(&allowed) {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
    response
}
