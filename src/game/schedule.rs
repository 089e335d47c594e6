//! The schedule of a game: when a worker must look at it again, and what the worker must do then.

use chrono::{NaiveTime, TimeDelta};

use super::{Game, Status, clock::Pauses};
use crate::types::{span::Span, time::Timestamp};

/// The next times that matter to a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Schedule {
    /// When the current turn must be made.
    pub deadline: Option<Timestamp>,
    /// When a worker must look at the game again.
    pub due: Option<Timestamp>,
}

/// The work that a game needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Let the bot move whose turn it is.
    Bot,
    /// End the current turn as missed: its deadline has passed.
    TimeOut,
    /// Cancel the game, because it has been left unchanged for too long.
    Cancel,
    /// Nothing yet. The schedule says when to look again, if ever.
    Nothing(Schedule),
}

/// Returns the schedule of a game. `touched` is the time of its last change, and `abandoned_after` the time after which
/// an unchanged game is cancelled.
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

/// Returns whether the schedule depends on the time of the last change: the game is running or open, and has neither a
/// deadline nor a bot to move.
pub fn depends_on_last_change(game: &Game, pauses: &Pauses) -> bool {
    !game.is_over() && game.bot_to_move().is_none() && game.deadline(pauses).is_none()
}

/// Returns what a worker must do with this game now. The arguments are those of [`schedule`].
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

/// Returns when an unchanged game is cancelled. The time is rounded up to the end of a day, so that several moves on
/// one day don't change the column and its index.
fn abandoned(touched: Timestamp, abandoned_after: Span) -> Timestamp {
    let untouched = TimeDelta::seconds(abandoned_after.as_seconds().into());
    let day = touched.plus(untouched).moment().date_naive();
    let start = day.and_time(NaiveTime::MIN).and_utc();
    Timestamp::new(start).plus(TimeDelta::days(1))
}
