//! Inviting players, answering, and playing a game again.

use actix_web::{HttpResponse, post, web::Data};

use super::seats::changed;
use crate::{
    http::{
        dto::{
            game::GameBody,
            invitation::{InviteBody, InvitedBody},
            new_game::TakeSeatBody,
        },
        extract::{
            bearer::Bearer,
            id::Id,
            idempotency_key::IdempotencyKey,
            json::{Json, OptionalJson},
        },
        openapi::responses::problems,
        params::{header::IdempotencyKeyHeader, path::GamePath},
        problem::Problem,
        respond::etag::etag,
    },
    service::Service,
    types::id::GameId,
};

problems!(InviteProblems: Malformed, Unauthenticated, Forbidden, NotFound, GameNotOpen, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Invites a player to a game that has not started.
///
/// For those who have a seat. The game stands in the inbox of the invited player, who may see it and needs no code to
/// join. The invitation is withdrawn when the game starts or is called off.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(
        GamePath,
        IdempotencyKeyHeader
    ),
    responses(
        (status = 200, description = "The player had been invited already.", body = InvitedBody),
        (status = 201, description = "The player is invited.", body = InvitedBody),
        InviteProblems
    )
)]
#[post("/v1/games/{id}/invitations")]
pub async fn invite(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    key: IdempotencyKey,
    body: Json<InviteBody>,
) -> Result<HttpResponse, Problem> {
    let key = key.of(&body.raw);
    let player = body.value.player_id;
    let invited = service.invite(id.0, bearer.token(), player, key).await?;
    let mut answer = created_or_found(invited.is_new);
    Ok(answer.json(InvitedBody::from(invited)))
}

fn created_or_found(is_new: bool) -> actix_web::HttpResponseBuilder {
    if is_new {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    }
}

problems!(AcceptProblems: Malformed, Unauthenticated, NotFound, GameNotOpen, AlreadySeated, TooLarge, UnsupportedMediaType, Invalid);

/// Accepts an invitation: takes a seat in the game.
///
/// A full table starts by itself.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    request_body(content = Option<TakeSeatBody>),
    responses((status = 200, description = "The game, in which the caller has a seat now.", body = GameBody), AcceptProblems)
)]
#[post("/v1/games/{id}/invitations/accept")]
pub async fn accept_invitation(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    body: OptionalJson<TakeSeatBody>,
) -> Result<HttpResponse, Problem> {
    let entropy = body.0.entropy()?;
    let game = service.accept_invitation(id.0, bearer.token(), entropy);
    Ok(changed(game.await?.into()))
}

problems!(DeclineProblems: Unauthenticated, NotFound, GameNotOpen, AlreadySeated);

/// Declines an invitation.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 204, description = "The caller is not invited any more."), DeclineProblems)
)]
#[post("/v1/games/{id}/invitations/decline")]
pub async fn decline_invitation(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    service.decline_invitation(id.0, bearer.token()).await?;
    Ok(HttpResponse::NoContent().finish())
}

problems!(RematchProblems: Malformed, Unauthenticated, Forbidden, NotFound, GameOver, GameNotOver, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Plays a finished game again.
///
/// For those who had a seat, once for each game: whoever asks first creates the new one, of the same kind and with the
/// same settings, and sits in it with the bots of the old one; the other people are invited. Whoever asks later is
/// shown the same game.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(
        GamePath,
        IdempotencyKeyHeader
    ),
    request_body(content = Option<TakeSeatBody>),
    responses(
        (status = 200, description = "The new game, which somebody had created already.", body = GameBody),
        (status = 201, description = "The new game.", body = GameBody),
        RematchProblems
    )
)]
#[post("/v1/games/{id}/rematch")]
pub async fn rematch(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    key: IdempotencyKey,
    body: OptionalJson<TakeSeatBody>,
) -> Result<HttpResponse, Problem> {
    let OptionalJson(seat, raw) = body;
    let key = key.of(&raw);
    let rematch = service.rematch(id.0, bearer.token(), seat.entropy()?, key);
    let rematch = rematch.await?;
    let mut answer = created_or_found(rematch.is_new);
    let game = GameBody::from(rematch.game);
    Ok(answer
        .insert_header(("ETag", etag(game.version())))
        .insert_header(("Location", format!("/v1/games/{}", game.id())))
        .json(game))
}
