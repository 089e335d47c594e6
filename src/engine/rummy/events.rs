//! What moves and shuffles do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    declaration::{Fault, Group},
    moves::Source,
    view::LaidOut,
    wild::Wild,
};
use crate::engine::{card::Card, seat::Seat, viewer::Viewer};

/// Something that happened in a game of Rummy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = RummyEvent)]
pub enum Event {
    /// Thirteen cards were dealt to each player who is in, and the two piles laid out.
    #[serde(rename = "rummy.dealt")]
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// Who dealt.
        dealer: Seat,
        /// Who acts first.
        first_seat: Seat,
        /// The players who were dealt cards, from the first seat on.
        seats: Vec<Seat>,
        /// The face-up card under the closed pile.
        indicator: Card,
        /// The rank that it makes wild.
        wild: Wild,
        /// The card that starts the open pile.
        open: Card,
        /// How many cards are in the closed pile.
        closed: usize,
    },
    /// A player took a card.
    #[serde(rename = "rummy.drawn")]
    Drawn {
        /// The player.
        seat: Seat,
        /// The pile that it came from.
        from: Source,
        /// The card; `null` to everyone but the player if it came from the closed pile.
        card: Option<Card>,
        /// How many cards are left in that pile.
        left: usize,
    },
    /// A player put a card onto the open pile.
    #[serde(rename = "rummy.discarded")]
    Discarded {
        /// The player.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A player gave up the deal.
    #[serde(rename = "rummy.dropped")]
    Dropped {
        /// The player.
        seat: Seat,
        /// What it costs.
        points: i32,
    },
    /// A player laid out their hand.
    #[serde(rename = "rummy.declared")]
    Declared {
        /// The player.
        seat: Seat,
        /// The card that they put down onto the open pile.
        discard: Card,
        /// The groups.
        groups: Vec<Group>,
        /// What is wrong with them; `null` if they hold.
        fault: Option<Fault>,
    },
    /// The open pile, all but its top card, became the new closed pile.
    #[serde(rename = "rummy.closed_pile_rebuilt")]
    ClosedPileRebuilt {
        /// How many cards the closed pile has now.
        closed: usize,
    },
    /// A deal ended.
    #[serde(rename = "rummy.deal_scored")]
    DealScored {
        /// The number of the deal, from 1.
        deal: u32,
        /// The hands that were laid out for the count, by seat: after a declaration that holds those of all other
        /// players who were still in the deal. `null` for the other seats.
        hands: Vec<Option<LaidOut>>,
        /// Each seat's score of the deal; `null` for one that was not dealt in.
        scores: Vec<Option<i32>>,
        /// Each seat's score of all deals so far.
        totals: Vec<i32>,
    },
    /// A player's total reached the limit of the pool: they are dealt no more cards.
    #[serde(rename = "rummy.went_out")]
    WentOut {
        /// The player.
        seat: Seat,
        /// The total.
        total: i32,
    },
}

impl Event {
    /// The event as this viewer sees it. All of them happen in front of everyone; only a card from the closed pile
    /// is seen by one player alone.
    pub(super) fn shown_to(&self, viewer: Viewer) -> Self {
        match self {
            Self::Drawn {
                seat,
                from: Source::Closed,
                card,
                left,
            } => Self::Drawn {
                seat: *seat,
                from: Source::Closed,
                card: card.filter(|_| viewer.sees_as(*seat)),
                left: *left,
            },
            Self::Drawn {
                from: Source::Open, ..
            }
            | Self::Dealt { .. }
            | Self::Discarded { .. }
            | Self::Dropped { .. }
            | Self::Declared { .. }
            | Self::ClosedPileRebuilt { .. }
            | Self::DealScored { .. }
            | Self::WentOut { .. } => self.clone(),
        }
    }
}
