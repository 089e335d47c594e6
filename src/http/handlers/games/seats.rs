//! Taking and giving up seats: joining, bots, leaving, starting, cancelling and resigning.

use actix_web::{HttpResponse, post, web::Data};

use crate::{
    http::{
        dto::{
            game::GameBody,
            new_game::{JoinBody, SeatBotBody},
        },
        extract::{
            bearer::Bearer,
            id::Id,
            json::{Json, OptionalJson},
        },
        openapi::responses::problems,
        params::path::GamePath,
        problem::Problem,
        respond::etag::etag,
    },
    service::Service,
    types::id::GameId,
};

/// A game that the caller just changed.
pub(super) fn changed(game: GameBody) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("ETag", etag(game.version())))
        .json(game)
}

problems!(JoinProblems: Malformed, Unauthenticated, NotFound, GameNotOpen, AlreadySeated, TooLarge, UnsupportedMediaType, Invalid);

/// Takes a seat in a game.
///
/// A full table starts by itself. A private game is joined with its code, or by an invitation without it.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    request_body(content = Option<JoinBody>),
    responses((status = 200, description = "The game, in which the caller has a seat now.", body = GameBody), JoinProblems)
)]
#[post("/v1/games/{id}/join")]
pub async fn join_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    body: OptionalJson<JoinBody>,
) -> Result<HttpResponse, Problem> {
    let entropy = body.0.entropy()?;
    let code = body.0.join_code.as_deref();
    let game = service.join(id.0, bearer.token(), code, entropy).await?;
    Ok(changed(game.into()))
}

problems!(SeatBotProblems: Malformed, Unauthenticated, Forbidden, NotFound, GameNotOpen, TooLarge, UnsupportedMediaType, Invalid);

/// Gives a free seat to a bot.
///
/// For the creator of the game. A full table starts by itself. The bot moves as soon as it is its turn.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    request_body(content = SeatBotBody),
    responses((status = 200, description = "The game, in which the bot has a seat now.", body = GameBody), SeatBotProblems)
)]
#[post("/v1/games/{id}/bots")]
pub async fn seat_bot(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    body: Json<SeatBotBody>,
) -> Result<HttpResponse, Problem> {
    let bot = body.value.try_into()?;
    let game = service.seat_bot(id.0, bearer.token(), bot).await?;
    Ok(changed(game.into()))
}

problems!(LeaveProblems: Unauthenticated, Forbidden, NotFound, GameNotOpen);

/// Gives up a seat before the start.
///
/// When nobody is left, the game is called off. When its creator leaves, the one who joined next may start it.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The game, without the caller.", body = GameBody), LeaveProblems)
)]
#[post("/v1/games/{id}/leave")]
pub async fn leave_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.leave(id.0, bearer.token()).await?.into()))
}

problems!(StartProblems: Unauthenticated, Forbidden, NotFound, GameNotOpen, Invalid);

/// Starts a game with those who have joined.
///
/// For its creator, once as many have joined as the game needs.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The game, dealt.", body = GameBody), StartProblems)
)]
#[post("/v1/games/{id}/start")]
pub async fn start_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.start(id.0, bearer.token()).await?.into()))
}

/// Calls off a game that has not started.
///
/// For its creator.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The game, called off.", body = GameBody), LeaveProblems)
)]
#[post("/v1/games/{id}/cancel")]
pub async fn cancel_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.cancel(id.0, bearer.token()).await?.into()))
}

problems!(ResignProblems: Unauthenticated, Forbidden, NotFound, NotYourTurn, GameOver);

/// Leaves a running game for good.
///
/// The caller's moves are made for them from then on, by a fixed rule that reveals nothing, and they stand behind
/// everyone who stays. When only one player is left, the game is over.
#[utoipa::path(
    tag = "play",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The game, without the caller.", body = GameBody), ResignProblems)
)]
#[post("/v1/games/{id}/resign")]
pub async fn resign_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.resign(id.0, bearer.token()).await?.into()))
}
