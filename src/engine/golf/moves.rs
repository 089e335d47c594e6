//! The moves of Golf.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move in Golf. Slots 0 1 2 are the top row, 3 4 5 the bottom row.
// The variants without fields are structs, because serde then refuses fields that they don't have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = GolfMove)]
pub enum Move {
    /// Turns up two different face-down cards of one's own, once at the start of a hole.
    #[serde(rename = "golf.turn_up")]
    TurnUp {
        /// The two slots, in either order.
        #[schema(value_type = [u32; 2], min_items = 2, max_items = 2, example = json!([0, 4]))]
        slots: SlotPair,
    },
    /// Takes the top card of the stock. Only the one who draws sees it until it is used.
    #[serde(rename = "golf.draw")]
    Draw {},
    /// Puts the card just drawn face up into a slot; the card that was there goes face up onto the discard pile.
    #[serde(rename = "golf.place")]
    Place {
        /// The slot.
        #[schema(maximum = 5, example = 2)]
        slot: u32,
    },
    /// Puts the card just drawn onto the discard pile.
    #[serde(rename = "golf.discard")]
    Discard {},
    /// Takes the top card of the discard pile straight into a slot; the card that was there goes face up onto the
    /// discard pile.
    #[serde(rename = "golf.take")]
    Take {
        /// The slot.
        #[schema(maximum = 5, example = 2)]
        slot: u32,
    },
}

/// Two slots, in no order: `[4, 0]` is read as `[0, 4]`, so that equal moves compare equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u32; 2]", into = "[u32; 2]")]
pub struct SlotPair(u32, u32);

impl From<[u32; 2]> for SlotPair {
    fn from([a, b]: [u32; 2]) -> Self {
        Self(a.min(b), a.max(b))
    }
}

impl From<SlotPair> for [u32; 2] {
    fn from(SlotPair(lower, higher): SlotPair) -> Self {
        [lower, higher]
    }
}
