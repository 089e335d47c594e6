//! What happens, as it happens.

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
            game::{GameEvents, Next},
            player::{Begin, FeedEvent, PlayerEvents},
        },
    },
    types::id::GameId,
};

problems!(GameEventsProblems: Malformed, Unauthenticated, NotFound);

/// The log of a game, as it grows.
///
/// A stream of server-sent events: each is an entry of the log, as the caller may see it. The `id` of an event is the
/// position in the log, its `event` the type of the entry, its `data` the entry. It begins with the first entry, or
/// behind the one that the client names, and ends behind the last entry of a game that is over; 204 tells the client
/// that has them all not to come back. Comments keep the connection alive.
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
        (status = 204, description = "The game is over, and the client has all of it."),
        GameEventsProblems
    )
)]
#[get("/v1/games/{id}/events")]
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
            Problem::malformed("/after", "The id of an event is its position in the log.")
        })?,
    };
    Ok(match service.game_events(id.0, bearer.0, after).await? {
        Some(events) => sse::answer(&request, of_a_game(events)),
        None => HttpResponse::NoContent().finish(),
    })
}

fn of_a_game(events: GameEvents) -> impl Stream<Item = String> {
    stream::unfold(events, |mut events| async {
        let piece = match events.next(KEEP_ALIVE).await {
            Next::Events(entries) => entries.iter().map(entry).collect::<Option<String>>()?,
            Next::Quiet => sse::COMMENT.into(),
            Next::End => return None,
        };
        Some((piece, events))
    })
}

/// An entry as an event. `None`, which ends the stream, where it can't be written, which can't happen.
fn entry(entry: &ShownEntry) -> Option<String> {
    sse::event(&entry.seq.to_string(), entry.body.name(), entry).ok()
}

problems!(MyEventsProblems: Unauthenticated, Invalid);

/// What happens in all games of the caller, as it happens.
///
/// A stream of server-sent events like that of a game, with the id of the game as `game` in the data. The `id` of an
/// event says how far the client has got in all games, and means nothing to anyone but the server. The entries of each
/// game come in order. The stream begins with the first entries of the games that are not over, or behind the event
/// that the client names; games that the caller takes a seat in come in, those that they leave go out. It does not end
/// by itself.
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
#[get("/v1/me/events")]
pub async fn my_events(
    request: HttpRequest,
    service: Data<Service>,
    bearer: Bearer,
    query: Query<EventsQuery>,
) -> Result<HttpResponse, Problem> {
    let begin = match sse::last_event_id(&request, query.0.after)?.as_deref() {
        None => Begin::First,
        Some("now") => Begin::Now,
        Some(position) => Begin::After(FeedCursor::read(position).ok_or_else(|| {
            Problem::invalid(
                "/after",
                "This is no id of an event that was given out here.",
            )
        })?),
    };
    let events = service.player_events(bearer.0, begin).await?;
    let position = sse::position(&events.position().write());
    let first = stream::iter([position]);
    Ok(sse::answer(&request, first.chain(of_a_player(events))))
}

fn of_a_player(events: PlayerEvents) -> impl Stream<Item = String> {
    stream::unfold(events, |mut events| async {
        let piece = match events.next(KEEP_ALIVE).await {
            Next::Events(events) => events.iter().map(feed_event).collect::<Option<String>>()?,
            Next::Quiet => sse::COMMENT.into(),
            Next::End => return None,
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
