//! The moves of the performer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::juggling_act::place::{self, HandName};

/// One of the performer's two hands. Both are face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SoloHand)]
pub enum Hand {
    /// The hand that is dealt first.
    Top,
    /// The hand that is dealt second.
    Bottom,
}

impl HandName for Hand {
    const BOTH: [Self; 2] = [Self::Top, Self::Bottom];
    const PREFIX: &'static str = "Solo";

    fn index(self) -> usize {
        match self {
            Self::Top => 0,
            Self::Bottom => 1,
        }
    }

    fn for_people(self) -> &'static str {
        match self {
            Self::Top => "top hand",
            Self::Bottom => "bottom hand",
        }
    }
}

/// A place in one of the performer's hands.
pub type Place = place::Place<Hand>;
/// The place to which a caught card is put back.
pub type Placing = place::Placing<Hand>;
/// The places to which the cards of a caught throw are put back.
pub type Placings = place::Placings<Hand>;

/// A move in a solo performance. Every index counts from 0, left to right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = SoloMove)]
pub enum Move {
    /// Throws neighbouring cards of one hand. The cards in front of the performer leave the game.
    #[serde(rename = "solo.throw")]
    Throw {
        /// The hand.
        hand: Hand,
        /// The index of the leftmost card.
        #[schema(example = 0)]
        at: u32,
        /// How many cards are thrown.
        #[schema(minimum = 1, example = 3)]
        count: u32,
    },
    /// Moves one card to another place; without `from` and `to`, none.
    #[serde(rename = "solo.prepare")]
    Prepare {
        /// Where the card lies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        /// The place that it has afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Place>,
    },
    /// Puts every card in front of the performer back into the hands, in the order of the list.
    #[serde(rename = "solo.catch")]
    Catch {
        /// Each card in front of the performer, with the index that it has once it is put back.
        #[schema(value_type = Vec<Placing>, min_items = 1)]
        places: Placings,
    },
    /// Takes one card of the hands out of the game.
    #[serde(rename = "solo.discard")]
    Discard {
        /// The hand.
        hand: Hand,
        /// The index of the card.
        #[schema(example = 4)]
        at: u32,
    },
}

impl Move {
    /// Preparing without moving a card: the Pass button.
    pub const PASS: Self = Self::Prepare {
        from: None,
        to: None,
    };
}
