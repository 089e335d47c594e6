//! Looking at games.

use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::game::{GameBody, LogBody},
        headers::{Bearer, etag, has_version},
        openapi::problems,
        problem::Problem,
        query::{Id, LogQuery, LookQuery, Query},
    },
    record::{file::Record, id::GameId},
    service::{Service, watch::Look},
};

problems!(GameProblems: Malformed, Unauthenticated, Forbidden, NotFound, Invalid);

/// A game, as the caller may see it.
///
/// Public games can be seen by everyone, private ones by those who have a seat. The entity tag is the version.
#[utoipa::path(
    tag = "watch",
    security((), ("token" = [])),
    params(
        ("id" = GameId, Path, description = "The game."),
        LookQuery,
        ("If-None-Match" = Option<String>, Header, description = "The entity tag that the caller has."),
    ),
    responses(
        (status = 200, description = "The game.", body = GameBody, headers(("ETag" = String, description = "The version, in quotes."))),
        (status = 304, description = "The caller has this version."),
        GameProblems
    )
)]
#[get("/v1/games/{id}")]
pub async fn show_game(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    query: Query<LookQuery>,
) -> Result<HttpResponse, Problem> {
    let look = Look {
        at: query.0.at()?,
        eyes: query.0.eyes()?,
    };
    let with_moves = query.0.includes_legal_moves()?;
    let seen = service.look(id.0, bearer.token(), look).await?;
    let version = seen.stored.game.version;
    let mut response = if has_version(&request, version) {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header(("ETag", etag(version)))
        // The same address shows different things to different callers.
        .insert_header(("Cache-Control", "private, no-cache"))
        .insert_header(("Vary", "Authorization"));
    if has_version(&request, version) {
        return Ok(response.finish());
    }
    let legal = with_moves.then(|| seen.legal_moves());
    let game = GameBody::from(seen);
    Ok(match legal {
        Some(legal) => response.json(game.with_legal_moves(legal)),
        None => response.json(game),
    })
}

/// The log of a game, as the caller may see it.
///
/// Every entry shows its hash; each hash is made of the one before it and the whole entry, so that whoever kept one
/// hash can tell later that nothing before it was changed.
#[utoipa::path(
    tag = "watch",
    security((), ("token" = [])),
    params(("id" = GameId, Path, description = "The game."), LogQuery),
    responses((status = 200, description = "The entries.", body = LogBody), GameProblems)
)]
#[get("/v1/games/{id}/log")]
pub async fn show_log(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    query: Query<LogQuery>,
) -> Result<Body<LogBody>, Problem> {
    let (after, most, eyes) = (query.0.after()?, query.0.most()?, query.0.eyes()?);
    let page = service.log(id.0, bearer.token(), after, most, eyes).await?;
    Ok(Body(page.into()))
}

problems!(RecordProblems: Unauthenticated, NotFound, GameNotOver);

/// The record of a finished game, as a file to keep.
///
/// Holds everything: the seed, every shuffle, the whole log. It can be replayed and checked without this server.
#[utoipa::path(
    tag = "watch",
    security((), ("token" = [])),
    params(("id" = GameId, Path, description = "The game.")),
    responses(
        (status = 200, description = "The record.", body = Record, headers(("Content-Disposition" = String, description = "The name of the file."))),
        RecordProblems
    )
)]
#[get("/v1/games/{id}/record")]
pub async fn download_record(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
) -> Result<HttpResponse, Problem> {
    let record = service.record(id.0, bearer.token()).await?;
    let name = format!(
        "attachment; filename=\"{}-{}.json\"",
        record.kind, record.id
    );
    Ok(HttpResponse::Ok()
        .insert_header(("Content-Disposition", name))
        .json(record))
}
