//! Fresh decks and the piles that are dealt and drawn from.

use serde::{Deserialize, Serialize};

use super::card::{Card, Rank, Suit, compact};

/// `decks` decks of 52 cards with `jokers` printed jokers each, in the order in which every shuffle of a fresh
/// deck starts: deck by deck; clubs, diamonds, hearts, spades; each from the Ace to the King; then the jokers.
pub fn fresh(decks: usize, jokers: usize) -> Vec<Card> {
    let mut deck: Vec<Card> = Suit::ALL
        .iter()
        .flat_map(|&suit| Rank::all().map(move |rank| Card::new(rank, suit)))
        .collect();
    deck.resize(deck.len() + jokers, Card::JOKER);
    deck.repeat(decks)
}

/// A pile of cards of which only the top can be reached.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pile(#[serde(with = "compact")] Vec<Card>);

impl Pile {
    /// A pile from cards listed top first, as shuffles are recorded.
    pub fn from_top(mut cards: Vec<Card>) -> Self {
        cards.reverse();
        Self(cards)
    }

    /// Takes the top card.
    pub fn draw(&mut self) -> Option<Card> {
        self.0.pop()
    }

    /// Takes the bottom card.
    pub fn draw_bottom(&mut self) -> Option<Card> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Lays a card on top.
    pub fn lay(&mut self, card: Card) {
        self.0.push(card);
    }

    /// Lays cards on top, one after the other.
    pub fn extend(&mut self, cards: impl IntoIterator<Item = Card>) {
        self.0.extend(cards);
    }

    /// The top card.
    pub fn top(&self) -> Option<Card> {
        self.0.last().copied()
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cards, top first.
    pub fn top_first(&self) -> Vec<Card> {
        self.0.iter().rev().copied().collect()
    }

    /// The cards, bottom first: the order in which a pile that is shuffled into a new stock starts.
    pub fn bottom_first(&self) -> &[Card] {
        &self.0
    }

    /// The cards under the top one, bottom first.
    pub fn under_top(&self) -> &[Card] {
        self.0.split_last().map_or(&[], |(_, under)| under)
    }

    /// Removes all but the top card.
    pub fn keep_top(&mut self) {
        let under = self.0.len().saturating_sub(1);
        self.0.drain(..under);
    }
}

/// The two lists hold the same cards, in whatever order.
pub fn same_cards(one: &[Card], other: &[Card]) -> bool {
    let sorted = |cards: &[Card]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    one.len() == other.len() && sorted(one) == sorted(other)
}
