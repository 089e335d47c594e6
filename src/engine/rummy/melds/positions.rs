//! Sets of positions in a hand. A state refers to cards by position, so that it lists each card only once.

use serde::{Deserialize, Serialize};

use crate::engine::card::Card;

/// A set of positions in a hand. Positions 0 to 15 are supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Positions(u16);

impl Positions {
    /// The `count` positions from `start`.
    pub(in crate::engine::rummy) fn run(start: usize, count: usize) -> Self {
        (start..start + count)
            .filter_map(|position| u8::try_from(position).ok())
            .collect()
    }

    /// Adds a position.
    pub(in crate::engine::rummy) fn insert(&mut self, position: u8) {
        self.0 |= 1 << position;
    }

    /// Removes a position.
    pub(in crate::engine::rummy) fn remove(&mut self, position: u8) {
        self.0 &= !(1 << position);
    }

    /// Whether the set contains a position.
    pub fn contains(self, position: usize) -> bool {
        position < 16 && self.0 >> position & 1 == 1
    }

    /// The first `count` positions without those in the set.
    pub(in crate::engine::rummy) fn rest_of(self, count: usize) -> Self {
        Self(Self::run(0, count).0 & !self.0)
    }

    /// The number of positions.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cards of `hand` at these positions, in the order of the hand.
    pub fn of(self, hand: &[Card]) -> Vec<Card> {
        let held = hand.iter().enumerate();
        held.filter(|&(position, _)| self.contains(position))
            .map(|(_, &card)| card)
            .collect()
    }
}

impl FromIterator<u8> for Positions {
    fn from_iter<I: IntoIterator<Item = u8>>(positions: I) -> Self {
        let mut all = Self::default();
        for position in positions {
            all.insert(position);
        }
        all
    }
}

impl Extend<u8> for Positions {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, positions: I) {
        for position in positions {
            self.insert(position);
        }
    }
}

impl std::ops::BitOr for Positions {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
