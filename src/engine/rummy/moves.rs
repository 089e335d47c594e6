//! What a player can do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::card::Card;

/// A move in Rummy.
// The variant without fields is a struct, because serde then refuses fields that it doesn't have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = RummyMove)]
pub enum Move {
    /// Takes a card, at the start of one's turn.
    #[serde(rename = "rummy.draw")]
    Draw {
        /// The pile that it is taken from.
        from: Source,
    },
    /// Puts a card face up onto the open pile and ends the turn.
    #[serde(rename = "rummy.discard")]
    Discard {
        /// The card. Of equal ones it doesn't matter which.
        card: Card,
    },
    /// Lays out the hand in groups, after drawing. Where they don't hold it costs 80 points.
    #[serde(rename = "rummy.declare")]
    Declare {
        /// The card that is put down onto the open pile.
        discard: Card,
        /// The thirteen cards that stay, each in one group.
        #[schema(
            value_type = Vec<Vec<Card>>,
            example = json!([["5H", "6H", "7H"], ["9S", "JS", "XX"], ["8C", "8D", "8S"], ["KC", "KD", "KH", "KS"]])
        )]
        groups: Groups,
    },
    /// Gives up the deal for 20 points, or 40 after one's first draw in it.
    #[serde(rename = "rummy.drop")]
    Drop {},
}

/// A pile that cards are taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummySource)]
pub enum Source {
    /// The face-down pile.
    Closed,
    /// The face-up pile.
    Open,
}

/// Cards in groups. Neither the order of the groups nor the order inside one says anything, so both are sorted, and
/// equal declarations compare equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<Card>>", into = "Vec<Vec<Card>>")]
pub struct Groups(Vec<Vec<Card>>);

impl Groups {
    /// The groups, each with its cards in order.
    pub fn as_slice(&self) -> &[Vec<Card>] {
        &self.0
    }

    /// All cards, group by group.
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
