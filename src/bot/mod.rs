//! Bots: players that are programs. A bot gets the view of its seat and the legal moves, but never the state, so the
//! types guarantee that it uses no hidden card.

pub mod report;
pub mod selfplay;
pub mod standings;
pub mod steady;

use std::{fmt, str::FromStr};

use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{
    any::{AnyMove, AnyView},
    rules::LegalMoves,
    seat::Seat,
};

/// A player that is a program. Every bot plays every kind of game, and makes only legal moves.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Bot {
    /// Chooses among the listed legal moves at random, each with the same probability.
    Random,
    /// Plays sensibly, with a heuristic for each game, and brings its games to an end.
    Steady,
}

/// Creates the random number generator of a bot from a seed.
pub fn chance(seed: [u8; 32]) -> impl Rng {
    StdRng::from_seed(seed)
}

/// A text that is not the name of a bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such bot: the bots are {}", Bot::ALL.map(Bot::name).join(", "))]
pub struct ParseBotError;

impl Bot {
    /// All bots, the weakest first.
    pub const ALL: [Self; 2] = [Self::Random, Self::Steady];

    /// Returns the name on the wire and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Steady => "steady",
        }
    }

    /// Returns the move that the bot makes on this seat: one of `legal`, or `None` if that is empty. The same seat,
    /// view, moves and random numbers always give the same move.
    pub fn choose(
        self,
        seat: Seat,
        view: &AnyView,
        legal: &LegalMoves<AnyMove>,
        random: &mut impl Rng,
    ) -> Option<AnyMove> {
        match self {
            Self::Random => legal.moves.choose(random).cloned(),
            Self::Steady => steady::choose(seat, view, &legal.moves, random),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Bot {
    type Err = ParseBotError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|bot| bot.name() == text)
            .ok_or(ParseBotError)
    }
}
