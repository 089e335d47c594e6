//! When a game needs somebody next: a bot that moves, a clock that has run out, nobody who has come for long.

use chrono::{NaiveTime, TimeDelta};

use super::{Game, Status, clock::Pauses};
use crate::types::{span::Span, time::Timestamp};

/// When a game needs somebody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Schedule {
    /// When whoever is to move must have moved.
    pub deadline: Option<Timestamp>,
    /// When some instance has to look at the game.
    pub due: Option<Timestamp>,
}

/// What a game needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The bot whose turn it is moves.
    Bot,
    /// The player whose turn it is has missed it.
    TimeOut,
    /// The game is called off, since nobody has touched it for too long.
    Cancel,
    /// Nothing before this moment; nothing at all where there is none.
    Nothing(Schedule),
}

/// When this game needs somebody, if it was touched last at `touched`. `pauses` are the times for which the clocks of
/// those who take part stand still.
pub fn schedule(
    game: &Game,
    pauses: &Pauses,
    touched: Timestamp,
    abandoned_after: Span,
) -> Schedule {
    let deadline = game.deadline(pauses);
    let due = match game.status {
        Status::Finished | Status::Cancelled => None,
        Status::Playing if game.bot_to_move().is_some() => Some(touched),
        Status::Open | Status::Playing => {
            deadline.or_else(|| Some(abandoned(touched, abandoned_after)))
        }
    };
    Schedule { deadline, due }
}

/// Whether it matters to the schedule of this game when it was touched last: nothing else drives it.
pub fn depends_on_last_change(game: &Game, pauses: &Pauses) -> bool {
    !game.is_over() && game.bot_to_move().is_none() && game.deadline(pauses).is_none()
}

/// What this game needs now.
pub fn need(
    game: &Game,
    pauses: &Pauses,
    touched: Timestamp,
    abandoned_after: Span,
    now: Timestamp,
) -> Need {
    let schedule = schedule(game, pauses, touched, abandoned_after);
    match schedule {
        _ if game.bot_to_move().is_some() => Need::Bot,
        Schedule { due: Some(due), .. } if due > now => Need::Nothing(schedule),
        Schedule { due: None, .. } => Need::Nothing(schedule),
        Schedule {
            deadline: Some(_), ..
        } => Need::TimeOut,
        Schedule { deadline: None, .. } => Need::Cancel,
    }
}

/// When a game that is not touched again is called off: at the end of a day, so that the moves of one day leave it
/// where it is and the index on it untouched.
fn abandoned(touched: Timestamp, abandoned_after: Span) -> Timestamp {
    let untouched = TimeDelta::seconds(abandoned_after.as_seconds().into());
    let day = touched.plus(untouched).moment().date_naive();
    let start = day.and_time(NaiveTime::MIN).and_utc();
    Timestamp::new(start).plus(TimeDelta::days(1))
}
