//! The events of a game: the effects of moves and shuffles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{place::Source, sequence::End};
use crate::engine::{card::Card, rules::Shown, seat::Seat, viewer::Viewer};

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
        /// The seat with the first turn.
        first_seat: Seat,
        /// Each seat's hand; `null` for all viewers except the player.
        hands: Vec<Option<Vec<Card>>>,
        /// Each seat's face-up card.
        face_up: Vec<Card>,
        /// The number of cards in the deck.
        deck: usize,
    },
    /// A turn started with a draw.
    #[serde(rename = "ju.drawn")]
    Drawn {
        /// The player to move.
        seat: Seat,
        /// The card; `null` for all viewers except the player.
        card: Option<Card>,
        /// The number of cards left in the deck.
        deck: usize,
    },
    /// A player laid cards at an end of a sequence.
    #[serde(rename = "ju.played")]
    Played {
        /// The player.
        seat: Seat,
        /// The cards, in the order in which they were laid.
        cards: Vec<Card>,
        /// The seat of the sequence.
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
    /// A player made a JU or an Advanced JU, or added a card to it.
    #[serde(rename = "ju.made")]
    Made {
        /// The player.
        seat: Seat,
        /// The seat of the sequence.
        onto: Seat,
        /// The end.
        end: End,
        /// The number of cards that the player has laid there in this turn: four are a JU, more are an Advanced JU.
        cards: usize,
        /// The number of cards that the player now has to give away.
        owed: usize,
    },
    /// A player gave a card away. It is now face down in front of the recipient.
    #[serde(rename = "ju.given")]
    Given {
        /// The player.
        seat: Seat,
        /// The recipient.
        to: Seat,
        /// The card. If it comes from the hand, it is `null` for all viewers except the player.
        card: Option<Card>,
        /// The origin of the card.
        from: Source,
    },
    /// A player has no card left to give. The cards still owed lapse.
    #[serde(rename = "ju.lapsed")]
    Lapsed {
        /// The player.
        seat: Seat,
        /// The number of cards that were still owed.
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
        /// The cause of the end.
        cause: Cause,
        /// The player with an empty hand, if that ended the round.
        out: Option<Seat>,
        /// The points of each seat, by origin.
        counts: Vec<Count>,
        /// Each seat's score for the round.
        scores: Vec<i32>,
        /// Each seat's total score so far.
        totals: Vec<i32>,
    },
}

/// The cause of the end of a round of JU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JuCause)]
pub enum Cause {
    /// A joker was dealt face up.
    JokerDealt,
    /// A player's hand is empty.
    HandEmptied,
    /// The deck is empty, and all players in turn could lay no card.
    NobodyCanPlay,
}

/// The points of a seat in a round, by origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuCount)]
pub struct Count {
    /// The points for the cards in the hand. The cards are not shown.
    pub hand: i32,
    /// The points for the cards in the sequence that are not in a suited run.
    pub sequence: i32,
    /// The points for the cards that were given to the player.
    pub given: i32,
    /// The cards that were given to the player, now turned up.
    pub given_cards: Vec<Card>,
}

impl Shown for Event {
    /// Returns the event as this viewer sees it. Every viewer sees every event; but a card that goes into a hand is
    /// shown only to its owner, and a card that is given from a hand only to the giver.
    fn shown_to(&self, viewer: Viewer) -> Option<Self> {
        Some(match self {
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
        })
    }
}
