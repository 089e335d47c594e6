//! The moves of a game of Rummy.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::card::Card;

/// A move in Rummy.
// The variant without fields is a struct variant, because serde then refuses unknown fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = RummyMove)]
pub enum Move {
    /// Draws a card, at the start of the turn.
    #[serde(rename = "rummy.draw")]
    Draw {
        /// The pile to draw from.
        from: Source,
    },
    /// Discards a card face up onto the open pile, which ends the turn.
    #[serde(rename = "rummy.discard")]
    Discard {
        /// The card. If the hand contains several equal cards, one of them is discarded.
        card: Card,
    },
    /// Declares, after drawing: lays out the hand in melds. A wrong declaration costs 80 points.
    #[serde(rename = "rummy.declare")]
    Declare {
        /// The card to discard onto the open pile.
        discard: Card,
        /// The thirteen other cards, each in one group. The declaration is valid only if every group is a meld.
        #[schema(
            value_type = Vec<Vec<Card>>,
            example = json!([["5H", "6H", "7H"], ["9S", "JS", "XX"], ["8C", "8D", "8S"], ["KC", "KD", "KH", "KS"]])
        )]
        groups: Groups,
    },
    /// Drops out of the deal for 20 points, or for 40 after the player's first draw in it.
    #[serde(rename = "rummy.drop")]
    Drop {},
}

/// A pile to draw from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummySource)]
pub enum Source {
    /// The face-down pile.
    Closed,
    /// The face-up pile.
    Open,
}

/// Cards in groups, as a declaration lays them out. The order of the groups and the order of the cards in a group have
/// no meaning. Both are sorted, so that equal declarations compare equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<Card>>", into = "Vec<Vec<Card>>")]
pub struct Groups(Vec<Vec<Card>>);

impl Groups {
    /// The groups, each with its cards sorted.
    pub fn as_slice(&self) -> &[Vec<Card>] {
        &self.0
    }

    /// Returns all cards, group by group.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.0.iter().flatten().copied()
    }
}

impl From<Vec<Vec<Card>>> for Groups {
    fn from(mut groups: Vec<Vec<Card>>) -> Self {
        for group in &mut groups {
            group.sort_unstable();
        }
        groups.sort_unstable();
        Self(groups)
    }
}

impl From<Groups> for Vec<Vec<Card>> {
    fn from(groups: Groups) -> Self {
        groups.0
    }
}
