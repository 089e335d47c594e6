//! Events: the effects of moves and deals.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::moves::{Hand, Place, Placing};
use crate::engine::{card::Card, rules::Shown, seat::Seat, viewer::Viewer};

/// Something that happened in a game of Juggling Act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = JugglingEvent)]
pub enum Event {
    /// A round was dealt.
    #[serde(rename = "juggling.dealt")]
    Dealt {
        /// The number of the round, from 1.
        round: u8,
        /// The player who throws first.
        first_seat: Seat,
        /// The cards that each seat was dealt.
        hands: Vec<DealtHands>,
        /// The number of cards that stay out.
        out: usize,
    },
    /// A player threw cards: they are the throw in play now.
    #[serde(rename = "juggling.thrown")]
    Thrown {
        /// The player.
        seat: Seat,
        /// The hand that they came from.
        hand: Hand,
        /// The index of the leftmost one in it; `null` to everyone but the player where that is the hidden hand.
        at: Option<u32>,
        /// The cards, left to right.
        cards: Vec<Card>,
    },
    /// A player prepared.
    #[serde(rename = "juggling.prepared")]
    Prepared {
        /// The player.
        seat: Seat,
        /// The card that was moved; `null` where none was, and to everyone but the player where it stayed in the hidden
        /// hand.
        card: Option<Card>,
        /// Where it lay; `null` where no card was moved.
        from: Option<SeenPlace>,
        /// Where it lies now; `null` where no card was moved.
        to: Option<SeenPlace>,
    },
    /// A player took cards into their score pile: those that they beat, or the lowest of their own throw in play.
    #[serde(rename = "juggling.taken")]
    Taken {
        /// The player.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
        /// How many cards of the throw that they were taken from are left in play.
        left: usize,
        /// How many cards the score pile has now.
        score_pile: usize,
    },
    /// A player caught their own throw: its cards went back into their hands.
    #[serde(rename = "juggling.caught")]
    Caught {
        /// The player.
        seat: Seat,
        /// Where each card is now, in the order of the throw.
        cards: Vec<SeenPlacing>,
    },
    /// A player emptied both hands. Their last throw is set aside and scores for no player.
    #[serde(rename = "juggling.went_out")]
    WentOut {
        /// The player.
        seat: Seat,
        /// The cards that are set aside.
        set_aside: Vec<Card>,
    },
    /// A round was scored.
    #[serde(rename = "juggling.round_scored")]
    RoundScored {
        /// The number of the round, from 1.
        round: u8,
        /// How many cards each seat has in its score pile.
        score_piles: Vec<usize>,
        /// How many cards each seat has left in its hands.
        in_hands: Vec<usize>,
        /// Each seat's score of the round.
        scores: Vec<i32>,
        /// Each seat's score of all rounds so far.
        totals: Vec<i32>,
    },
}

/// The cards that a seat was dealt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JugglingDealtHands)]
pub struct DealtHands {
    /// The hidden hand; every card is `null` to everyone but the player.
    pub hidden: Vec<Option<Card>>,
    /// The face-up hand.
    pub face_up: Vec<Card>,
}

/// A place, as a viewer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JugglingSeenPlace)]
pub struct SeenPlace {
    /// The hand.
    pub hand: Hand,
    /// The index in it; `null` to everyone but the player where that is the hidden hand.
    pub at: Option<u32>,
}

/// The place of a caught card, as a viewer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JugglingSeenPlacing)]
pub struct SeenPlacing {
    /// The card.
    pub card: Card,
    /// The hand.
    pub hand: Hand,
    /// The index in it, once all cards are put back; `null` to everyone but the player where that is the hidden hand.
    pub at: Option<u32>,
}

impl From<Place> for SeenPlace {
    fn from(Place { hand, at }: Place) -> Self {
        Self { hand, at: Some(at) }
    }
}

impl From<Placing> for SeenPlacing {
    fn from(Placing { card, hand, at }: Placing) -> Self {
        Self {
            card,
            hand,
            at: Some(at),
        }
    }
}

impl Shown for Event {
    /// The event as this viewer sees it (§7).
    fn shown_to(&self, viewer: Viewer) -> Option<Self> {
        Some(match self {
            Self::Dealt {
                round,
                first_seat,
                hands,
                out,
            } => Self::Dealt {
                round: *round,
                first_seat: *first_seat,
                hands: (0..)
                    .map(Seat::new)
                    .zip(hands)
                    .map(|(seat, dealt)| dealt.shown(viewer.sees_as(seat)))
                    .collect(),
                out: *out,
            },
            Self::Thrown {
                seat,
                hand,
                at,
                cards,
            } => Self::Thrown {
                seat: *seat,
                hand: *hand,
                at: at.filter(|_| sees_places(viewer, *seat, *hand)),
                cards: cards.clone(),
            },
            Self::Prepared {
                seat,
                card,
                from,
                to,
            } => {
                // A card is seen where it leaves the face-up hand or comes into it.
                let seen = |place: &SeenPlace| sees_places(viewer, *seat, place.hand);
                Self::Prepared {
                    seat: *seat,
                    card: card.filter(|_| from.iter().chain(to).any(seen)),
                    from: from.map(|place| place.shown(seen(&place))),
                    to: to.map(|place| place.shown(seen(&place))),
                }
            }
            Self::Caught { seat, cards } => Self::Caught {
                seat: *seat,
                cards: cards
                    .iter()
                    .map(|placing| placing.shown(sees_places(viewer, *seat, placing.hand)))
                    .collect(),
            },
            Self::Taken { .. } | Self::WentOut { .. } | Self::RoundScored { .. } => self.clone(),
        })
    }
}

/// Whether a viewer sees which place a card has in this hand of a player.
fn sees_places(viewer: Viewer, owner: Seat, hand: Hand) -> bool {
    match hand {
        Hand::Hidden => viewer.sees_as(owner),
        Hand::FaceUp => true,
    }
}

impl SeenPlace {
    fn shown(self, with_index: bool) -> Self {
        Self {
            hand: self.hand,
            at: self.at.filter(|_| with_index),
        }
    }
}

impl SeenPlacing {
    fn shown(self, with_index: bool) -> Self {
        Self {
            card: self.card,
            hand: self.hand,
            at: self.at.filter(|_| with_index),
        }
    }
}

impl DealtHands {
    fn shown(&self, to_owner: bool) -> Self {
        Self {
            hidden: self
                .hidden
                .iter()
                .map(|card| card.filter(|_| to_owner))
                .collect(),
            face_up: self.face_up.clone(),
        }
    }
}
