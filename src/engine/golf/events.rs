//! The events of moves and shuffles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::layout::SLOTS;
use crate::engine::{card::Card, rules::Shown, seat::Seat, viewer::Viewer};

/// Something that happened in a game of Golf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = GolfEvent)]
pub enum Event {
    /// A hole was dealt: six cards face down to each, and one face up to start the discard pile.
    #[serde(rename = "golf.dealt")]
    Dealt {
        /// The number of the hole, from 1.
        hole: u8,
        /// The player who is first.
        first_seat: Seat,
        /// The card that starts the discard pile.
        discard: Card,
        /// How many cards are left in the stock.
        stock: usize,
    },
    /// A player turned up two of their cards.
    #[serde(rename = "golf.turned_up")]
    TurnedUp {
        /// The player.
        seat: Seat,
        /// The two slots.
        slots: [u32; 2],
        /// The cards in them.
        cards: [Card; 2],
    },
    /// A player drew the top card of the stock.
    #[serde(rename = "golf.drawn")]
    Drawn {
        /// The player.
        seat: Seat,
        /// The card; `null` to everyone but the player.
        card: Option<Card>,
        /// How many cards are left in the stock.
        stock: usize,
    },
    /// A player placed the card that they drew.
    #[serde(rename = "golf.placed")]
    Placed {
        /// The player.
        seat: Seat,
        /// Where it was placed.
        slot: u32,
        /// The card.
        card: Card,
        /// The card that was there, now on the discard pile.
        replaced: Card,
    },
    /// A player put the card that they drew onto the discard pile.
    #[serde(rename = "golf.discarded")]
    Discarded {
        /// The player.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A player took the top card of the discard pile into a slot.
    #[serde(rename = "golf.taken")]
    Taken {
        /// The player.
        seat: Seat,
        /// Where it was placed.
        slot: u32,
        /// The card.
        card: Card,
        /// The card that was there, now on the discard pile.
        replaced: Card,
    },
    /// A player is the first in this hole with six cards face up.
    #[serde(rename = "golf.went_out")]
    WentOut {
        /// The player.
        seat: Seat,
        /// How many players have one more turn.
        last_turns: u8,
    },
    /// The discard pile, all but its top card, became the new stock.
    #[serde(rename = "golf.stock_rebuilt")]
    StockRebuilt {
        /// How many cards the stock has now.
        stock: usize,
    },
    /// A hole ended: all cards are face up.
    #[serde(rename = "golf.hole_scored")]
    HoleScored {
        /// The number of the hole, from 1.
        hole: u8,
        /// Each seat's six cards.
        cards: Vec<[Card; SLOTS]>,
        /// Each seat's score of the hole.
        scores: Vec<i32>,
        /// Each seat's score of all holes so far.
        totals: Vec<i32>,
    },
}

impl Shown for Event {
    /// The event as this viewer sees it. All of them happen in front of everyone; only the card that was drawn is
    /// seen by one player alone.
    fn shown_to(&self, viewer: Viewer) -> Option<Self> {
        Some(match self {
            Self::Drawn { seat, card, stock } => Self::Drawn {
                seat: *seat,
                card: card.filter(|_| viewer.sees_as(*seat)),
                stock: *stock,
            },
            Self::Dealt { .. }
            | Self::TurnedUp { .. }
            | Self::Placed { .. }
            | Self::Discarded { .. }
            | Self::Taken { .. }
            | Self::WentOut { .. }
            | Self::StockRebuilt { .. }
            | Self::HoleScored { .. } => self.clone(),
        })
    }
}
