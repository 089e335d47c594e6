//! The natural cards of a hand (those that are not jokers) and their counts. Equal cards are interchangeable, so a
//! search only needs to know how many of each are left.

use crate::engine::{card::Card, rummy::wild::Wild};

/// The bits for the count of one card: a hand has at most fourteen cards, so at most fourteen equal ones.
const BITS: usize = 4;
/// A mask of the lowest bit of each count.
const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;

/// The distinct natural cards of a hand, by rank and then suit.
///
/// The counts of the cards that are left are packed into one number, four bits each. These packings are numbered
/// without gaps, so that their numbers can be the indices of a table.
#[derive(Debug)]
pub(in crate::engine::rummy) struct Naturals {
    cards: Vec<Card>,
    /// For each card, the positions of its copies in the hand.
    positions: Vec<Vec<u8>>,
    points: Vec<u16>,
    /// For each card, the difference that one copy makes to the number of a packing.
    steps: Vec<usize>,
    packings: usize,
}

/// The number of cards left of each natural card.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::rummy) struct Left {
    /// The counts, packed.
    pub counts: u64,
    /// The number of this packing.
    pub index: usize,
}

impl Naturals {
    /// Collects the natural cards of a hand of at most fourteen cards.
    pub fn new(hand: &[Card], wild: Wild) -> Self {
        let mut held: Vec<(Card, u8)> = hand
            .iter()
            .copied()
            .zip(0..)
            .filter(|&(card, _)| !wild.makes_joker(card))
            .collect();
        held.sort_unstable_by_key(|&(card, position)| (card.rank(), card.suit(), position));
        let mut naturals = Self {
            cards: Vec::with_capacity(held.len()),
            positions: Vec::with_capacity(held.len()),
            points: Vec::with_capacity(held.len()),
            steps: Vec::with_capacity(held.len()),
            packings: 1,
        };
        for copies in held.chunk_by(|one, other| one.0 == other.0) {
            let card = copies[0].0;
            naturals.cards.push(card);
            let positions = copies.iter().map(|&(_, position)| position).collect();
            naturals.positions.push(positions);
            let points = u16::try_from(wild.points(card)).unwrap_or_default();
            naturals.points.push(points);
            naturals.steps.push(naturals.packings);
            naturals.packings *= copies.len() + 1;
        }
        naturals
    }

    /// The number of distinct cards.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Returns the card with this number.
    pub fn card(&self, number: usize) -> Card {
        self.cards[number]
    }

    /// Returns the number of a card, if it is in the hand.
    pub fn find(&self, card: Card) -> Option<usize> {
        self.cards.iter().position(|&held| held == card)
    }

    /// The positions in the hand of the copies of a card.
    pub fn positions(&self, number: usize) -> &[u8] {
        &self.positions[number]
    }

    /// The points of a card.
    pub fn points(&self, number: usize) -> u16 {
        self.points[number]
    }

    /// The points of all cards together.
    pub fn all_points(&self) -> u16 {
        let copies = self.positions.iter().map(Vec::len);
        std::iter::zip(copies, &self.points)
            .filter_map(|(copies, points)| Some(u16::try_from(copies).ok()? * points))
            .sum()
    }

    /// The points of the card with the most points.
    pub fn highest_points(&self) -> u16 {
        self.points.iter().copied().max().unwrap_or_default()
    }

    /// Returns the packing of all cards.
    pub fn all(&self) -> Left {
        let copies = || self.positions.iter().map(Vec::len);
        Left {
            counts: (0..)
                .zip(copies())
                .map(|(number, copies)| Self::one(number) * copies as u64)
                .sum(),
            index: std::iter::zip(copies(), &self.steps)
                .map(|(copies, step)| copies * step)
                .sum(),
        }
    }

    /// The number of packings.
    pub const fn packings(&self) -> usize {
        self.packings
    }

    /// Returns the packing of one copy of a card.
    pub const fn one(number: usize) -> u64 {
        1 << (number * BITS)
    }

    /// The difference that one copy of a card makes to the number of a packing.
    pub fn step(&self, number: usize) -> usize {
        self.steps[number]
    }
}

impl Left {
    /// Returns the number of the lowest card that is left.
    pub const fn lowest(self) -> Option<usize> {
        if self.counts == 0 {
            None
        } else {
            Some(self.counts.trailing_zeros() as usize / BITS)
        }
    }

    /// Whether at least one of each card in a packing is left.
    pub const fn has(self, takes: u64) -> bool {
        let counts = self.counts;
        let left = (counts | counts >> 1 | counts >> 2 | counts >> 3) & LOWEST_BITS;
        left & takes == takes
    }

    /// Returns what is left without the cards of a packing.
    pub const fn without(self, takes: u64, step: usize) -> Self {
        Self {
            counts: self.counts - takes,
            index: self.index - step,
        }
    }
}

/// Returns the numbers of the cards in a packing that has at most one of each.
pub(in crate::engine::rummy) fn numbers(takes: u64) -> impl Iterator<Item = usize> {
    (0..u64::BITS as usize / BITS).filter(move |&number| takes & Naturals::one(number) != 0)
}
