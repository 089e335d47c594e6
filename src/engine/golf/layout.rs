//! The six cards in front of a player.

use serde::{Deserialize, Serialize};

use super::moves::SlotPair;
use crate::engine::card::{Card, Rank};

/// The slots of a layout: 0 1 2 are the top row, 3 4 5 the bottom row.
pub const SLOTS: usize = 6;
const COLUMNS: usize = 3;
/// The fewest points that six cards can score: a Two over a King in each column.
pub(super) const BEST: i32 = -6;
/// The most points that six cards can score: two different cards worth ten in each column.
pub(super) const WORST: i32 = 60;

/// Six cards, each face up or face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    cards: [Card; SLOTS],
    face_up: [bool; SLOTS],
}

impl Layout {
    /// Creates a layout from six cards and which of them are face up.
    pub const fn new(cards: [Card; SLOTS], face_up: [bool; SLOTS]) -> Self {
        Self { cards, face_up }
    }

    /// All six cards, face up or face down.
    pub const fn cards(&self) -> &[Card; SLOTS] {
        &self.cards
    }

    /// Which of the cards lie face up.
    pub const fn face_up(&self) -> &[bool; SLOTS] {
        &self.face_up
    }

    /// How many cards lie face up.
    pub fn count_face_up(&self) -> usize {
        self.face_up.iter().filter(|&&up| up).count()
    }

    /// Whether no card lies face down.
    pub fn is_all_up(&self) -> bool {
        self.count_face_up() == SLOTS
    }

    /// The slots whose cards lie face down, from the lowest.
    pub fn face_down_slots(&self) -> impl Iterator<Item = u32> + Clone {
        (0..)
            .zip(self.face_up)
            .filter_map(|(slot, up)| (!up).then_some(slot))
    }

    /// Turns up the card in a slot and returns it.
    pub(super) const fn turn_up(&mut self, slot: usize) -> Card {
        self.face_up[slot] = true;
        self.cards[slot]
    }

    /// Puts a card face up into a slot and returns the card that it replaces.
    pub(super) const fn replace(&mut self, slot: usize, card: Card) -> Card {
        self.face_up[slot] = true;
        std::mem::replace(&mut self.cards[slot], card)
    }

    /// Turns up every card.
    pub(super) const fn turn_all_up(&mut self) {
        self.face_up = [true; SLOTS];
    }

    /// The two face-down slots with the lowest numbers.
    pub(super) fn first_two_face_down(&self) -> SlotPair {
        let mut slots = self.face_down_slots();
        let lowest = slots.next().unwrap_or_default();
        SlotPair::from([lowest, slots.next().unwrap_or_default()])
    }

    /// Returns the score of the six cards, face up or face down (§5).
    pub fn points(&self) -> i32 {
        (0..COLUMNS)
            .map(|column| {
                let [top, bottom] = [self.cards[column], self.cards[column + COLUMNS]];
                // The rank alone makes a pair, two Twos included.
                if top.rank() == bottom.rank() {
                    0
                } else {
                    points(top) + points(bottom)
                }
            })
            .sum()
    }
}

/// Returns the points of a card that is not paired in its column (§5).
pub fn points(card: Card) -> i32 {
    match card.rank() {
        Some(Rank::TWO) => -2,
        // Golf is dealt without jokers.
        Some(Rank::KING) | None => 0,
        Some(Rank::JACK | Rank::QUEEN) => 10,
        Some(rank) => rank.number().into(),
    }
}
