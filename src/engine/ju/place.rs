//! All that belongs to one player in a round.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::sequence::{Sequence, points};
use crate::engine::{
    card::{Card, compact},
    seat::Seat,
};

/// Where a card that was given away came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JuSource)]
pub enum Source {
    /// The middle of the giver's sequence: everyone saw the card.
    Sequence,
    /// The giver's hand: nobody else saw it.
    Hand,
}

/// A card that was given to a player, face down in front of them. Where it came from stays on record, because that
/// decides who knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    pub(super) card: Card,
    pub(super) by: Seat,
    pub(super) from: Source,
}

/// A player's hand, and what lies in front of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    #[serde(with = "compact")]
    pub(super) hand: Vec<Card>,
    pub(super) sequence: Sequence,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) given: Vec<Given>,
}

impl Place {
    /// Where the next card that is owed must come from; nowhere, if there is none left (§5.3).
    pub(super) fn pays_from(&self) -> Option<Source> {
        if !self.sequence.middle().is_empty() {
            Some(Source::Sequence)
        } else if !self.hand.is_empty() {
            Some(Source::Hand)
        } else {
            None
        }
    }

    /// The cards of which the next one that is owed must be.
    pub(super) fn can_pay(&self) -> &[Card] {
        match self.pays_from() {
            Some(Source::Sequence) => self.sequence.middle(),
            Some(Source::Hand) => &self.hand,
            None => &[],
        }
    }

    /// Takes a card out of the hand.
    pub(super) fn take_from_hand(&mut self, card: Card) {
        if let Some(index) = self.hand.iter().position(|&c| c == card) {
            self.hand.remove(index);
        }
    }

    /// What the cards in the hand score. Runs count in front of a player only, not here (§7.2).
    pub(super) fn hand_points(&self) -> i32 {
        self.hand.iter().copied().map(points).sum()
    }

    /// What the cards score that were given to the player.
    pub(super) fn given_points(&self) -> i32 {
        self.given.iter().map(|given| points(given.card)).sum()
    }
}
