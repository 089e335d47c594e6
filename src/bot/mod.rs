//! Players that are programs. They see what a player sees, and never a state.

pub mod selfplay;
pub mod steady;

use std::str::FromStr;

use rand::{Rng, RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use crate::engine::{
    any::{AnyMove, AnyView},
    rules::LegalMoves,
    seat::Seat,
};

/// A bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bot {
    /// Makes any legal move, each as likely as any other.
    Random,
    /// In Rummy, groups its cards and declares. The other games it plays like [`Bot::Random`].
    Steady,
}

/// The chance that bots choose by, from a seed that is drawn elsewhere.
pub fn chance(seed: [u8; 32]) -> impl Rng {
    StdRng::from_seed(seed)
}

/// A text that names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such bot: there are `random` and `steady`")]
pub struct ParseBotError;

impl FromStr for Bot {
    type Err = ParseBotError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "random" => Ok(Self::Random),
            "steady" => Ok(Self::Steady),
            _ => Err(ParseBotError),
        }
    }
}

impl Bot {
    /// What the bot is called on the wire and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Steady => "steady",
        }
    }

    /// The move that the bot makes on this seat; `None` where it has none to make.
    pub fn choose(
        self,
        seat: Seat,
        view: &AnyView,
        legal: &LegalMoves<AnyMove>,
        random: &mut impl Rng,
    ) -> Option<AnyMove> {
        match (self, view) {
            (Self::Steady, AnyView::Rummy(view)) => {
                let moves = legal.moves.iter().filter_map(|mv| match mv {
                    AnyMove::Rummy(mv) => Some(mv.clone()),
                    _ => None,
                });
                let legal = LegalMoves::listed(moves.collect());
                let mut below = |end| random.random_range(0..end);
                Some(AnyMove::Rummy(steady::rummy::choose(
                    view, seat, &legal, &mut below,
                )))
            }
            (Self::Random | Self::Steady, _) => legal.moves.choose(random).cloned(),
        }
    }
}
