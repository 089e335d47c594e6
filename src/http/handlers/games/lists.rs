//! Lists of games: the lobby, and a player's inbox.

use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::game::GamesBody,
        extract::bearer::Bearer,
        openapi::responses::problems,
        params::{
            Query, cursor, header::IfNoneMatchHeader, inbox::InboxQuery, lobby::LobbyQuery,
            page::PageQuery,
        },
        problem::Problem,
        respond::{cache::PRIVATE_NO_CACHE, etag::has_tag},
    },
    service::Service,
};

problems!(ListProblems: Malformed, Unauthenticated, Invalid);

/// List the public games, newest first.
#[utoipa::path(
    tag = "lobby",
    security((), ("token" = [])),
    params(LobbyQuery, PageQuery),
    responses((status = 200, description = "A page of games.", body = GamesBody), ListProblems)
)]
#[get("")]
pub async fn list_games(
    service: Data<Service>,
    bearer: Bearer,
    filter: Query<LobbyQuery>,
    page: Query<PageQuery>,
) -> Result<Body<GamesBody>, Problem> {
    let after = cursor::lobby(page.0.cursor.as_deref())?;
    let games = service
        .lobby(bearer.token(), filter.0.try_into()?, after, page.0.limit()?)
        .await?;
    Ok(Body(GamesBody::new(games, |id| id.to_string())))
}

/// List the caller's games and invitations, most urgent first.
///
/// Games are sorted by deadline, earliest first, with games without a deadline last. Games with equal deadlines are
/// sorted by the time that they have been waiting for a move, longest first.
///
/// The entity tag changes when the page lists other games, or when one of its games changes. It is weak: renaming a
/// player does not change it.
#[utoipa::path(
    tag = "lobby",
    security(("token" = [])),
    params(
        InboxQuery,
        PageQuery,
        IfNoneMatchHeader,
    ),
    responses(
        (status = 200, description = "A page of games.", body = GamesBody, headers(("ETag" = String, description = "The entity tag of the page."))),
        (status = 304, description = "The caller already has this page.", headers(("ETag" = String, description = "The entity tag of the page."))),
        ListProblems
    )
)]
#[get("/games")]
pub async fn my_games(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    filter: Query<InboxQuery>,
    page: Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let after = cursor::inbox(page.0.cursor.as_deref())?;
    let (filter, limit) = (filter.0.try_into()?, page.0.limit()?);
    let weak = |tag: &str| format!("W/\"{tag}\"");
    let has = |tag: &str| has_tag(&request, &weak(tag));
    let inbox = service
        .inbox(bearer.token(), filter, after, limit, has)
        .await?;
    let mut response = match inbox.page {
        Some(_) => HttpResponse::Ok(),
        None => HttpResponse::NotModified(),
    };
    response
        .insert_header(("ETag", weak(&inbox.tag)))
        .insert_header(PRIVATE_NO_CACHE)
        .insert_header(("Vary", "Authorization"));
    Ok(match inbox.page {
        Some(page) => response.json(GamesBody::new(page, cursor::write_inbox)),
        None => response.finish(),
    })
}
