//! The options of a game of Juggling Act.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The options of a game of Juggling Act (§1.2).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = JugglingOptions, default = json!({"rounds": "one_per_player"}))]
pub struct Options {
    /// The number of rounds.
    pub rounds: Rounds,
}

/// The number of rounds of a game of Juggling Act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JugglingRounds)]
pub enum Rounds {
    /// One.
    One,
    /// As many as there are players, so that everyone begins one.
    #[default]
    OnePerPlayer,
}

impl Rounds {
    /// The number of rounds at a table of `seats`.
    pub const fn at_a_table_of(self, seats: u8) -> u8 {
        match self {
            Self::One => 1,
            Self::OnePerPlayer => seats,
        }
    }
}
