//! The server: health, readiness and the OpenAPI document.

use actix_web::{HttpResponse, get, web::Data};

use crate::{
    http::{
        openapi::{published::Published, responses::problems},
        problem::Problem,
    },
    service::Service,
};

problems!(HealthProblems:);

/// Check that the server is running.
#[utoipa::path(
    tag = "server",
    responses((status = 200, description = "OK", body = String, content_type = "text/plain"), HealthProblems)
)]
#[get("/healthz")]
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that the server is ready, which includes its database connection.
#[utoipa::path(
    tag = "server",
    responses((status = 200, description = "Ready", body = String, content_type = "text/plain"), HealthProblems)
)]
#[get("/readyz")]
pub async fn readyz(service: Data<Service>) -> Result<&'static str, Problem> {
    service.is_ready().await?;
    Ok("ready\n")
}

/// Get this OpenAPI document.
#[utoipa::path(
    tag = "server",
    responses((status = 200, description = "The OpenAPI document.", body = Object), HealthProblems)
)]
#[get("/openapi.json")]
pub async fn openapi_json(document: Data<Published>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(document.json().clone())
}
