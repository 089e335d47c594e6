//! The cards of one player in a round.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::sequence::{Sequence, points};
use crate::engine::{
    card::{Card, compact},
    seat::Seat,
};

/// The origin of a card that was given away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JuSource)]
pub enum Source {
    /// The middle of the giver's sequence. Every viewer saw the card.
    Sequence,
    /// The giver's hand. Only the giver saw the card.
    Hand,
}

/// A card that was given to a player and is face down in front of them. Its origin is stored, because it decides which
/// viewers know the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    pub(super) card: Card,
    pub(super) by: Seat,
    pub(super) from: Source,
}

/// A player's hand and the cards in front of the player.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerSide {
    #[serde(with = "compact")]
    pub(super) hand: Vec<Card>,
    pub(super) sequence: Sequence,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) given: Vec<Given>,
}

impl PlayerSide {
    /// Returns the place that the next owed card must come from, or `None` if no card is left to give (§5.3).
    pub(super) fn pays_from(&self) -> Option<Source> {
        if !self.sequence.middle().is_empty() {
            Some(Source::Sequence)
        } else if !self.hand.is_empty() {
            Some(Source::Hand)
        } else {
            None
        }
    }

    /// Returns the cards from which the next owed card is chosen.
    pub(super) fn can_pay(&self) -> &[Card] {
        match self.pays_from() {
            Some(Source::Sequence) => self.sequence.middle(),
            Some(Source::Hand) => &self.hand,
            None => &[],
        }
    }

    /// Removes a card from the hand.
    pub(super) fn take_from_hand(&mut self, card: Card) {
        if let Some(index) = self.hand.iter().position(|&c| c == card) {
            self.hand.remove(index);
        }
    }

    /// The points of the cards in the hand. Runs are free only in the sequence, not in the hand (§7.2).
    pub(super) fn hand_points(&self) -> i32 {
        self.hand.iter().copied().map(points).sum()
    }

    /// The points of the cards that were given to the player.
    pub(super) fn given_points(&self) -> i32 {
        self.given.iter().map(|given| points(given.card)).sum()
    }
}
