//! Fresh decks, and the piles that cards are dealt and drawn from.

use serde::{Deserialize, Serialize};

use super::card::{Card, Rank, Suit, compact};

/// Returns `decks` decks of 52 cards with `jokers` printed jokers each. This is the order from which every shuffle of
/// fresh decks starts: deck by deck; clubs, diamonds, hearts, spades; each from the Ace to the King; then the jokers.
pub fn fresh(decks: usize, jokers: usize) -> Vec<Card> {
    let mut deck: Vec<Card> = Suit::ALL
        .iter()
        .flat_map(|&suit| Rank::all().map(move |rank| Card::new(rank, suit)))
        .collect();
    deck.resize(deck.len() + jokers, Card::JOKER);
    deck.repeat(decks)
}

/// A pile of cards, stored bottom first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pile(#[serde(with = "compact")] Vec<Card>);

impl Pile {
    /// Creates a pile from cards listed top first, which is the order of a recorded shuffle.
    pub fn from_top(mut cards: Vec<Card>) -> Self {
        cards.reverse();
        Self(cards)
    }

    /// Removes and returns the top card.
    pub fn draw(&mut self) -> Option<Card> {
        self.0.pop()
    }

    /// Removes and returns the bottom card.
    pub fn draw_bottom(&mut self) -> Option<Card> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Puts a card on top.
    pub fn lay(&mut self, card: Card) {
        self.0.push(card);
    }

    /// Puts cards on top, one after the other.
    pub fn extend(&mut self, cards: impl IntoIterator<Item = Card>) {
        self.0.extend(cards);
    }

    /// Returns the top card.
    pub fn top(&self) -> Option<Card> {
        self.0.last().copied()
    }

    /// Returns the number of cards.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the pile is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the cards, top first.
    pub fn top_first(&self) -> Vec<Card> {
        self.0.iter().rev().copied().collect()
    }

    /// Returns the cards, bottom first. A shuffle of the whole pile starts from this order.
    pub fn bottom_first(&self) -> &[Card] {
        &self.0
    }

    /// Returns the cards below the top one, bottom first.
    pub fn under_top(&self) -> &[Card] {
        self.0.split_last().map_or(&[], |(_, under)| under)
    }

    /// Removes all cards except the top one.
    pub fn keep_top(&mut self) {
        let under = self.0.len().saturating_sub(1);
        self.0.drain(..under);
    }
}

/// Returns whether two lists hold the same cards, in any order.
pub fn same_cards(one: &[Card], other: &[Card]) -> bool {
    let sorted = |cards: &[Card]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    one.len() == other.len() && sorted(one) == sorted(other)
}
