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

/// Returns a game that the caller has just changed, with its entity tag.
pub(super) fn changed(game: GameBody) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("ETag", etag(game.version())))
        .json(game)
}

problems!(JoinProblems: Malformed, Unauthenticated, NotFound, GameNotOpen, AlreadySeated, TooLarge, UnsupportedMediaType, Invalid);

/// Join a game.
///
/// The game starts when the last seat is taken. A private game requires its join code, or an invitation.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    request_body(content = Option<JoinBody>),
    responses((status = 200, description = "The game with the caller in a seat.", body = GameBody), JoinProblems)
)]
#[post("/join")]
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

/// Add a bot to a game.
///
/// Only the host may do this. The game starts when the last seat is taken. The bot moves as soon as it is its turn.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    request_body(content = SeatBotBody),
    responses((status = 200, description = "The game with the bot in a seat.", body = GameBody), SeatBotProblems)
)]
#[post("/bots")]
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

/// Leave a game that has not started.
///
/// When the last player leaves, the game is cancelled. When the host leaves, the player who joined next becomes the
/// host.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The game without the caller.", body = GameBody), LeaveProblems)
)]
#[post("/leave")]
pub async fn leave_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.leave(id.0, bearer.token()).await?.into()))
}

problems!(StartProblems: Unauthenticated, Forbidden, NotFound, GameNotOpen, Invalid);

/// Start a game.
///
/// Only the host may do this, and only when enough players have joined.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The started game.", body = GameBody), StartProblems)
)]
#[post("/start")]
pub async fn start_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.start(id.0, bearer.token()).await?.into()))
}

/// Cancel a game that has not started.
///
/// Only the host may do this.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The cancelled game.", body = GameBody), LeaveProblems)
)]
#[post("/cancel")]
pub async fn cancel_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.cancel(id.0, bearer.token()).await?.into()))
}

problems!(ResignProblems: Unauthenticated, Forbidden, NotFound, NotYourTurn, GameOver);

/// Resign from a running game.
///
/// A fixed rule that reveals nothing makes the caller's remaining moves. The caller ranks behind every player who
/// stays. When only one player is left, the game ends.
#[utoipa::path(
    tag = "play",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The game after the resignation.", body = GameBody), ResignProblems)
)]
#[post("/resign")]
pub async fn resign_game(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    Ok(changed(service.resign(id.0, bearer.token()).await?.into()))
}
