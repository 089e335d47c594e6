//! The tokens of a player.

use actix_web::{
    HttpResponse, delete, get, post,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::player::{LabelBody, NewTokenBody, TokensBody},
        extract::{bearer::Bearer, id::Id, idempotency_key::IdempotencyKey, json::Json},
        openapi::responses::problems,
        params::{header::IdempotencyKeyHeader, path::TokenPath},
        problem::Problem,
        respond::cache::NO_STORE,
    },
    service::{Service, players::name::Label},
    types::id::TokenId,
};

problems!(TokensProblems: Unauthenticated);

/// List the caller's tokens.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    responses((status = 200, description = "The tokens, without their secrets.", body = TokensBody), TokensProblems)
)]
#[get("/tokens")]
pub async fn my_tokens(
    service: Data<Service>,
    bearer: Bearer,
) -> Result<Body<TokensBody>, Problem> {
    let tokens = service.tokens(bearer.token()).await?;
    Ok(Body(TokensBody {
        items: tokens.into_iter().map(Into::into).collect(),
        next_cursor: None,
    }))
}

problems!(CreateTokenProblems: Malformed, Unauthenticated, NotFound, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Create a token, for example for another device.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The token with its secret, which is not shown again.", body = NewTokenBody), CreateTokenProblems)
)]
#[post("/tokens")]
pub async fn create_token(
    service: Data<Service>,
    bearer: Bearer,
    key: IdempotencyKey,
    body: Json<LabelBody>,
) -> Result<HttpResponse, Problem> {
    let label = Label::new(&body.value.label).map_err(|error| {
        Problem::invalid("/label", format_args!("This label is not valid: {error}."))
    })?;
    let key = key.of(&body.raw);
    let token = service.create_token(bearer.token(), label, key).await?;
    Ok(HttpResponse::Created()
        .insert_header(NO_STORE)
        .json(NewTokenBody::from(token)))
}

problems!(DeleteTokenProblems: Unauthenticated, NotFound);

/// Delete a token.
#[utoipa::path(
    tag = "players",
    security(("token" = [])),
    params(TokenPath),
    responses((status = 204, description = "The token was deleted and is no longer valid."), DeleteTokenProblems)
)]
#[delete("/tokens/{id}")]
pub async fn delete_token(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<TokenId>,
) -> Result<HttpResponse, Problem> {
    service.delete_token(bearer.token(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
