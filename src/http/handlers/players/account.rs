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
    Name::new(&body.name)
        .map_err(|error| Problem::invalid("/name", format_args!("A name can't be taken: {error}.")))
}

problems!(RegisterProblems: Malformed, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Registers a player.
///
/// Needs no token. The answer holds the token that the player is known by from then on; it is shown this once.
#[utoipa::path(
    tag = "players",
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The player, and the token that they are known by.", body = RegisteredBody), RegisterProblems)
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

/// The caller.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "The caller.", body = PlayerBody), MeProblems)
)]
#[get("/v1/me")]
pub async fn me(service: Data<Service>, bearer: Bearer) -> Result<Body<PlayerBody>, Problem> {
    Ok(Body(service.identify(bearer.token()).await?.into()))
}

problems!(RenameProblems: Malformed, Unauthenticated, TooLarge, UnsupportedMediaType, Invalid);

/// Gives the caller another name.
///
/// Games show it from then on, finished ones too.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "The caller, under the new name.", body = PlayerBody), RenameProblems)
)]
#[patch("/v1/me")]
pub async fn rename_me(
    service: Data<Service>,
    bearer: Bearer,
    body: Json<NameBody>,
) -> Result<Body<PlayerBody>, Problem> {
    let name = name(&body.value)?;
    Ok(Body(service.rename(bearer.token(), name).await?.into()))
}

/// Deletes the caller.
///
/// Name, tokens and webhooks are forgotten. Games that have not started are left, running ones resigned; every game stays for
/// the others, with a seat that has no name.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 204, description = "The caller is forgotten."), MeProblems)
)]
#[delete("/v1/me")]
pub async fn delete_me(service: Data<Service>, bearer: Bearer) -> Result<HttpResponse, Problem> {
    service.forget(bearer.token()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Everything that is held about the caller.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "Everything that is held.", body = PlayerDataBody), MeProblems)
)]
#[get("/v1/me/data")]
pub async fn my_data(
    service: Data<Service>,
    bearer: Bearer,
) -> Result<Body<PlayerDataBody>, Problem> {
    Ok(Body(service.player_data(bearer.token()).await?.into()))
}
