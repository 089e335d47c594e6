//! What a player can do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::sequence::End;
use crate::engine::card::Card;

/// A move in JU. The draw at the start of a turn is no move: it holds no choice, so the game makes it.
// The variants without fields are structs, because serde then refuses fields that they don't have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = JuMove)]
pub enum Move {
    /// Lays one or more cards from the hand at an end of a sequence. A turn has room for as many plays as the player
    /// wants.
    #[serde(rename = "ju.play")]
    Play {
        /// The cards, in the order in which they are laid, outward from the end.
        #[schema(min_items = 1, example = json!(["QH", "KD"]))]
        cards: Vec<Card>,
        /// The seat whose sequence it is: anyone's, one's own too.
        #[schema(maximum = 7, example = 1)]
        onto: u32,
        /// The end.
        end: End,
    },
    /// Lays a joker from the hand at an end of one's own sequence: nothing can be laid there in this round any more.
    #[serde(rename = "ju.block")]
    Block {
        /// The end.
        end: End,
    },
    /// Gives another player a card that is owed because of a JU. Until all that is owed is given, nothing else can be
    /// done.
    #[serde(rename = "ju.give")]
    Give {
        /// A card from the middle of one's own sequence; from the hand, where one or two cards lie in the sequence.
        card: Card,
        /// The seat that gets it.
        #[schema(maximum = 7, example = 2)]
        to: u32,
    },
    /// Ends the turn.
    #[serde(rename = "ju.pass")]
    Pass {},
}
