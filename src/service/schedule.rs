//! When a game needs somebody next: a bot that moves, a clock that has run out, nobody who has come for long.

use chrono::TimeDelta;

use super::limits::Limits;
use crate::{
    record::{
        clock::Pause,
        game::{Game, Status},
        id::PlayerId,
        time::Timestamp,
    },
    store::rows::Schedule,
};

/// What a game needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The bot whose turn it is moves.
    Bot,
    /// The player whose turn it is has missed it.
    TimeOut,
    /// The game is called off, since nobody has touched it for too long.
    CallOff,
    /// Nothing before this moment; nothing at all where there is none.
    Nothing(Schedule),
}

/// When this game needs somebody, if it was touched last at `touched`. `pauses` are the times for which the clocks of
/// those who take part stand still.
pub fn schedule(
    game: &Game,
    pauses: &[(PlayerId, Pause)],
    touched: Timestamp,
    limits: &Limits,
) -> Schedule {
    let deadline = deadline(game, pauses);
    let due = match game.status {
        Status::Finished | Status::Cancelled => None,
        Status::Playing if is_a_bot_s_turn(game) => Some(touched),
        Status::Playing if deadline.is_some() => deadline,
        Status::Open | Status::Playing => Some(abandoned(touched, limits)),
    };
    Schedule { deadline, due }
}

/// What this game needs now.
pub fn need(
    game: &Game,
    pauses: &[(PlayerId, Pause)],
    touched: Timestamp,
    limits: &Limits,
    now: Timestamp,
) -> Need {
    let schedule = schedule(game, pauses, touched, limits);
    match schedule.due {
        Some(_) if is_a_bot_s_turn(game) => Need::Bot,
        Some(due) if due <= now => {
            if schedule.deadline.is_some() {
                Need::TimeOut
            } else {
                Need::CallOff
            }
        }
        Some(_) | None => Need::Nothing(schedule),
    }
}

/// When the player whose turn it is must have moved. A bot always has its time.
pub fn deadline(game: &Game, pauses: &[(PlayerId, Pause)]) -> Option<Timestamp> {
    if is_a_bot_s_turn(game) {
        return None;
    }
    let player = game.player_on(*game.turn.seats.first()?)?;
    let theirs: Vec<Pause> = pauses
        .iter()
        .filter(|(paused, _)| *paused == player)
        .map(|(_, pause)| *pause)
        .collect();
    game.deadline(&theirs)
}

fn is_a_bot_s_turn(game: &Game) -> bool {
    let seat = game.turn.seats.first();
    seat.is_some_and(|seat| game.bot_on(*seat).is_some())
}

/// When a game that is not touched again is called off: at the end of a day, so that the moves of one day leave it
/// where it is and the index on it untouched.
fn abandoned(touched: Timestamp, limits: &Limits) -> Timestamp {
    let untouched = TimeDelta::seconds(limits.abandoned_after.as_seconds().into());
    let day = touched.plus(untouched).moment().date_naive();
    let start = day.and_time(chrono::NaiveTime::MIN).and_utc();
    Timestamp::new(start).plus(TimeDelta::days(1))
}
