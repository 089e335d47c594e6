//! Moves.

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

/// The caller's legal moves.
#[utoipa::path(
    tag = "play",
    security(("token" = [])),
    params(GamePath),
    responses((status = 200, description = "The legal moves; none when it is not the caller's turn.", body = LegalMovesBody), LegalMovesProblems)
)]
#[get("/v1/games/{id}/legal-moves")]
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

/// Makes a move.
///
/// A move that was stored already, sent again with the same version, is answered like the first time, with 200: a
/// client that lost the answer simply sends it again.
#[utoipa::path(
    tag = "play",
    security(("token" = [])),
    params(GamePath, DryRunQuery),
    responses(
        (status = 200, description = "The move had been stored before: the game as it stood then. Or with `dry_run`: the move would be legal.", body = inline(RepeatedOrDry)),
        (status = 201, description = "The move is stored: the game as the caller now sees it.", body = GameBody),
        MoveProblems
    )
)]
#[post("/v1/games/{id}/moves")]
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

/// What a move is answered with that is not stored now.
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
