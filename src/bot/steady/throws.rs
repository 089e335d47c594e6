//! The throws of two hands, for both games of Juggling Act. Suits don't matter in a throw, so a card is reduced to its
//! height. That makes hands cheap to copy, since a bot looks at hundreds of them before it moves.

use crate::engine::{card::Card, juggling_act::height};

/// The maximum number of cards in a hand: all cards of the deck.
const MAX_CARDS: usize = 52;

/// A place in one of two hands: the index of the hand, and that of the card.
pub(super) type At = (usize, usize);

/// The heights of the cards of a hand, left to right.
#[derive(Debug, Clone, Copy, Eq)]
struct Row {
    heights: [u8; MAX_CARDS],
    len: usize,
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.heights() == other.heights()
    }
}

impl Row {
    fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        let mut row = Self {
            heights: [0; MAX_CARDS],
            len: 0,
        };
        for height in cards.into_iter().filter_map(height) {
            row.insert(row.len, height);
        }
        row
    }

    fn heights(&self) -> &[u8] {
        &self.heights[..self.len]
    }

    fn insert(&mut self, at: usize, height: u8) {
        if at <= self.len && self.len < MAX_CARDS {
            self.heights.copy_within(at..self.len, at + 1);
            self.heights[at] = height;
            self.len += 1;
        }
    }

    fn remove(&mut self, at: usize, count: usize) {
        let end = at.saturating_add(count);
        if end <= self.len {
            self.heights.copy_within(end..self.len, at);
            self.len -= count;
        }
    }

    /// Returns the length of the longest throw that begins with this card. Every shorter one is a throw too.
    fn longest_throw(&self, at: usize) -> usize {
        let step = |pair: &[u8]| i16::from(pair[1]) - i16::from(pair[0]);
        let mut steps = self.heights()[at..].windows(2).map(step);
        match steps.next() {
            Some(first @ -1..=1) => 2 + steps.take_while(|&step| step == first).count(),
            _ => 1,
        }
    }

    /// Returns the least number of throws that the row can be divided into. Every part of a throw is a throw, so taking
    /// the longest one from the left each time gives the least number.
    fn fewest_throws(&self) -> i32 {
        let (mut throws, mut at) = (0, 0);
        while at < self.len {
            at += self.longest_throw(at);
            throws += 1;
        }
        throws
    }
}

/// The two hands of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hands([Row; 2]);

impl Hands {
    /// Creates hands of these cards.
    pub(super) fn of(
        first: impl IntoIterator<Item = Card>,
        second: impl IntoIterator<Item = Card>,
    ) -> Self {
        Self([Row::of(first), Row::of(second)])
    }

    /// Returns the number of cards in both hands.
    pub(super) const fn cards(&self) -> usize {
        self.0[0].len + self.0[1].len
    }

    /// Returns the least number of throws that the hands can be divided into as they are. Cards that become neighbours
    /// only when those between them are gone are not considered.
    pub(super) fn fewest_throws(&self) -> i32 {
        self.0.iter().map(Row::fewest_throws).sum()
    }

    /// Returns the hands without `count` neighbouring cards from a place on.
    #[must_use]
    pub(super) fn without(mut self, (hand, at): At, count: usize) -> Self {
        self.0[hand].remove(at, count);
        self
    }

    /// Returns the hands with a card moved to another place. The target is counted after the card was lifted.
    #[must_use]
    pub(super) fn moved(mut self, from: At, to: At) -> Self {
        if let Some(&height) = self.0[from.0].heights().get(from.1) {
            self.0[from.0].remove(from.1, 1);
            self.0[to.0].insert(to.1, height);
        }
        self
    }

    /// Returns whether the move places a card next to one that it can be thrown with.
    pub(super) fn meets(&self, from: At, to: At) -> bool {
        let Some(&height) = self.0[from.0].heights().get(from.1) else {
            return false;
        };
        let neighbour = |at: usize| {
            // If the card was lifted to the left of its target, the cards after it have moved up.
            let lifted = usize::from(from.0 == to.0 && from.1 <= at);
            self.0[to.0].heights().get(at + lifted)
        };
        let mut neighbours = [to.1.checked_sub(1), Some(to.1)].into_iter().flatten();
        from != to
            && neighbours.any(|at| neighbour(at).is_some_and(|other| other.abs_diff(height) <= 1))
    }

    /// Returns every place that has a card.
    pub(super) fn places(&self) -> impl Iterator<Item = At> + use<> {
        let counts = [self.0[0].len, self.0[1].len];
        (0..2).flat_map(move |hand| (0..counts[hand]).map(move |at| (hand, at)))
    }

    /// Returns every throw, with its first place and its number of cards.
    pub(super) fn throws(&self) -> impl Iterator<Item = (At, usize)> {
        self.places().flat_map(|at| {
            let longest = self.0[at.0].longest_throw(at.1);
            (1..=longest).map(move |count| (at, count))
        })
    }

    /// Returns every place to which a card lifted from `from` can be moved.
    pub(super) fn targets(&self, from: At) -> impl Iterator<Item = At> + use<> {
        let counts = [self.0[0].len, self.0[1].len];
        (0..2).flat_map(move |hand| {
            let lifted = usize::from(hand == from.0);
            (lifted..=counts[hand]).map(move |place| (hand, place - lifted))
        })
    }
}
