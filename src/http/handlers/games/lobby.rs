//! Before a game starts, and the lists of games.

use actix_web::{
    HttpRequest, HttpResponse, get, post,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::{
            game::{GameBody, GamesBody},
            new_game::{JoinBody, NewGameBody, SeatBotBody},
        },
        extract::{
            body::{Json, OptionalJson},
            headers::{Bearer, IdempotencyKey, etag, has_tag},
        },
        openapi::responses::problems,
        params::{
            cursor,
            header::{IdempotencyKeyHeader, IfNoneMatchHeader},
            path::GamePath,
            query::{Id, InboxQuery, LobbyQuery, PageQuery, Query},
        },
        problem::Problem,
    },
    service::Service,
    types::id::GameId,
};

problems!(CreateGameProblems: Malformed, Unauthenticated, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Creates a game.
///
/// The caller takes the first seat. The server commits to the secret that all deals follow from, before anyone else
/// joins.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The game.", body = GameBody), CreateGameProblems)
)]
#[post("/v1/games")]
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

problems!(ListProblems: Malformed, Unauthenticated, Invalid);

/// The lobby: public games, the newest first.
#[utoipa::path(
    tag = "lobby",
    security((), ("token" = [])),
    params(LobbyQuery, PageQuery),
    responses((status = 200, description = "A page of games.", body = GamesBody), ListProblems)
)]
#[get("/v1/games")]
pub async fn list_games(
    service: Data<Service>,
    bearer: Bearer,
    filter: Query<LobbyQuery>,
    page: Query<PageQuery>,
) -> Result<Body<GamesBody>, Problem> {
    let after = cursor::lobby(page.0.cursor.as_deref())?;
    let games = service
        .lobby(bearer.token(), filter.0.try_into()?, after, page.0.most()?)
        .await?;
    Ok(Body(GamesBody::new(games, |id| id.to_string())))
}

/// The caller's games, and those that they are invited to: the most urgent first.
///
/// Those with the earliest deadline come first, those without one behind them; among equals the one in which somebody
/// has been waiting for the longest time.
///
/// The entity tag changes whenever another game comes onto the page, or something happens in one of them. It is a weak
/// one: a player's new name does not change it.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(
        InboxQuery,
        PageQuery,
        IfNoneMatchHeader,
    ),
    responses(
        (status = 200, description = "A page of games.", body = GamesBody, headers(("ETag" = String, description = "Names what is on the page."))),
        (status = 304, description = "The caller has this page.", headers(("ETag" = String, description = "Names what is on the page."))),
        ListProblems
    )
)]
#[get("/v1/me/games")]
pub async fn my_games(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    filter: Query<InboxQuery>,
    page: Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let after = cursor::inbox(page.0.cursor.as_deref())?;
    let (filter, most) = (filter.0.try_into()?, page.0.most()?);
    let weak = |tag: &str| format!("W/\"{tag}\"");
    let knows = |tag: &str| has_tag(&request, &weak(tag));
    let inbox = service
        .inbox(bearer.token(), filter, after, most, knows)
        .await?;
    let mut response = match inbox.page {
        Some(_) => HttpResponse::Ok(),
        None => HttpResponse::NotModified(),
    };
    response
        .insert_header(("ETag", weak(&inbox.tag)))
        .insert_header(("Cache-Control", "private, no-cache"))
        .insert_header(("Vary", "Authorization"));
    Ok(match inbox.page {
        Some(page) => response.json(GamesBody::new(page, cursor::write_inbox)),
        None => response.finish(),
    })
}

/// A game that the caller just changed.
pub(in crate::http::handlers) fn changed(game: GameBody) -> HttpResponse {
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
