//! The notices that players get about changes of their games.

use serde::Serialize;

use crate::{
    engine::seat::Seat,
    game::{
        Game,
        clock::Pauses,
        notice::{Envelope, GameNotice, Notice, NoticeType, TestNotice},
        stored::Invitation,
    },
    service::Service,
    types::{
        id::{EventId, PlayerId},
        time::Timestamp,
    },
};

/// When reminders are sent, in tenths of the time of a turn.
const REMINDERS: [i32; 2] = [5, 9];

impl Service {
    /// The notices about a change of a game from `before`, which is `None` for a new game, to `after`.
    pub(in crate::service) fn notices(
        &self,
        before: Option<&Game>,
        after: &Game,
        pauses: &Pauses,
    ) -> Vec<Notice> {
        notices(before, after, pauses, &mut || self.new_event())
    }

    /// The reminders of the current turn.
    pub(in crate::service) fn reminders(&self, game: &Game, pauses: &Pauses) -> Vec<Notice> {
        reminders(game, pauses, &mut || self.new_event())
    }

    /// The notices to the players who were invited to a game.
    pub(in crate::service) fn invitation_notices(
        &self,
        game: &Game,
        invitations: &[Invitation],
    ) -> Vec<Notice> {
        let one = |invitation: &Invitation| {
            let about = NoticeType::Invited;
            let (player, at) = (invitation.player, invitation.at);
            Notice {
                id: self.new_event(),
                player,
                game: game.id(),
                about,
                at,
                turn: None,
                body: body(about, at, game_data(game, player, None, None)),
            }
        };
        invitations.iter().map(one).collect()
    }

    fn new_event(&self) -> EventId {
        EventId::new(self.env.id())
    }
}

/// The notices about a change of a game from `before`, which is `None` for a new game, to `after`. `pauses` are the
/// vacations of the members. Bots get no notices.
///
/// - `game.started` goes to all players.
/// - `turn.started` goes to the player whose turn begins, once for each turn ([`crate::game::CurrentTurn`]) and not for
///   each move in it. With a clock, two reminders are scheduled as well.
/// - `game.finished` goes to all players, including players who have resigned.
pub fn notices(
    before: Option<&Game>,
    after: &Game,
    pauses: &Pauses,
    new_id: &mut dyn FnMut() -> EventId,
) -> Vec<Notice> {
    let mut notices = Vec::new();
    let had_started = before.is_some_and(|game| game.started_at.is_some());
    if let Some(at) = after.started_at.filter(|_| !had_started) {
        notices.extend(to_all(after, NoticeType::GameStarted, at, new_id));
    }
    if before.is_none_or(|before| before.turn != after.turn)
        && let Some(seat) = to_move(after)
    {
        let deadline = after.deadline(pauses);
        let since = after.turn.since;
        let started = notice(
            after,
            NoticeType::TurnStarted,
            seat,
            since,
            deadline,
            new_id,
        );
        notices.extend(started);
        notices.extend(reminders(after, pauses, new_id));
    }
    let was_over = before.is_some_and(Game::is_over);
    if let Some(at) = after.finished_at.filter(|_| !was_over) {
        notices.extend(to_all(after, NoticeType::GameFinished, at, new_id));
    }
    notices
}

/// The reminders for the player whose turn it is, when a half and when nine tenths of their time have passed. A turn
/// without a deadline has none.
fn reminders(game: &Game, pauses: &Pauses, new_id: &mut dyn FnMut() -> EventId) -> Vec<Notice> {
    let (Some(seat), Some(deadline)) = (to_move(game), game.deadline(pauses)) else {
        return Vec::new();
    };
    let moments = REMINDERS
        .into_iter()
        .filter_map(|tenths| game.turn_after(tenths, pauses))
        .filter(|at| *at < deadline);
    moments
        .filter_map(|at| {
            let reminder = NoticeType::TurnReminder;
            let reminder = notice(game, reminder, seat, at, Some(deadline), new_id)?;
            Some(Notice {
                turn: Some(game.turn.since),
                ..reminder
            })
        })
        .collect()
}

/// The seat whose turn it is, unless its player has resigned.
fn to_move(game: &Game) -> Option<Seat> {
    let seat = *game.turn.seats.first()?;
    (!game.has_resigned(seat)).then_some(seat)
}

fn to_all(
    game: &Game,
    about: NoticeType,
    at: Timestamp,
    new_id: &mut dyn FnMut() -> EventId,
) -> Vec<Notice> {
    Seat::all(game.seats())
        .filter_map(|seat| notice(game, about, seat, at, None, new_id))
        .collect()
}

/// A notice for the player on a seat; `None` when it is a bot.
fn notice(
    game: &Game,
    about: NoticeType,
    seat: Seat,
    at: Timestamp,
    deadline: Option<Timestamp>,
    new_id: &mut dyn FnMut() -> EventId,
) -> Option<Notice> {
    let player = game
        .player_on(seat)
        .filter(|_| game.bot_on(seat).is_none())?;
    Some(Notice {
        id: new_id(),
        player,
        game: game.id(),
        about,
        at,
        turn: None,
        body: body(about, at, game_data(game, player, Some(seat), deadline)),
    })
}

/// The body of a test event.
pub(in crate::service) fn test_body(player: PlayerId, at: Timestamp) -> String {
    body(NoticeType::Test, at, TestNotice { player })
}

fn game_data(
    game: &Game,
    player: PlayerId,
    seat: Option<Seat>,
    deadline: Option<Timestamp>,
) -> GameNotice {
    GameNotice {
        player,
        game: game.id(),
        kind: game.kind(),
        status: game.status,
        version: game.version,
        seat,
        deadline,
        path: format!("/v1/games/{}", game.id()),
    }
}

fn body(about: NoticeType, timestamp: Timestamp, data: impl Serialize) -> String {
    let envelope = Envelope {
        about,
        timestamp,
        data,
    };
    serde_json::to_string(&envelope)
        .unwrap_or_else(|error| unreachable!("ids, words and numbers are JSON: {error}"))
}
