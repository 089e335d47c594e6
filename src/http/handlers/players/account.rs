//! The accounts of players.

use actix_web::{
    HttpResponse, delete, get, patch, post,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::player::{NameBody, PlayerBody, PlayerDataBody, RegisteredBody},
        extract::{address::Address, bearer::Bearer, idempotency_key::IdempotencyKey, json::Json},
        openapi::responses::problems,
        params::header::IdempotencyKeyHeader,
        problem::Problem,
        respond::cache::NO_STORE,
    },
    service::{Service, players::name::Name},
};

fn name(body: &NameBody) -> Result<Name, Problem> {
    Name::new(&body.name).map_err(|error| {
        Problem::invalid("/name", format_args!("This name is not valid: {error}."))
    })
}

problems!(RegisterProblems: Malformed, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Register a player.
///
/// No token is required. The response contains the player's token, which is not shown again.
#[utoipa::path(
    tag = "players",
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The player and their token.", body = RegisteredBody), RegisterProblems)
)]
#[post("/v1/players")]
pub async fn register(
    service: Data<Service>,
    address: Address,
    key: IdempotencyKey,
    body: Json<NameBody>,
) -> Result<HttpResponse, Problem> {
    let name = name(&body.value)?;
    let key = key.of(&body.raw);
    let registered = service.register(name, &address.0, key).await?;
    Ok(HttpResponse::Created()
        .insert_header(NO_STORE)
        .json(RegisteredBody::from(registered)))
}

problems!(MeProblems: Unauthenticated);

/// Get the caller's account.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "The caller.", body = PlayerBody), MeProblems)
)]
#[get("")]
pub async fn me(service: Data<Service>, bearer: Bearer) -> Result<Body<PlayerBody>, Problem> {
    Ok(Body(service.identify(bearer.token()).await?.into()))
}

problems!(RenameProblems: Malformed, Unauthenticated, TooLarge, UnsupportedMediaType, Invalid);

/// Rename the caller.
///
/// All games show the new name, including finished ones.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "The caller with the new name.", body = PlayerBody), RenameProblems)
)]
#[patch("")]
pub async fn rename_me(
    service: Data<Service>,
    bearer: Bearer,
    body: Json<NameBody>,
) -> Result<Body<PlayerBody>, Problem> {
    let name = name(&body.value)?;
    Ok(Body(service.rename(bearer.token(), name).await?.into()))
}

/// Delete the caller's account.
///
/// The name, tokens and webhooks are deleted. The caller leaves games that have not started and resigns from running
/// games. The games remain, with an unnamed seat.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 204, description = "The account was deleted."), MeProblems)
)]
#[delete("")]
pub async fn delete_me(service: Data<Service>, bearer: Bearer) -> Result<HttpResponse, Problem> {
    service.forget(bearer.token()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Get all data that the server stores about the caller.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "All stored data.", body = PlayerDataBody), MeProblems)
)]
#[get("/data")]
pub async fn my_data(
    service: Data<Service>,
    bearer: Bearer,
) -> Result<Body<PlayerDataBody>, Problem> {
    Ok(Body(service.player_data(bearer.token()).await?.into()))
}
