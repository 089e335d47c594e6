//! What differs between a log and what stands beside it.

use std::fmt::{self, Display};

use crate::types::id::GameId;

/// Something that is stored and is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// In which game.
    pub game: GameId,
    /// Where: `games.version`, `seats.entropy of <player>`, `log entry 12, hash`.
    pub place: String,
    /// What is found there, and what should be.
    pub told: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.game, self.place, self.told)
    }
}

/// The most differences of one game that are told: a log with one wrong entry can be wrong from there to its end.
const MOST: usize = 20;

/// The differences of one game.
#[derive(Debug)]
pub(super) struct Differences {
    game: GameId,
    told: Vec<Difference>,
    more: u64,
}

impl Differences {
    pub(super) const fn of(game: GameId) -> Self {
        Self {
            game,
            told: Vec::new(),
            more: 0,
        }
    }

    /// Something differs.
    pub(super) fn tell(&mut self, place: impl Display, told: impl Display) {
        if self.told.len() == MOST {
            self.more += 1;
            return;
        }
        self.told.push(Difference {
            game: self.game,
            place: place.to_string(),
            told: told.to_string(),
        });
    }

    /// Compares what is stored with what follows from the log.
    pub(super) fn compare<T: PartialEq + Display>(
        &mut self,
        place: impl Display,
        found: &T,
        expected: &T,
    ) {
        if found != expected {
            let told =
                format_args!("is {found}, and by the log it would be {expected}").to_string();
            self.tell(place, told);
        }
    }

    /// The same where it may be nothing.
    pub(super) fn compare_optional<T: PartialEq + Display>(
        &mut self,
        place: impl Display,
        found: Option<&T>,
        expected: Option<&T>,
    ) {
        self.compare(place, &OrNothing(found), &OrNothing(expected));
    }

    /// Those that are told, and how many more there are.
    pub(super) fn into_parts(self) -> (Vec<Difference>, u64) {
        (self.told, self.more)
    }
}

#[derive(PartialEq)]
struct OrNothing<'a, T>(Option<&'a T>);

impl<T: Display> Display for OrNothing<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("nothing"),
        }
    }
}
