//! Creating games.

use actix_web::{HttpResponse, post, web::Data};

use crate::{
    http::{
        dto::{game::GameBody, new_game::NewGameBody},
        extract::{bearer::Bearer, idempotency_key::IdempotencyKey, json::Json},
        openapi::responses::problems,
        params::header::IdempotencyKeyHeader,
        problem::Problem,
        respond::etag::etag,
    },
    service::Service,
};

problems!(CreateGameProblems: Malformed, Unauthenticated, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Create a game.
///
/// The caller takes the first seat. The server commits to the secret seed of all deals before any other player joins.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The game.", body = GameBody), CreateGameProblems)
)]
#[post("")]
pub async fn create_game(
    service: Data<Service>,
    bearer: Bearer,
    key: IdempotencyKey,
    body: Json<NewGameBody>,
) -> Result<HttpResponse, Problem> {
    let new = body.value.try_into()?;
    let key = key.of(&body.raw);
    let game = GameBody::from(service.create_game(bearer.token(), new, key).await?);
    Ok(HttpResponse::Created()
        .insert_header(("ETag", etag(game.version())))
        .insert_header(("Location", format!("/v1/games/{}", game.id())))
        .json(game))
}
