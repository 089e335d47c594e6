//! Cards of a hand by where they are in it, so that nothing lists a card twice.

use serde::{Deserialize, Serialize};

use crate::engine::card::Card;

/// Some of the positions in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Positions(u16);

impl Positions {
    /// The first `count` positions from `start` on.
    pub(in crate::engine::rummy) fn run(start: usize, count: usize) -> Self {
        (start..start + count)
            .filter_map(|position| u8::try_from(position).ok())
            .collect()
    }

    /// Adds a position.
    pub(in crate::engine::rummy) fn insert(&mut self, position: u8) {
        self.0 |= 1 << position;
    }

    /// Takes a position out.
    pub(in crate::engine::rummy) fn remove(&mut self, position: u8) {
        self.0 &= !(1 << position);
    }

    /// Whether a position is among them.
    pub fn contains(self, position: usize) -> bool {
        position < 16 && self.0 >> position & 1 == 1
    }

    /// Those of the first `count` positions that are not among them.
    pub(in crate::engine::rummy) fn rest_of(self, count: usize) -> Self {
        Self(Self::run(0, count).0 & !self.0)
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of `hand` at these positions, from the first.
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
