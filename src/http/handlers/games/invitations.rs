//! Invitations and rematches.

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

/// Invite a player to a game that has not started.
///
/// Any player with a seat may do this. The game appears in the inbox of the invited player, who may view it and can
/// join without a code. The invitation is withdrawn when the game starts or is cancelled.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(
        GamePath,
        IdempotencyKeyHeader
    ),
    responses(
        (status = 200, description = "The player had already been invited.", body = InvitedBody),
        (status = 201, description = "The player was invited.", body = InvitedBody),
        InviteProblems
    )
)]
#[post("/invitations")]
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

/// Accept an invitation and join the game.
///
/// The game starts when the last seat is taken.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    request_body(content = Option<TakeSeatBody>),
    responses((status = 200, description = "The game with the caller in a seat.", body = GameBody), AcceptProblems)
)]
#[post("/invitations/accept")]
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

/// Decline an invitation.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 204, description = "The invitation was declined."), DeclineProblems)
)]
#[post("/invitations/decline")]
pub async fn decline_invitation(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    service.decline_invitation(id.0, bearer.token()).await?;
    Ok(HttpResponse::NoContent().finish())
}

problems!(RematchProblems: Malformed, Unauthenticated, Forbidden, NotFound, GameOver, GameNotOver, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Create a rematch of a finished game.
///
/// Any player who had a seat may do this. The first request creates a game of the same kind with the same settings,
/// seats the caller and the bots of the finished game, and invites the other players. Later requests return the same
/// new game.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(
        GamePath,
        IdempotencyKeyHeader
    ),
    request_body(content = Option<TakeSeatBody>),
    responses(
        (status = 200, description = "The rematch, which already existed.", body = GameBody),
        (status = 201, description = "The new rematch.", body = GameBody),
        RematchProblems
    )
)]
#[post("/rematch")]
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
