//! Viewing games and their logs.

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
        games::view::{LongPoll, ViewQuery},
    },
    types::id::GameId,
};

problems!(GameProblems: Malformed, Unauthenticated, Forbidden, NotFound, Invalid);

/// Get a game, as the caller may see it.
///
/// Public games are visible to everyone, private games to players with a seat or an invitation. The entity tag is the
/// version of the game. With `Prefer: wait=25` and the caller's current tag in `If-None-Match`, the server waits up to
/// 25 seconds for a new version, and answers 304 if there is none.
#[utoipa::path(
    tag = "watch",
    security((), ("token" = [])),
    params(
        GamePath,
        ViewParams,
        IfNoneMatchHeader,
        ("Prefer" = Option<String>, Header, description = "`wait=N`: waits up to so many seconds, 60 at most, for a version that is not in `If-None-Match`. An answer that was ready to wait says so in `Preference-Applied`."),
    ),
    responses(
        (status = 200, description = "The game.", body = GameBody, headers(("ETag" = String, description = "The version of the game, in quotes."))),
        (status = 304, description = "The caller already has this version.", headers(("ETag" = String, description = "The version of the game, in quotes."))),
        GameProblems
    )
)]
#[get("")]
pub async fn show_game(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    prefer: Prefer,
    id: Id<GameId>,
    params: Query<ViewParams>,
) -> Result<HttpResponse, Problem> {
    let query = ViewQuery {
        at: params.0.at()?,
        view_as: params.0.viewer()?,
    };
    let with_moves = params.0.includes_legal_moves()?;
    // A past version can't change, and a client without a tag has nothing to wait for.
    let has_tag = request.headers().contains_key(header::IF_NONE_MATCH);
    let wait = prefer.wait.filter(|_| query.is_live() && has_tag);
    let has = |version| has_version(&request, version);
    let (id, token) = (id.0, bearer.token());
    let polled = match wait {
        Some(timeout) => {
            service
                .view_when_changed(id, token, query, has, timeout)
                .await?
        }
        None if has_tag => service.view_if_changed(id, token, query, has).await?,
        None => LongPoll::Changed(Box::new(service.view(id, token, query).await?)),
    };
    let (mut response, version) = match &polled {
        LongPoll::Changed(seen) => (HttpResponse::Ok(), seen.stored.game.version),
        LongPoll::Unchanged(version) => (HttpResponse::NotModified(), *version),
    };
    response
        .insert_header(("ETag", etag(version)))
        // The response depends on the caller.
        .insert_header(PRIVATE_NO_CACHE)
        .insert_header(("Vary", "Authorization"));
    if wait.is_some() {
        response.insert_header((PREFERENCE_APPLIED, "wait"));
    }
    let LongPoll::Changed(seen) = polled else {
        return Ok(response.finish());
    };
    let legal = with_moves.then(|| seen.legal_moves());
    let game = GameBody::from(*seen);
    Ok(match legal {
        Some(legal) => response.json(game.with_legal_moves(legal)),
        None => response.json(game),
    })
}

/// Get the log of a game, as the caller may see it.
///
/// Every entry has a hash, computed from the previous hash and the complete entry. A player who has kept one hash can
/// later verify that no earlier entry was changed.
#[utoipa::path(
    tag = "watch",
    security((), ("token" = [])),
    params(GamePath, LogQuery),
    responses((status = 200, description = "The entries.", body = LogBody), GameProblems)
)]
#[get("/log")]
pub async fn show_log(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    query: Query<LogQuery>,
) -> Result<Body<LogBody>, Problem> {
    let (after, limit, viewer) = (query.0.after()?, query.0.limit()?, query.0.viewer()?);
    let page = service
        .log(id.0, bearer.token(), after, limit, viewer)
        .await?;
    Ok(Body(page.into()))
}
