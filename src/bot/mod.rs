//! Players that are programs. They are handed what a player sees and the moves that the player may make, and never a
//! state: what they can't see they can't use, by type.

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

/// A player that is a program. Each plays every kind of game, and only makes legal moves.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Bot {
    /// Makes any of the listed legal moves, each as likely as any other.
    Random,
    /// Plays sensible cards, by a heuristic for each game, and ends its games.
    Steady,
}

/// The chance that bots choose by, from a seed that is drawn elsewhere.
pub fn chance(seed: [u8; 32]) -> impl Rng {
    StdRng::from_seed(seed)
}

/// A text that names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such bot: the bots are {}", Bot::ALL.map(Bot::name).join(", "))]
pub struct ParseBotError;

impl Bot {
    /// Every bot, the weakest first.
    pub const ALL: [Self; 2] = [Self::Random, Self::Steady];

    /// The name on the wire and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Steady => "steady",
        }
    }

    /// The move that the bot makes on this seat, one of `legal`; `None` where there is none to make. The same seat,
    /// view, moves and random numbers lead to the same move.
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
