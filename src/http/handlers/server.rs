//! The server itself: whether it lives, whether it can work, what it offers.

use actix_web::{
    HttpResponse, get,
    web::{Bytes, Data},
};

use crate::{
    http::{openapi::responses::problems, problem::Problem},
    service::Service,
};

problems!(HealthProblems:);

/// Whether the server lives.
#[utoipa::path(
    tag = "server",
    responses((status = 200, description = "It does.", body = String, content_type = "text/plain"), HealthProblems)
)]
#[get("/healthz")]
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether the server can work: whether it reaches its database.
#[utoipa::path(
    tag = "server",
    responses((status = 200, description = "It can.", body = String, content_type = "text/plain"), HealthProblems)
)]
#[get("/readyz")]
pub async fn readyz(service: Data<Service>) -> Result<&'static str, Problem> {
    service.is_ready().await?;
    Ok("ready\n")
}

/// The document that describes this API, as JSON.
#[derive(Debug, Clone)]
pub struct Document(pub Bytes);

/// This document.
#[utoipa::path(
    tag = "server",
    responses((status = 200, description = "The description of this API.", body = Object), HealthProblems)
)]
#[get("/openapi.json")]
pub async fn openapi_json(document: Data<Document>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(document.0.clone())
}
