//! The moves of a game of JU.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::sequence::End;
use crate::engine::card::Card;

/// A move in JU. The draw at the start of a turn is not a move: it involves no choice, so the game makes it.
// The variant without fields is a struct variant, because serde then refuses unknown fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = JuMove)]
pub enum Move {
    /// Lays one or more cards from the hand at an end of a sequence. A turn can have any number of plays.
    #[serde(rename = "ju.play")]
    Play {
        /// The cards in the order in which they are laid, outward from the end.
        #[schema(min_items = 1, example = json!(["QH", "KD"]))]
        cards: Vec<Card>,
        /// The seat of the sequence: any seat, including the player's own.
        #[schema(maximum = 7, example = 1)]
        onto: u32,
        /// The end.
        end: End,
    },
    /// Lays a joker from the hand at an end of the player's own sequence. The end is then blocked for the rest of the
    /// round.
    #[serde(rename = "ju.block")]
    Block {
        /// The end.
        end: End,
    },
    /// Gives another player a card that is owed because of a JU. The player can make no other move until all owed cards
    /// are given.
    #[serde(rename = "ju.give")]
    Give {
        /// A card from the middle of the player's own sequence, or from the hand if the sequence has only one or two
        /// cards.
        card: Card,
        /// The seat that gets it.
        #[schema(maximum = 7, example = 2)]
        to: u32,
    },
    /// Ends the turn.
    #[serde(rename = "ju.pass")]
    Pass {},
}
