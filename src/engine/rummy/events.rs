//! The events of a game: the effects of moves and shuffles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    declaration::{Fault, Group},
    moves::Source,
    view::LaidOut,
    wild::Wild,
};
use crate::engine::{card::Card, rules::Shown, seat::Seat, viewer::Viewer};

/// Something that happened in a game of Rummy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = RummyEvent)]
pub enum Event {
    /// Thirteen cards were dealt to each player who is in the match, and the two piles were set up.
    #[serde(rename = "rummy.dealt")]
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// The dealer.
        dealer: Seat,
        /// The player with the first turn.
        first_seat: Seat,
        /// The players who were dealt cards, from the first seat on.
        seats: Vec<Seat>,
        /// The face-up card under the closed pile, which determines the wild rank.
        indicator: Card,
        /// The wild rank.
        wild: Wild,
        /// The card that starts the open pile.
        open: Card,
        /// The number of cards in the closed pile.
        closed: usize,
    },
    /// A player drew a card.
    #[serde(rename = "rummy.drawn")]
    Drawn {
        /// The player.
        seat: Seat,
        /// The pile that it came from.
        from: Source,
        /// The card. If it came from the closed pile, it is `null` for all viewers except the player.
        card: Option<Card>,
        /// The number of cards left in that pile.
        left: usize,
    },
    /// A player discarded a card onto the open pile.
    #[serde(rename = "rummy.discarded")]
    Discarded {
        /// The player.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A player dropped out of the deal.
    #[serde(rename = "rummy.dropped")]
    Dropped {
        /// The player.
        seat: Seat,
        /// The points that it costs.
        points: i32,
    },
    /// A player declared.
    #[serde(rename = "rummy.declared")]
    Declared {
        /// The player.
        seat: Seat,
        /// The card that they discarded onto the open pile.
        discard: Card,
        /// The thirteen other cards, as the player laid them together.
        groups: Vec<Group>,
        /// The reason why the declaration is not valid; `null` if it is valid.
        fault: Option<Fault>,
    },
    /// The open pile, except its top card, became the new closed pile.
    #[serde(rename = "rummy.closed_pile_rebuilt")]
    ClosedPileRebuilt {
        /// The number of cards in the new closed pile.
        closed: usize,
    },
    /// A deal ended.
    #[serde(rename = "rummy.deal_scored")]
    DealScored {
        /// The number of the deal, from 1.
        deal: u32,
        /// The hands that were laid out for the count, by seat. After a valid declaration these are the hands of all
        /// other players who were still in the deal. `null` for the other seats.
        hands: Vec<Option<LaidOut>>,
        /// Each seat's score for the deal; `null` for a seat that was not dealt in.
        scores: Vec<Option<i32>>,
        /// Each seat's total score so far.
        totals: Vec<i32>,
    },
    /// A player's total reached the limit of the pool. They are out and are dealt no more cards.
    #[serde(rename = "rummy.went_out")]
    WentOut {
        /// The player.
        seat: Seat,
        /// The total.
        total: i32,
    },
}

impl Shown for Event {
    /// Returns the event as this viewer sees it. Every viewer sees every event; only a card from the closed pile is
    /// hidden from all viewers except the player who drew it.
    fn shown_to(&self, viewer: Viewer) -> Option<Self> {
        Some(match self {
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
        })
    }
}
