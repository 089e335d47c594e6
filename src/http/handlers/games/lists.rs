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
        .lobby(bearer.token(), filter.0.try_into()?, after, page.0.limit()?)
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
    let (filter, limit) = (filter.0.try_into()?, page.0.limit()?);
    let weak = |tag: &str| format!("W/\"{tag}\"");
    let knows = |tag: &str| has_tag(&request, &weak(tag));
    let inbox = service
        .inbox(bearer.token(), filter, after, limit, knows)
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
