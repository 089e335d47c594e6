//! The options of a game of JU.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::rules::InvalidOption;

/// The options of a game of JU (§1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = JuOptions, default = json!({"target": 500}))]
pub struct Options {
    /// The total, in points, that ends the game once a player has reached it.
    // A wider type than needed, so that a target out of range is refused by the rule and not as unreadable.
    #[schema(value_type = u16, minimum = 50, maximum = 2000, default = 500)]
    pub target: i64,
}

impl Options {
    /// The lowest allowed target.
    pub const LOWEST_TARGET: i64 = 50;
    /// The highest allowed target.
    pub const HIGHEST_TARGET: i64 = 2000;

    pub(super) fn check(&self) -> Result<(), InvalidOption> {
        if (Self::LOWEST_TARGET..=Self::HIGHEST_TARGET).contains(&self.target) {
            return Ok(());
        }
        Err(InvalidOption {
            pointer: "/target",
            detail: format!(
                "The target of a game of JU must be {} to {} points.",
                Self::LOWEST_TARGET,
                Self::HIGHEST_TARGET,
            ),
        })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { target: 500 }
    }
}
