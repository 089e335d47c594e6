//! The throws that two hands fall into, for both games of Juggling Act. Suits don't matter in a throw, so a card is its
//! height here, and hands are cheap to copy: a player looks at hundreds of them before it moves.

use crate::engine::{card::Card, juggling_act::height};

/// No hand has more cards than the deck.
const MOST: usize = 52;

/// A place in one of two hands: the index of the hand, and that of the card.
pub(super) type At = (usize, usize);

/// The heights of the cards of a hand, left to right.
#[derive(Debug, Clone, Copy, Eq)]
struct Row {
    heights: [u8; MOST],
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
            heights: [0; MOST],
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
        if at <= self.len && self.len < MOST {
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

    /// How many cards the longest throw has that begins with this card. Its beginnings are throws too.
    fn longest_throw(&self, at: usize) -> usize {
        let step = |pair: &[u8]| i16::from(pair[1]) - i16::from(pair[0]);
        let mut steps = self.heights()[at..].windows(2).map(step);
        match steps.next() {
            Some(first @ -1..=1) => 2 + steps.take_while(|&step| step == first).count(),
            _ => 1,
        }
    }

    /// Every part of a throw is one, so taking the longest from the left leads to the fewest.
    fn fewest_throws(&self) -> i32 {
        let (mut throws, mut at) = (0, 0);
        while at < self.len {
            at += self.longest_throw(at);
            throws += 1;
        }
        throws
    }
}

/// Two hands of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hands([Row; 2]);

impl Hands {
    /// Hands of these cards.
    pub(super) fn of(
        first: impl IntoIterator<Item = Card>,
        second: impl IntoIterator<Item = Card>,
    ) -> Self {
        Self([Row::of(first), Row::of(second)])
    }

    /// How many cards they have.
    pub(super) const fn cards(&self) -> usize {
        self.0[0].len + self.0[1].len
    }

    /// The fewest throws that they can be thrown in as they lie. It doesn't foresee neighbours that only meet when
    /// the cards between them are gone.
    pub(super) fn fewest_throws(&self) -> i32 {
        self.0.iter().map(Row::fewest_throws).sum()
    }

    /// The hands without so many neighbouring cards from a place on.
    #[must_use]
    pub(super) fn without(mut self, (hand, at): At, count: usize) -> Self {
        self.0[hand].remove(at, count);
        self
    }

    /// The hands with a card moved to another place, counted in hands from which it was lifted.
    #[must_use]
    pub(super) fn moved(mut self, from: At, to: At) -> Self {
        if let Some(&height) = self.0[from.0].heights().get(from.1) {
            self.0[from.0].remove(from.1, 1);
            self.0[to.0].insert(to.1, height);
        }
        self
    }

    /// Whether a card moved like this comes to lie beside one that it can be thrown with.
    pub(super) fn meets(&self, from: At, to: At) -> bool {
        let Some(&height) = self.0[from.0].heights().get(from.1) else {
            return false;
        };
        let neighbour = |at: usize| {
            // Where the card was lifted to the left of its target, what follows has moved up.
            let lifted = usize::from(from.0 == to.0 && from.1 <= at);
            self.0[to.0].heights().get(at + lifted)
        };
        let mut neighbours = [to.1.checked_sub(1), Some(to.1)].into_iter().flatten();
        from != to
            && neighbours.any(|at| neighbour(at).is_some_and(|other| other.abs_diff(height) <= 1))
    }

    /// Every place that has a card.
    pub(super) fn places(&self) -> impl Iterator<Item = At> + use<> {
        let counts = [self.0[0].len, self.0[1].len];
        (0..2).flat_map(move |hand| (0..counts[hand]).map(move |at| (hand, at)))
    }

    /// Every throw: where it begins, and how many cards it has.
    pub(super) fn throws(&self) -> impl Iterator<Item = (At, usize)> {
        self.places().flat_map(|at| {
            let longest = self.0[at.0].longest_throw(at.1);
            (1..=longest).map(move |count| (at, count))
        })
    }

    /// Every place that a card lifted from `from` can have.
    pub(super) fn targets(&self, from: At) -> impl Iterator<Item = At> + use<> {
        let counts = [self.0[0].len, self.0[1].len];
        (0..2).flat_map(move |hand| {
            let lifted = usize::from(hand == from.0);
            (lifted..=counts[hand]).map(move |place| (hand, place - lifted))
        })
    }
}
