//! Vacations.

use actix_web::{
    HttpResponse, delete, get, post,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::vacation::{NewVacationBody, VacationsBody},
        extract::{bearer::Bearer, idempotency_key::IdempotencyKey, json::Json},
        openapi::responses::problems,
        params::header::IdempotencyKeyHeader,
        problem::Problem,
    },
    service::Service,
};

problems!(VacationProblems: Unauthenticated);

/// Get the caller's current vacation and remaining vacation time.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "The current vacation and the remaining vacation time.", body = VacationsBody), VacationProblems)
)]
#[get("/vacation")]
pub async fn my_vacation(
    service: Data<Service>,
    bearer: Bearer,
) -> Result<Body<VacationsBody>, Problem> {
    Ok(Body(service.vacations(bearer.token()).await?.into()))
}

problems!(StartVacationProblems: Malformed, Unauthenticated, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Start a vacation, which stops the caller's clocks.
///
/// The vacation starts now and extends the caller's deadlines in all games. The limit is 30 days of vacation in any 365
/// days.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The current vacation and the remaining vacation time.", body = VacationsBody), StartVacationProblems)
)]
#[post("/vacation")]
pub async fn start_vacation(
    service: Data<Service>,
    bearer: Bearer,
    key: IdempotencyKey,
    body: Json<NewVacationBody>,
) -> Result<HttpResponse, Problem> {
    let absence = body.value.try_into()?;
    let key = key.of(&body.raw);
    let vacations = service.start_vacation(bearer.token(), absence, key).await?;
    Ok(HttpResponse::Created().json(VacationsBody::from(vacations)))
}

/// End the caller's vacation now.
///
/// Unused days remain available. Without a current vacation, the request has no effect.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 204, description = "The vacation has ended and the caller's clocks are running."), VacationProblems)
)]
#[delete("/vacation")]
pub async fn end_vacation(service: Data<Service>, bearer: Bearer) -> Result<HttpResponse, Problem> {
    service.end_vacation(bearer.token()).await?;
    Ok(HttpResponse::NoContent().finish())
}
