//! Making moves.

use actix_web::{
    HttpResponse, get, post,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::{
            game::GameBody,
            moves::{DryRunBody, LegalMovesBody, MoveBody},
        },
        extract::{bearer::Bearer, id::Id, json::Json},
        openapi::responses::problems,
        params::{Query, moves::DryRunQuery, path::GamePath},
        problem::Problem,
        respond::etag::etag,
    },
    service::{Service, games::play::Played},
    types::id::GameId,
};

problems!(LegalMovesProblems: Unauthenticated, Forbidden, NotFound);

/// List the caller's legal moves.
#[utoipa::path(
    tag = "play",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The legal moves. Empty when it is not the caller's turn.", body = LegalMovesBody), LegalMovesProblems)
)]
#[get("/legal-moves")]
pub async fn legal_moves(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<Body<LegalMovesBody>, Problem> {
    let (version, legal) = service.legal_moves(id.0, bearer.token()).await?;
    Ok(Body(LegalMovesBody {
        version,
        moves: legal.moves,
        open: legal.open,
    }))
}

problems!(MoveProblems: Malformed, Unauthenticated, Forbidden, NotFound, VersionConflict, NotYourTurn, GameOver, TooLarge, UnsupportedMediaType, IllegalMove);

/// Make a move.
///
/// Repeating a stored move with the same version returns the first answer, with status 200. A client that did not
/// receive the answer can therefore send the move again.
#[utoipa::path(
    tag = "play",
    security(("token" = [])),
    params(GamePath, DryRunQuery),
    responses(
        (status = 200, description = "The move had already been stored: the game at that version. With `dry_run`: the move is legal.", body = inline(RepeatedOrDry)),
        (status = 201, description = "The move was stored: the game as the caller now sees it.", body = GameBody),
        MoveProblems
    )
)]
#[post("/moves")]
pub async fn make_move(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    query: Query<DryRunQuery>,
    body: Json<MoveBody>,
) -> Result<HttpResponse, Problem> {
    let dry_run = query.0.dry_run()?;
    let submission = body.value.into();
    let played = service
        .play(id.0, bearer.token(), &submission, dry_run)
        .await?;
    let (mut response, game) = match played {
        Played::Now(seen) => (HttpResponse::Created(), GameBody::from(seen)),
        Played::Before(seen) => (HttpResponse::Ok(), GameBody::from(seen)),
        Played::Legal { version, foresight } => {
            return Ok(HttpResponse::Ok().json(DryRunBody::new(version, foresight)));
        }
    };
    Ok(response
        .insert_header(("ETag", etag(game.version())))
        .json(game))
}

/// The answer to a move that this request did not store: a repeated move or a dry run.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[allow(
    dead_code,
    clippy::large_enum_variant,
    reason = "only its derived schema is used"
)]
#[schema(title = "RepeatedOrDry")]
enum RepeatedOrDry {
    #[schema(title = "Repeated")]
    Repeated(GameBody),
    #[schema(title = "Dry")]
    Dry(DryRunBody),
}
