//! Event streams: one game, or all games of a player.

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use futures_util::{Stream, StreamExt as _, stream};
use serde_json::Value;

use crate::{
    game::shown::ShownEntry,
    http::{
        extract::{bearer::Bearer, id::Id},
        openapi::responses::problems,
        params::{Query, events::EventsQuery, header::LastEventIdHeader, path::GamePath},
        problem::Problem,
        respond::sse::{self, KEEP_ALIVE},
    },
    service::{
        Service,
        feeds::{
            cursor::FeedCursor,
            game::{FeedUpdate, GameFeed},
            player::{FeedEvent, PlayerFeed, Start},
        },
    },
    types::id::GameId,
};

problems!(GameEventsProblems: Malformed, Unauthenticated, NotFound);

/// Stream the log of a game.
///
/// A stream of server-sent events. Each event is an entry of the log, as the caller may see it: its `id` is the
/// position in the log, its `event` the type of the entry, and its `data` the entry. The stream starts with the first
/// entry, or after the last event that the client received, and ends after the last entry of a finished game. A client
/// that already has every entry of a finished game gets 204, and should not reconnect. Comments keep the connection
/// alive.
#[utoipa::path(
    tag = "watch",
    security((), ("token" = [])),
    params(
        GamePath,
        EventsQuery,
        LastEventIdHeader,
    ),
    responses(
        (status = 200, description = "The events. The data of each is an `Entry`.", body = String, content_type = "text/event-stream"),
        (status = 204, description = "The game is over, and the client already has all entries."),
        GameEventsProblems
    )
)]
#[get("/events")]
pub async fn game_events(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    id: Id<GameId>,
    query: Query<EventsQuery>,
) -> Result<HttpResponse, Problem> {
    let after = match sse::last_event_id(&request, query.0.after)? {
        None => 0,
        Some(seq) => seq.parse().map_err(|_| {
            Problem::malformed(
                "/after",
                "The id of an event must be its position in the log.",
            )
        })?,
    };
    Ok(match service.game_feed(id.0, bearer.0, after).await? {
        Some(events) => sse::answer(&request, of_a_game(events)),
        None => HttpResponse::NoContent().finish(),
    })
}

fn of_a_game(events: GameFeed) -> impl Stream<Item = String> {
    stream::unfold(events, |mut events| async {
        let piece = match events.next(KEEP_ALIVE).await {
            FeedUpdate::Events(entries) => entries.iter().map(entry).collect::<Option<String>>()?,
            FeedUpdate::Idle => sse::COMMENT.into(),
            FeedUpdate::End => return None,
        };
        Some((piece, events))
    })
}

/// Formats an entry as an event. `None` ends the stream, but serialization cannot fail for an entry.
fn entry(entry: &ShownEntry) -> Option<String> {
    sse::event(&entry.seq.to_string(), entry.body.name(), entry).ok()
}

problems!(MyEventsProblems: Unauthenticated, Invalid);

/// Stream the events of all of the caller's games.
///
/// A stream of server-sent events like the stream of one game, with the id of the game as `game` in the data. The `id`
/// of an event is an opaque position in all of the caller's games. The entries of each game are sent in order. The
/// stream starts with the first entries of all unfinished games, or after the last event that the client received.
/// Games that the caller joins are added, and games that the caller leaves are removed. The server does not end the
/// stream.
#[utoipa::path(
    tag = "watch",
    security(("token" = [])),
    params(
        EventsQuery,
        LastEventIdHeader,
    ),
    responses(
        (status = 200, description = "The events. The data of each is an `Entry` with the id of its game as `game`.", body = String, content_type = "text/event-stream"),
        MyEventsProblems
    )
)]
#[get("/events")]
pub async fn my_events(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    query: Query<EventsQuery>,
) -> Result<HttpResponse, Problem> {
    let start = match sse::last_event_id(&request, query.0.after)?.as_deref() {
        None => Start::FirstEntries,
        Some("now") => Start::Now,
        Some(position) => Start::After(
            FeedCursor::parse(position)
                .ok_or_else(|| Problem::invalid("/after", "This event id is not valid."))?,
        ),
    };
    let events = service.player_feed(bearer.0, start).await?;
    let position = sse::position(&events.cursor().to_string());
    let first = stream::iter([position]);
    Ok(sse::answer(&request, first.chain(of_a_player(events))))
}

fn of_a_player(events: PlayerFeed) -> impl Stream<Item = String> {
    stream::unfold(events, |mut events| async {
        let piece = match events.next(KEEP_ALIVE).await {
            FeedUpdate::Events(events) => {
                events.iter().map(feed_event).collect::<Option<String>>()?
            }
            FeedUpdate::Idle => sse::COMMENT.into(),
            FeedUpdate::End => return None,
        };
        Some((piece, events))
    })
}

fn feed_event(event: &FeedEvent) -> Option<String> {
    // The first entry of a log names the game already; the same name twice would be no JSON.
    let mut data = serde_json::to_value(&event.entry).ok()?;
    if let Value::Object(fields) = &mut data {
        fields.insert("game".into(), event.game.to_string().into());
    }
    sse::event(&event.id, event.entry.body.name(), &data).ok()
}
