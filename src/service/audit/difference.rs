//! Differences between the log of a game and the other data stored for it.

use std::fmt::{self, Display};

use crate::types::id::GameId;

/// A stored value that differs from the value that follows from the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The game.
    pub game: GameId,
    /// The location of the value: `games.version`, `seats.entropy of <player>`, `log entry 12, hash`.
    pub location: String,
    /// The stored and the expected value, as the predicate of a sentence.
    pub description: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.game, self.location, self.description)
    }
}

/// The maximum number of differences that are reported for a game. One wrong entry can make all later ones wrong.
const LIMIT: usize = 20;

/// The differences of one game.
#[derive(Debug)]
pub(super) struct Differences {
    game: GameId,
    reported: Vec<Difference>,
    /// How many more differences were found.
    more: u64,
}

impl Differences {
    pub(super) const fn new(game: GameId) -> Self {
        Self {
            game,
            reported: Vec::new(),
            more: 0,
        }
    }

    /// Adds a difference.
    pub(super) fn report(&mut self, location: impl Display, description: impl Display) {
        if self.reported.len() == LIMIT {
            self.more += 1;
            return;
        }
        self.reported.push(Difference {
            game: self.game,
            location: location.to_string(),
            description: description.to_string(),
        });
    }

    /// Reports a difference unless the stored value is the expected one.
    pub(super) fn compare<T: PartialEq + Display>(
        &mut self,
        location: impl Display,
        found: &T,
        expected: &T,
    ) {
        if found != expected {
            let description =
                format_args!("is {found}, but should be {expected} according to the log")
                    .to_string();
            self.report(location, description);
        }
    }

    /// Compares optional values; see [`Self::compare`].
    pub(super) fn compare_optional<T: PartialEq + Display>(
        &mut self,
        location: impl Display,
        found: Option<&T>,
        expected: Option<&T>,
    ) {
        self.compare(location, &OrNull(found), &OrNull(expected));
    }

    /// Returns the reported differences, and the number of those that were left out.
    pub(super) fn into_parts(self) -> (Vec<Difference>, u64) {
        (self.reported, self.more)
    }
}

#[derive(PartialEq)]
struct OrNull<'a, T>(Option<&'a T>);

impl<T: Display> Display for OrNull<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("null"),
        }
    }
}
