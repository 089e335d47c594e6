//! The moves of a player.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::place::{self, HandName};

/// One of the two hands of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JugglingHand)]
pub enum Hand {
    /// The hand that only its owner sees.
    Hidden,
    /// The hand that everyone sees.
    FaceUp,
}

impl HandName for Hand {
    const BOTH: [Self; 2] = [Self::Hidden, Self::FaceUp];
    const PREFIX: &'static str = "Juggling";

    fn index(self) -> usize {
        match self {
            Self::Hidden => 0,
            Self::FaceUp => 1,
        }
    }

    fn for_people(self) -> &'static str {
        match self {
            Self::Hidden => "hidden hand",
            Self::FaceUp => "face-up hand",
        }
    }
}

/// A place in one of a player's hands.
pub type Place = place::Place<Hand>;
/// The place to which a caught card is put back.
pub type Placing = place::Placing<Hand>;
/// The places to which the cards of a caught throw are put back.
pub type Placings = place::Placings<Hand>;

/// A move in Juggling Act. Every index counts from 0, left to right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = JugglingMove)]
pub enum Move {
    /// Throws neighbouring cards of one hand, and takes the throw that they beat.
    #[serde(rename = "juggling.throw")]
    Throw {
        /// The hand.
        hand: Hand,
        /// The index of the leftmost card.
        #[schema(example = 3)]
        at: u32,
        /// How many cards are thrown.
        #[schema(minimum = 1, example = 2)]
        count: u32,
    },
    /// Moves one card to another place; without `from` and `to`, none. The owner of the throw in play takes its lowest
    /// card.
    #[serde(rename = "juggling.prepare")]
    Prepare {
        /// Where the card lies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        /// The place that it has afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Place>,
    },
    /// Puts every card of one's own throw in play back into one's hands, in the order of the list.
    #[serde(rename = "juggling.catch")]
    Catch {
        /// Each card that is still in play, with the index that it has once it is put back.
        #[schema(value_type = Vec<Placing>, min_items = 1)]
        places: Placings,
    },
}

impl Move {
    /// Preparing without moving a card: the Pass button.
    pub const PASS: Self = Self::Prepare {
        from: None,
        to: None,
    };

    /// Whether the move names a place in the hidden hand, which only its owner may see (§7).
    pub(super) fn tells_hidden_places(&self) -> bool {
        let hidden = |hand: Hand| hand == Hand::Hidden;
        match self {
            Self::Throw { hand, .. } => hidden(*hand),
            Self::Prepare { from, to } => from.iter().chain(to).any(|place| hidden(place.hand)),
            Self::Catch { places } => places.as_slice().iter().any(|placing| hidden(placing.hand)),
        }
    }
}
