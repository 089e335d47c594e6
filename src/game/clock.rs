//! Clocks: the time that players have for their turns, and how much of it they have used.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    engine::seat::Seat,
    types::{id::PlayerId, span::Span, time::Timestamp},
};

/// The time that players have for their turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Clock {
    /// A fixed time for every turn.
    PerTurn {
        /// The time for a turn.
        per_turn: Span,
        /// A player who misses this many turns in a row is retired, as if they had resigned.
        #[serde(default = "three")]
        #[schema(default = 3, minimum = 1, maximum = 100)]
        retire_after: u8,
    },
    /// A bank of time for the whole game, plus an increment for every turn.
    Bank {
        /// The time that each player starts with.
        bank: Span,
        /// The time that is added to a player's bank at the end of each of their turns.
        increment: Span,
        /// A player who misses this many turns in a row is retired, as if they had resigned.
        #[serde(default = "three")]
        #[schema(default = 3, minimum = 1, maximum = 100)]
        retire_after: u8,
    },
}

const fn three() -> u8 {
    3
}

/// The reason why the settings of a clock are not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct InvalidClock {
    /// The wrong field, as a JSON pointer.
    pub pointer: &'static str,
    /// The mistake, as a sentence.
    pub detail: &'static str,
}

impl Clock {
    /// The longest time of any setting of a clock.
    const LONGEST: Span = Span::days(365);

    /// Checks the settings of the clock.
    ///
    /// # Errors
    /// When a time is zero or too long, or the number of missed turns is out of range.
    pub fn check(&self) -> Result<(), InvalidClock> {
        let invalid = |pointer, detail| Err(InvalidClock { pointer, detail });
        let (Self::PerTurn { retire_after, .. } | Self::Bank { retire_after, .. }) = self;
        if !(1..=100).contains(retire_after) {
            return invalid(
                "/retire_after",
                "The number of missed turns must be from 1 to 100.",
            );
        }
        let is_allowed = |span: Span| span > Span::default() && span <= Self::LONGEST;
        match self {
            Self::PerTurn { per_turn, .. } if !is_allowed(*per_turn) => invalid(
                "/per_turn",
                "The time for a turn must be from one second to 365 days.",
            ),
            Self::Bank { bank, .. } if !is_allowed(*bank) => {
                invalid("/bank", "The bank must be from one second to 365 days.")
            }
            Self::Bank { increment, .. } if *increment > Self::LONGEST => {
                invalid("/increment", "The increment must be at most 365 days.")
            }
            Self::PerTurn { .. } | Self::Bank { .. } => Ok(()),
        }
    }

    const fn retire_after(&self) -> u8 {
        let (Self::PerTurn { retire_after, .. } | Self::Bank { retire_after, .. }) = self;
        *retire_after
    }
}

/// The missed turns and the remaining banks of the seats in a game with a clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The number of turns in a row that each seat has missed.
    missed: Vec<u8>,
    /// The bank of each seat, in milliseconds. Empty when every turn has a fixed time.
    banks: Vec<u64>,
}

impl Timing {
    /// Creates the timing at the start of a game with `seats` seats.
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

    /// Returns the time that this seat has for a turn that begins now.
    pub fn allowance(&self, clock: &Clock, seat: Seat) -> TimeDelta {
        let millis = match clock {
            Clock::PerTurn { per_turn, .. } => millis(*per_turn),
            Clock::Bank { .. } => self.banks.get(seat.index()).copied().unwrap_or_default(),
        };
        // A bank grows by at most a year for each turn, so no game is long enough to reach this limit.
        TimeDelta::milliseconds(i64::try_from(millis).unwrap_or(i64::MAX / 2))
    }

    /// Resets the missed turns of a seat: its player made a move.
    pub(crate) fn moved(&mut self, seat: Seat) {
        if let Some(missed) = self.missed.get_mut(seat.index()) {
            *missed = 0;
        }
    }

    /// Counts a missed turn of a seat.
    pub(crate) fn missed(&mut self, seat: Seat) {
        if let Some(missed) = self.missed.get_mut(seat.index()) {
            *missed = missed.saturating_add(1);
        }
    }

    /// Returns whether the seat has missed so many turns in a row that its player must be retired.
    pub fn is_to_be_retired(&self, clock: &Clock, seat: Seat) -> bool {
        self.missed
            .get(seat.index())
            .is_some_and(|missed| *missed >= clock.retire_after())
    }

    /// Charges a turn that has ended to the bank of the seat. `took` is the length of the turn without its pauses.
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

/// A span of time during which all clocks of a player are paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// The beginning of the pause.
    pub from: Timestamp,
    /// The end of the pause.
    pub until: Timestamp,
}

/// The pauses of several players, ordered by their beginning.
pub type Pauses = [(PlayerId, Pause)];

/// Returns the pauses of one player.
pub(crate) fn of_player(pauses: &Pauses, player: Option<PlayerId>) -> Vec<Pause> {
    pauses
        .iter()
        .filter(|(paused, _)| Some(*paused) == player)
        .map(|(_, pause)| *pause)
        .collect()
}

/// Returns when a turn that began at `since` has used up its allowance. `pauses` are those of the player, ordered by
/// their beginning.
pub fn deadline(since: Timestamp, allowance: TimeDelta, pauses: &[Pause]) -> Timestamp {
    let mut deadline = since.plus(allowance);
    for pause in pauses {
        if pause.from < deadline && pause.until > since {
            deadline = deadline.plus(pause.until.after(pause.from.max(since)));
        }
    }
    deadline
}

/// Returns how much of the time from `since` to `until` the player's clocks were paused.
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
    fn a_pause_that_begins_before_the_deadline_postpones_it() {
        assert_eq!(due_after(10, &[]), at(110));
        assert_eq!(due_after(10, &[(103, 108)]), at(115));
        assert_eq!(due_after(10, &[(109, 209)]), at(210));
        assert_eq!(due_after(10, &[(110, 120)]), at(110), "it is too late");
    }

    #[test]
    fn of_a_pause_that_began_before_the_turn_only_the_rest_counts() {
        assert_eq!(due_after(10, &[(50, 104)]), at(114));
        assert_eq!(due_after(10, &[(50, 100)]), at(110));
        assert_eq!(due_after(10, &[(50, 60)]), at(110));
    }

    #[test]
    fn a_turn_can_span_several_pauses() {
        assert_eq!(due_after(10, &[(90, 102), (104, 105), (108, 120)]), at(125));
        // The second begins before the deadline only because the first postponed it.
        assert_eq!(due_after(10, &[(105, 110), (112, 122)]), at(125));
        assert_eq!(due_after(10, &[(105, 110), (115, 122)]), at(115));
    }

    #[test]
    fn pauses_that_follow_each_other_directly_count_once_each() {
        assert_eq!(due_after(10, &[(102, 104), (104, 106)]), at(114));
        assert_eq!(due_after(10, &[(102, 102)]), at(110));
    }

    #[test]
    fn only_pauses_within_the_turn_are_counted() {
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
    fn a_turn_has_used_its_allowance_at_the_deadline_and_not_before() {
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
    fn a_bank_is_charged_for_a_turn_and_gets_the_increment() {
        let (first, second) = (Seat::new(0), Seat::new(1));
        let mut timing = Timing::new(&BANK, 2);
        assert_eq!(timing.allowance(&BANK, first), TimeDelta::hours(10));
        timing.turn_ended(&BANK, first, TimeDelta::hours(4));
        assert_eq!(timing.allowance(&BANK, first), TimeDelta::hours(7));
        assert_eq!(timing.allowance(&BANK, second), TimeDelta::hours(10));
        // A bank never becomes negative.
        timing.turn_ended(&BANK, first, TimeDelta::hours(70));
        assert_eq!(timing.allowance(&BANK, first), TimeDelta::hours(1));
        // When the server's clock was set back during a turn, the turn costs nothing.
        timing.turn_ended(&BANK, second, TimeDelta::hours(-3));
        assert_eq!(timing.allowance(&BANK, second), TimeDelta::hours(11));
    }

    #[test]
    fn a_fixed_time_does_not_depend_on_earlier_turns() {
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
    fn an_unknown_seat_has_no_time_and_is_not_retired() {
        let mut timing = Timing::new(&BANK, 1);
        let nobody = Seat::new(7);
        timing.missed(nobody);
        assert_eq!(timing.allowance(&BANK, nobody), TimeDelta::zero());
        assert!(!timing.is_to_be_retired(&BANK, nobody));
    }
}
