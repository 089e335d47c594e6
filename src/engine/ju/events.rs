//! What moves and shuffles do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{place::Source, sequence::End};
use crate::engine::{card::Card, seat::Seat, viewer::Viewer};

/// Something that happened in a game of JU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = JuEvent)]
pub enum Event {
    /// A round was dealt: five cards to each hand, and one face up in front of each.
    #[serde(rename = "ju.dealt")]
    Dealt {
        /// The number of the round, from 1.
        round: u32,
        /// Who has the first turn.
        first_seat: Seat,
        /// Each seat's hand; `null` to everyone but the player.
        hands: Vec<Option<Vec<Card>>>,
        /// Each seat's face-up card.
        face_up: Vec<Card>,
        /// How many cards the deck has.
        deck: usize,
    },
    /// A turn began with a draw.
    #[serde(rename = "ju.drawn")]
    Drawn {
        /// The player whose turn begins.
        seat: Seat,
        /// The card; `null` to everyone but the player.
        card: Option<Card>,
        /// How many cards are left in the deck.
        deck: usize,
    },
    /// A player laid cards at an end of a sequence.
    #[serde(rename = "ju.played")]
    Played {
        /// The player.
        seat: Seat,
        /// The cards, in the order in which they were laid.
        cards: Vec<Card>,
        /// Whose sequence it is.
        onto: Seat,
        /// The end.
        end: End,
    },
    /// A player blocked an end of their own sequence with a joker.
    #[serde(rename = "ju.blocked")]
    Blocked {
        /// The player.
        seat: Seat,
        /// The end.
        end: End,
    },
    /// A player made a JU, an Advanced JU, or one more card of it.
    #[serde(rename = "ju.made")]
    Made {
        /// The player.
        seat: Seat,
        /// On whose sequence.
        onto: Seat,
        /// At which end.
        end: End,
        /// How many cards the player has laid there in this turn: four are a JU, more an Advanced JU.
        cards: usize,
        /// How many cards the player has to give away now.
        owed: usize,
    },
    /// A player gave a card away. It lies face down in front of the one who got it.
    #[serde(rename = "ju.given")]
    Given {
        /// The player.
        seat: Seat,
        /// Who got it.
        to: Seat,
        /// The card; `null` to everyone but the player, if it comes from the hand.
        card: Option<Card>,
        /// Where it comes from.
        from: Source,
    },
    /// A player has no card left that could be given: what is still owed lapses.
    #[serde(rename = "ju.lapsed")]
    Lapsed {
        /// The player.
        seat: Seat,
        /// How many cards were still owed.
        owed: usize,
    },
    /// A player ended their turn.
    #[serde(rename = "ju.passed")]
    Passed {
        /// The player.
        seat: Seat,
    },
    /// A round ended and was scored.
    #[serde(rename = "ju.round_scored")]
    RoundScored {
        /// The number of the round, from 1.
        round: u32,
        /// What ended it.
        cause: Cause,
        /// Who emptied their hand, if somebody did.
        out: Option<Seat>,
        /// What was counted of each seat.
        counts: Vec<Count>,
        /// Each seat's score of the round.
        scores: Vec<i32>,
        /// Each seat's score of all rounds so far.
        totals: Vec<i32>,
    },
}

/// What ended a round of JU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JuCause)]
pub enum Cause {
    /// A joker was dealt face up.
    JokerDealt,
    /// A player's hand is empty.
    HandEmptied,
    /// The deck is empty, and once round the table nobody could lay a card.
    NobodyCanPlay,
}

/// What was counted of a seat when a round was scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuCount)]
pub struct Count {
    /// Points for the cards in the hand. They are counted, not shown.
    pub hand: i32,
    /// Points for the cards in the sequence, suited runs left out.
    pub sequence: i32,
    /// Points for the cards that were given to the player.
    pub given: i32,
    /// The cards that were given to the player, now turned up.
    pub given_cards: Vec<Card>,
}

impl Event {
    /// The event as this viewer sees it. All of them happen in front of everyone; but what goes into a hand is seen
    /// by its owner alone, and what is given from a hand by the giver alone.
    pub(super) fn shown_to(&self, viewer: Viewer) -> Self {
        match self {
            Self::Dealt {
                round,
                first_seat,
                hands,
                face_up,
                deck,
            } => Self::Dealt {
                round: *round,
                first_seat: *first_seat,
                hands: (0..)
                    .map(Seat::new)
                    .zip(hands)
                    .map(|(seat, hand)| hand.clone().filter(|_| viewer.sees_as(seat)))
                    .collect(),
                face_up: face_up.clone(),
                deck: *deck,
            },
            Self::Drawn { seat, card, deck } => Self::Drawn {
                seat: *seat,
                card: card.filter(|_| viewer.sees_as(*seat)),
                deck: *deck,
            },
            Self::Given {
                seat,
                to,
                card,
                from,
            } => Self::Given {
                seat: *seat,
                to: *to,
                card: card.filter(|_| *from == Source::Sequence || viewer.sees_as(*seat)),
                from: *from,
            },
            Self::Played { .. }
            | Self::Blocked { .. }
            | Self::Made { .. }
            | Self::Lapsed { .. }
            | Self::Passed { .. }
            | Self::RoundScored { .. } => self.clone(),
        }
    }
}
