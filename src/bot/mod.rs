//! Players that are programs. They see what a player sees, and never a state.

pub mod selfplay;

use std::str::FromStr;

use rand::{Rng, seq::IndexedRandom};

use crate::engine::{
    any::{AnyMove, AnyView},
    rules::LegalMoves,
};

/// A bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bot {
    /// Makes any legal move, each as likely as any other.
    Random,
}

/// A text that names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such bot: there is `random`")]
pub struct ParseBotError;

impl FromStr for Bot {
    type Err = ParseBotError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "random" => Ok(Self::Random),
            _ => Err(ParseBotError),
        }
    }
}

impl Bot {
    /// The move that the bot makes; `None` where it has none to make.
    pub fn choose(
        self,
        _view: &AnyView,
        legal: &LegalMoves<AnyMove>,
        random: &mut impl Rng,
    ) -> Option<AnyMove> {
        match self {
            Self::Random => legal.moves.choose(random).cloned(),
        }
    }
}
