//! Throws: their patterns, and which throw beats which (§4).

use serde::{Deserialize, Serialize};

use super::row::{Row, in_words};
use crate::engine::{
    card::{Card, Rank},
    rules::IllegalMove,
};

/// The pattern of a throw, the better one later: at the same length a set beats a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// One card.
    Single,
    /// Consecutive ranks, all going up or all going down.
    Run,
    /// One rank.
    Set,
}

/// The strength of a throw. The order of the fields is the order in which throws are compared (§4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength {
    length: usize,
    pattern: Pattern,
    highest: u8,
}

impl Strength {
    /// Returns the strength of these cards, read in this order; `None` if they are not a throw.
    pub fn of(cards: &[Card]) -> Option<Self> {
        let pattern = match cards {
            [] => return None,
            [_] => Pattern::Single,
            [a, b, ..] => match step(*a, *b)? {
                0 => Pattern::Set,
                1 | -1 => Pattern::Run,
                _ => return None,
            },
        };
        let mut steps = cards.windows(2).map(|pair| step(pair[0], pair[1]));
        let first = steps.next();
        if steps.any(|step| Some(step) != first) {
            return None;
        }
        Some(Self {
            length: cards.len(),
            pattern,
            highest: cards.iter().copied().map(height).max()??,
        })
    }

    /// The pattern of the cards.
    pub const fn pattern(self) -> Pattern {
        self.pattern
    }
}

/// The height of a card among the others: the Ace is above the King (§4.3). A joker has none.
pub fn height(card: Card) -> Option<u8> {
    card.rank().map(|rank| match rank {
        Rank::ACE => Rank::KING.number() + 1,
        rank => rank.number(),
    })
}

/// By how much the height goes up from one card to the next.
fn step(from: Card, to: Card) -> Option<i16> {
    Some(i16::from(height(to)?) - i16::from(height(from)?))
}

/// One or more cards that are a single, a set or a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Row", into = "Row")]
pub struct Throw {
    cards: Vec<Card>,
    strength: Strength,
}

/// The error for cards that are not a throw.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{cards} is no throw: that is one card, cards of one rank, or ranks that all go up or all go down by one",
    cards = in_words(.0)
)]
pub struct NotAThrow(Vec<Card>);

impl Throw {
    /// These cards as a throw, read in this order.
    ///
    /// # Errors
    /// When they are neither a single nor a set nor a run.
    pub fn new(cards: Vec<Card>) -> Result<Self, NotAThrow> {
        match Strength::of(&cards) {
            Some(strength) => Ok(Self { cards, strength }),
            None => Err(NotAThrow(cards)),
        }
    }

    /// The cards, left to right.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Its strength.
    pub const fn strength(&self) -> Strength {
        self.strength
    }

    /// Whether it beats another. A tie beats in neither direction.
    pub fn beats(&self, other: &Self) -> bool {
        self.strength > other.strength
    }

    /// Takes the lowest card away, the leftmost of equals: the card, and the throw that is left, if any is (§5.4).
    pub fn lose_lowest(mut self) -> (Card, Option<Self>) {
        let lowest = (0..self.cards.len())
            .min_by_key(|&at| height(self.cards[at]))
            // A throw has a card, so there is a lowest.
            .unwrap_or_default();
        let card = self.cards.remove(lowest);
        (card, Self::new(self.cards).ok())
    }

    /// Refuses a throw that doesn't beat the one in play, and says what it lacks.
    pub(super) fn must_beat(&self, in_play: &Self) -> Result<(), IllegalMove> {
        if self.beats(in_play) {
            return Ok(());
        }
        let (mine, theirs) = (self.strength, in_play.strength);
        let lack = if mine.length < theirs.length {
            format!(
                "it has fewer cards, {} to {}, and more cards beat fewer",
                mine.length, theirs.length,
            )
        } else if mine.pattern < theirs.pattern {
            "at the same length a set beats a run".into()
        } else if mine.highest < theirs.highest {
            "its highest card is lower".into()
        } else {
            "its highest card is as high, and a tie beats nothing".into()
        };
        Err(IllegalMove::new(
            "throw-must-beat",
            format!(
                "{} doesn't beat {}: {lack}.",
                in_words(&self.cards),
                in_words(&in_play.cards),
            ),
        ))
    }
}

impl TryFrom<Row> for Throw {
    type Error = NotAThrow;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        Self::new(row.0)
    }
}

impl From<Throw> for Row {
    fn from(throw: Throw) -> Self {
        Self(throw.cards)
    }
}

impl From<NotAThrow> for IllegalMove {
    fn from(error: NotAThrow) -> Self {
        Self::new("not-a-throw", format!("{error}."))
    }
}
