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

/// The caller's vacation, and how much is left.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "The vacation that the caller is on, and how much is left.", body = VacationsBody), VacationProblems)
)]
#[get("/v1/me/vacation")]
pub async fn my_vacation(
    service: Data<Service>,
    bearer: Bearer,
) -> Result<Body<VacationsBody>, Problem> {
    Ok(Body(service.vacations(bearer.token()).await?.into()))
}

problems!(StartVacationProblems: Malformed, Unauthenticated, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Stops the caller's clocks.
///
/// From now on, in all games: deadlines move back by as much. A player can be on vacation for 30 days in any 365.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The vacation that the caller is on now, and how much is left.", body = VacationsBody), StartVacationProblems)
)]
#[post("/v1/me/vacation")]
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

/// Ends the caller's vacation now.
///
/// What is left of it can be taken another time. Without a vacation nothing happens.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 204, description = "The caller's clocks run again."), VacationProblems)
)]
#[delete("/v1/me/vacation")]
pub async fn end_vacation(service: Data<Service>, bearer: Bearer) -> Result<HttpResponse, Problem> {
    service.end_vacation(bearer.token()).await?;
    Ok(HttpResponse::NoContent().finish())
}
