//! Looking at games.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::{game::GameBody, log::LogBody},
        extract::{
            bearer::Bearer,
            id::Id,
            prefer::{PREFERENCE_APPLIED, Prefer},
        },
        openapi::responses::problems,
        params::{
            Query, header::IfNoneMatchHeader, log::LogQuery, path::GamePath, view::ViewParams,
        },
        problem::Problem,
        respond::{
            cache::PRIVATE_NO_CACHE,
            etag::{etag, has_version},
        },
    },
    service::{
        Service,
        games::view::{ViewQuery, Waited},
    },
    types::id::GameId,
};

problems!(GameProblems: Malformed, Unauthenticated, Forbidden, NotFound, Invalid);

/// A game, as the caller may see it.
///
/// Public games can be seen by everyone, private ones by those who have a seat. The entity tag is the version. With
/// `Prefer: wait=25` and the tag that the caller has in `If-None-Match`, the answer waits until the game has another
/// version; 304 comes when the time is over and it has not.
#[utoipa::path(
    tag = "watch",
    security((), ("token" = [])),
    params(
        GamePath,
        ViewParams,
        IfNoneMatchHeader,
        ("Prefer" = Option<String>, Header, description = "`wait=N`: waits up to so many seconds, 60 at limit, for a version that is not in `If-None-Match`. An answer that was ready to wait says so in `Preference-Applied`."),
    ),
    responses(
        (status = 200, description = "The game.", body = GameBody, headers(("ETag" = String, description = "The version, in quotes."))),
        (status = 304, description = "The caller has this version.", headers(("ETag" = String, description = "The version, in quotes."))),
        GameProblems
    )
)]
#[get("/v1/games/{id}")]
pub async fn show_game(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    prefer: Prefer,
    id: Id<GameId>,
    query: Query<ViewParams>,
) -> Result<HttpResponse, Problem> {
    let look = ViewQuery {
        at: query.0.at()?,
        eyes: query.0.eyes()?,
    };
    let with_moves = query.0.includes_legal_moves()?;
    // What can't change is not waited for, nor what the caller does not have.
    let wait = prefer
        .wait
        .filter(|_| look.is_live() && request.headers().contains_key(header::IF_NONE_MATCH));
    let knows = |version| has_version(&request, version);
    let (token, patience) = (bearer.token(), wait.unwrap_or_default());
    let waited = service
        .look_when_new(id.0, token, look, knows, patience)
        .await?;
    let (mut response, version) = match &waited {
        Waited::Changed(seen) => (HttpResponse::Ok(), seen.stored.game.version),
        Waited::Unchanged(version) => (HttpResponse::NotModified(), *version),
    };
    response
        .insert_header(("ETag", etag(version)))
        // The same address shows different things to different callers.
        .insert_header(PRIVATE_NO_CACHE)
        .insert_header(("Vary", "Authorization"));
    if wait.is_some() {
        response.insert_header((PREFERENCE_APPLIED, "wait"));
    }
    let Waited::Changed(seen) = waited else {
        return Ok(response.finish());
    };
    let legal = with_moves.then(|| seen.legal_moves());
    let game = GameBody::from(*seen);
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
    params(GamePath, LogQuery),
    responses((status = 200, description = "The entries.", body = LogBody), GameProblems)
)]
#[get("/v1/games/{id}/log")]
pub async fn show_log(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    query: Query<LogQuery>,
) -> Result<Body<LogBody>, Problem> {
    let (after, limit, eyes) = (query.0.after()?, query.0.limit()?, query.0.eyes()?);
    let page = service
        .log(id.0, bearer.token(), after, limit, eyes)
        .await?;
    Ok(Body(page.into()))
}
