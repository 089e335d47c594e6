//! Sequences: the cards face up in front of a player.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::card::{Card, Rank, compact};

/// The minimum length of a suited run (§7.2).
const MIN_SUITED_RUN: usize = 3;

/// An end of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JuEnd)]
pub enum End {
    /// The end where the next card is one rank lower.
    Left,
    /// The end where the next card is one rank higher.
    Right,
}

impl End {
    /// Both ends.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the next rank outward at this end. Ranks go round: the Ace is between the King and the Two (§3.2).
    pub fn beyond(self, rank: Rank) -> Rank {
        match self {
            Self::Left => Rank::from_number(rank.number() - 1).unwrap_or(Rank::KING),
            Self::Right => Rank::from_number(rank.number() + 1).unwrap_or(Rank::ACE),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

/// A row of face-up cards that grows at both ends. Jokers can only be at its ends, which they block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sequence(#[serde(with = "compact")] Vec<Card>);

impl Sequence {
    /// Creates a sequence of these cards, from left to right.
    pub const fn new(cards: Vec<Card>) -> Self {
        Self(cards)
    }

    /// The cards, from left to right.
    pub fn cards(&self) -> &[Card] {
        &self.0
    }

    /// The card at an end.
    pub fn at(&self, end: End) -> Option<Card> {
        match end {
            End::Left => self.0.first().copied(),
            End::Right => self.0.last().copied(),
        }
    }

    /// Returns the rank that can be laid at an end, or `None` if a joker blocks the end.
    pub fn takes(&self, end: End) -> Option<Rank> {
        self.at(end)?.rank().map(|rank| end.beyond(rank))
    }

    /// The number of jokers, each of which blocks an end.
    pub fn jokers(&self) -> usize {
        self.0.iter().filter(|card| card.is_joker()).count()
    }

    /// The cards between the first and the last, which can be given away (§5.3).
    pub fn middle(&self) -> &[Card] {
        match self.0.as_slice() {
            [_, middle @ .., _] => middle,
            [] | [_] => &[],
        }
    }

    /// Lays a card at an end.
    pub(super) fn lay(&mut self, card: Card, end: End) {
        match end {
            End::Left => self.0.insert(0, card),
            End::Right => self.0.push(card),
        }
    }

    /// Removes a card from the middle. The remaining cards close up.
    pub(super) fn take_from_middle(&mut self, card: Card) {
        if let Some(index) = self.middle().iter().position(|&c| c == card) {
            self.0.remove(index + 1);
        }
    }

    /// The points of the cards. Cards in a suited run count nothing (§7.2).
    pub fn points(&self) -> i32 {
        self.0
            .chunk_by(|&left, &right| is_next_in_suit(left, right))
            .filter(|run| run.len() < MIN_SUITED_RUN)
            .flatten()
            .copied()
            .map(points)
            .sum()
    }
}

/// Whether the right card follows the left card in the same suit. A joker is never part of a run.
fn is_next_in_suit(left: Card, right: Card) -> bool {
    left.rank()
        .is_some_and(|rank| right.rank() == Some(End::Right.beyond(rank)))
        && left.suit() == right.suit()
}

/// The points of a card that is not in a suited run (§7.1).
pub fn points(card: Card) -> i32 {
    match card.rank() {
        Some(Rank::ACE) => 15,
        Some(Rank::TEN | Rank::JACK | Rank::QUEEN | Rank::KING) => 10,
        Some(_) | None => 5,
    }
}
