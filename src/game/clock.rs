//! Clocks: how long players may take for their turns, and what became of their time.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    engine::seat::Seat,
    types::{id::PlayerId, span::Span, time::Timestamp},
};

/// How long players may take for their turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Clock {
    /// The same time for every turn.
    PerTurn {
        /// The time for a turn.
        per_turn: Span,
        /// After so many missed turns in a row a player is retired, as if they had resigned.
        #[serde(default = "three")]
        #[schema(default = 3, minimum = 1, maximum = 100)]
        retire_after: u8,
    },
    /// A bank of time for the whole game, which every turn adds to.
    Bank {
        /// What a player has at first.
        bank: Span,
        /// What a player gets for every turn that they end.
        increment: Span,
        /// After so many missed turns in a row a player is retired, as if they had resigned.
        #[serde(default = "three")]
        #[schema(default = 3, minimum = 1, maximum = 100)]
        retire_after: u8,
    },
}

const fn three() -> u8 {
    3
}

/// A clock that nobody could play by.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct InvalidClock {
    /// Which part, as a JSON pointer.
    pub pointer: &'static str,
    /// What is wrong with it, as a sentence.
    pub detail: &'static str,
}

impl Clock {
    /// The longest time that can be given for a turn or for a game.
    const LONGEST: Span = Span::days(365);

    /// Checks that the clock can be played by.
    ///
    /// # Errors
    /// When a time is none or too long, or nobody could ever be retired.
    pub fn check(&self) -> Result<(), InvalidClock> {
        let invalid = |pointer, detail| Err(InvalidClock { pointer, detail });
        let (Self::PerTurn { retire_after, .. } | Self::Bank { retire_after, .. }) = self;
        if !(1..=100).contains(retire_after) {
            return invalid(
                "/retire_after",
                "After 1 to 100 missed turns a player is retired.",
            );
        }
        let fits = |span: Span| span > Span::default() && span <= Self::LONGEST;
        match self {
            Self::PerTurn { per_turn, .. } if !fits(*per_turn) => {
                invalid("/per_turn", "A turn takes from one second to 365 days.")
            }
            Self::Bank { bank, .. } if !fits(*bank) => {
                invalid("/bank", "A bank holds from one second to 365 days.")
            }
            Self::Bank { increment, .. } if *increment > Self::LONGEST => {
                invalid("/increment", "An increment is at most 365 days.")
            }
            Self::PerTurn { .. } | Self::Bank { .. } => Ok(()),
        }
    }

    const fn retire_after(&self) -> u8 {
        let (Self::PerTurn { retire_after, .. } | Self::Bank { retire_after, .. }) = self;
        *retire_after
    }
}

/// What became of the players' time in a game with a clock: by seat, as the log tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// How many turns each seat has missed in a row.
    missed: Vec<u8>,
    /// What each seat has in its bank, in milliseconds. Empty where every turn has the same time.
    banks: Vec<u64>,
}

impl Timing {
    /// At the start of a game of `seats`.
    pub fn new(clock: &Clock, seats: u8) -> Self {
        let seats = usize::from(seats);
        Self {
            missed: vec![0; seats],
            banks: match clock {
                Clock::PerTurn { .. } => Vec::new(),
                Clock::Bank { bank, .. } => vec![millis(*bank); seats],
            },
        }
    }

    /// How long this seat may take for a turn that begins now.
    pub fn allowance(&self, clock: &Clock, seat: Seat) -> TimeDelta {
        let millis = match clock {
            Clock::PerTurn { per_turn, .. } => millis(*per_turn),
            Clock::Bank { .. } => self.banks.get(seat.index()).copied().unwrap_or_default(),
        };
        // A bank grows by a year a turn at most, so that this holds for longer than there will be games.
        TimeDelta::milliseconds(i64::try_from(millis).unwrap_or(i64::MAX / 2))
    }

    /// The seat moved by itself.
    pub(crate) fn moved(&mut self, seat: Seat) {
        if let Some(missed) = self.missed.get_mut(seat.index()) {
            *missed = 0;
        }
    }

    /// The seat missed its turn.
    pub(crate) fn missed(&mut self, seat: Seat) {
        if let Some(missed) = self.missed.get_mut(seat.index()) {
            *missed = missed.saturating_add(1);
        }
    }

    /// Whether the seat has missed as many turns in a row as it is retired for.
    pub fn is_to_be_retired(&self, clock: &Clock, seat: Seat) -> bool {
        self.missed
            .get(seat.index())
            .is_some_and(|missed| *missed >= clock.retire_after())
    }

    /// The turn of the seat ended, which took so long, not counting the time for which its clock stood still.
    pub(crate) fn turn_ended(&mut self, clock: &Clock, seat: Seat, took: TimeDelta) {
        if let (Clock::Bank { increment, .. }, Some(bank)) =
            (clock, self.banks.get_mut(seat.index()))
        {
            let took = u64::try_from(took.num_milliseconds()).unwrap_or_default();
            *bank = bank.saturating_sub(took).saturating_add(millis(*increment));
        }
    }
}

fn millis(span: Span) -> u64 {
    u64::from(span.as_seconds()) * 1000
}

/// A time for which a player's clocks stand still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// When it begins.
    pub from: Timestamp,
    /// When it ends.
    pub until: Timestamp,
}

/// The times for which the clocks of players stand still, each with whose clocks those are, in the order in which they
/// begin.
pub type Pauses = [(PlayerId, Pause)];

/// Those of one player.
pub(crate) fn of_player(pauses: &Pauses, player: Option<PlayerId>) -> Vec<Pause> {
    pauses
        .iter()
        .filter(|(paused, _)| Some(*paused) == player)
        .map(|(_, pause)| *pause)
        .collect()
}

/// When a turn that began at `since` has taken as long as it is allowed to, given the times for which the player's
/// clocks stand still, in the order in which they begin.
pub fn deadline(since: Timestamp, allowance: TimeDelta, pauses: &[Pause]) -> Timestamp {
    let mut deadline = since.plus(allowance);
    for pause in pauses {
        if pause.from < deadline && pause.until > since {
            deadline = deadline.plus(pause.until.after(pause.from.max(since)));
        }
    }
    deadline
}

/// For how much of the time from `since` to `until` the player's clocks stood still.
pub fn paused(since: Timestamp, until: Timestamp, pauses: &[Pause]) -> TimeDelta {
    pauses
        .iter()
        .map(|pause| pause.until.min(until).after(pause.from.max(since)))
        .filter(|length| *length > TimeDelta::zero())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Span = Span::seconds(3600);

    fn at(hour: i64) -> Timestamp {
        Timestamp::FIRST.plus(TimeDelta::hours(hour))
    }

    fn pauses(hours: &[(i64, i64)]) -> Vec<Pause> {
        hours
            .iter()
            .map(|&(from, until)| Pause {
                from: at(from),
                until: at(until),
            })
            .collect()
    }

    fn due_after(hours: i64, paused: &[(i64, i64)]) -> Timestamp {
        deadline(at(100), TimeDelta::hours(hours), &pauses(paused))
    }

    #[test]
    fn a_deadline_moves_back_by_the_vacations_that_begin_before_it() {
        assert_eq!(due_after(10, &[]), at(110));
        assert_eq!(due_after(10, &[(103, 108)]), at(115));
        assert_eq!(due_after(10, &[(109, 209)]), at(210));
        assert_eq!(due_after(10, &[(110, 120)]), at(110), "it is too late");
    }

    #[test]
    fn of_a_vacation_that_began_before_the_turn_only_the_rest_counts() {
        assert_eq!(due_after(10, &[(50, 104)]), at(114));
        assert_eq!(due_after(10, &[(50, 100)]), at(110));
        assert_eq!(due_after(10, &[(50, 60)]), at(110));
    }

    #[test]
    fn a_turn_can_span_several_vacations() {
        assert_eq!(due_after(10, &[(90, 102), (104, 105), (108, 120)]), at(125));
        // The second begins before the deadline only because the first moved it back.
        assert_eq!(due_after(10, &[(105, 110), (112, 122)]), at(125));
        assert_eq!(due_after(10, &[(105, 110), (115, 122)]), at(115));
    }

    #[test]
    fn vacations_that_begin_where_another_ends_count_once_each() {
        assert_eq!(due_after(10, &[(102, 104), (104, 106)]), at(114));
        assert_eq!(due_after(10, &[(102, 102)]), at(110));
    }

    #[test]
    fn the_time_that_a_clock_stood_still_lies_within_the_turn() {
        let paused = |hours| paused(at(100), at(110), &pauses(hours));
        assert_eq!(paused(&[]), TimeDelta::zero());
        assert_eq!(
            paused(&[(90, 103), (105, 106), (109, 200)]),
            TimeDelta::hours(5)
        );
        assert_eq!(paused(&[(50, 100), (110, 120)]), TimeDelta::zero());
        assert_eq!(paused(&[(50, 200)]), TimeDelta::hours(10));
    }

    #[test]
    fn at_the_deadline_a_turn_took_what_it_was_allowed_to_and_before_it_less() {
        let spans: [&[(i64, i64)]; 4] = [
            &[],
            &[(90, 102), (104, 105), (108, 120)],
            &[(105, 110), (115, 122)],
            &[(99, 101), (101, 111)],
        ];
        for hours in spans {
            let pauses = pauses(hours);
            let due = deadline(at(100), TimeDelta::hours(10), &pauses);
            let took = |now: Timestamp| now.after(at(100)) - paused(at(100), now, &pauses);
            assert_eq!(took(due), TimeDelta::hours(10), "{hours:?}");
            let just_before = due.plus(TimeDelta::milliseconds(-1));
            assert!(took(just_before) < TimeDelta::hours(10), "{hours:?}");
        }
    }

    const BANK: Clock = Clock::Bank {
        bank: Span::seconds(10 * 3600),
        increment: HOUR,
        retire_after: 2,
    };

    #[test]
    fn a_bank_pays_for_a_turn_and_gets_the_increment() {
        let (first, second) = (Seat::new(0), Seat::new(1));
        let mut timing = Timing::new(&BANK, 2);
        assert_eq!(timing.allowance(&BANK, first), TimeDelta::hours(10));
        timing.turn_ended(&BANK, first, TimeDelta::hours(4));
        assert_eq!(timing.allowance(&BANK, first), TimeDelta::hours(7));
        assert_eq!(timing.allowance(&BANK, second), TimeDelta::hours(10));
        // Whoever is late owes nothing.
        timing.turn_ended(&BANK, first, TimeDelta::hours(70));
        assert_eq!(timing.allowance(&BANK, first), TimeDelta::hours(1));
        // A clock that was moved back by its operator takes nothing and gives nothing.
        timing.turn_ended(&BANK, second, TimeDelta::hours(-3));
        assert_eq!(timing.allowance(&BANK, second), TimeDelta::hours(11));
    }

    #[test]
    fn the_time_for_each_turn_is_the_same_whatever_the_last_one_took() {
        let clock = Clock::PerTurn {
            per_turn: HOUR,
            retire_after: 3,
        };
        let mut timing = Timing::new(&clock, 1);
        timing.turn_ended(&clock, Seat::new(0), TimeDelta::minutes(59));
        assert_eq!(timing.allowance(&clock, Seat::new(0)), TimeDelta::hours(1));
    }

    #[test]
    fn missed_turns_count_in_a_row_and_for_each_seat() {
        let (first, second) = (Seat::new(0), Seat::new(1));
        let mut timing = Timing::new(&BANK, 2);
        timing.missed(first);
        timing.missed(second);
        timing.moved(second);
        timing.missed(second);
        assert!(!timing.is_to_be_retired(&BANK, first));
        assert!(!timing.is_to_be_retired(&BANK, second));
        timing.missed(first);
        assert!(timing.is_to_be_retired(&BANK, first));
        assert!(!timing.is_to_be_retired(&BANK, second));
    }

    #[test]
    fn a_seat_that_is_not_there_has_no_time_and_is_not_retired() {
        let mut timing = Timing::new(&BANK, 1);
        let nobody = Seat::new(7);
        timing.missed(nobody);
        assert_eq!(timing.allowance(&BANK, nobody), TimeDelta::zero());
        assert!(!timing.is_to_be_retired(&BANK, nobody));
    }
}
