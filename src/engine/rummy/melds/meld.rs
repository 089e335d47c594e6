//! Melds: whether some cards are a pure sequence, an impure sequence or a set, and if not, why (§4).
//!
//! The order of the cards doesn't matter. All readings of them are tried: each wild card as itself and as a joker, the
//! Ace as the lowest and as the highest card, and every place in the suit where the cards could go.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{
    card::{Card, Rank, Suit},
    rummy::wild::Wild,
};

/// The minimum number of cards in a meld.
const MIN_CARDS: usize = 3;
/// The maximum number of cards in a set: one of each suit.
const MAX_IN_SET: usize = Suit::ALL.len();
/// The maximum number of cards in a sequence: each rank once, the Ace at one end.
const MAX_IN_SEQUENCE: usize = 13;
/// The number of the Ace as the highest card of a suit, above the King.
const ACE_HIGH: u8 = 14;

/// The kind of a meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyGroupKind)]
pub enum MeldKind {
    /// Consecutive ranks of one suit in which every card stands for itself (§4.1).
    PureSequence,
    /// Consecutive ranks of one suit in which jokers stand for missing cards (§4.2).
    ImpureSequence,
    /// Cards of one rank in different suits, with or without jokers (§4.3).
    Set,
}

impl MeldKind {
    /// Whether it is a sequence, pure or impure.
    pub const fn is_sequence(self) -> bool {
        match self {
            Self::PureSequence | Self::ImpureSequence => true,
            Self::Set => false,
        }
    }
}

/// Some cards read as a meld.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The kind of the meld.
    pub kind: MeldKind,
    /// Each card with the card that it stands for: a sequence in ascending order, a set by suit with its jokers last.
    pub cards: Vec<(Card, Card)>,
}

impl Reading {
    /// Returns the cards in the order of the reading.
    pub fn order(&self) -> Vec<Card> {
        self.cards.iter().map(|&(card, _)| card).collect()
    }
}

/// The reason why some cards are not a meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAMeld {
    /// There are fewer than three cards.
    #[error("a meld has at least three cards")]
    TooFew,
    /// The cards other than jokers have neither their suit nor their rank in common.
    #[error("the cards are neither of one suit nor of one rank")]
    NothingInCommon,
    /// A sequence would have a rank twice.
    #[error("a sequence has each rank once")]
    RankTwice,
    /// A sequence has more gaps than jokers.
    #[error("the ranks are not consecutive, and there are not enough jokers to fill the gaps")]
    Gaps,
    /// A sequence would continue past the Ace.
    #[error("a sequence can't continue past the Ace: the Ace is its lowest or its highest card")]
    Wraps,
    /// There are more cards than ranks in a suit.
    #[error("a sequence has at most thirteen cards")]
    LongSequence,
    /// A set has two cards of one suit.
    #[error("the cards of a set are all of different suits")]
    SuitTwice,
    /// A set has more cards than there are suits.
    #[error("a set has at most four cards")]
    LargeSet,
    /// A set has jokers, and the options of the game don't allow that.
    #[error("jokers can't be used in sets in this game")]
    JokersInSet,
    /// There are only jokers, and no card can stand for itself.
    #[error("at least one card of a meld must stand for itself, and a printed joker can't")]
    OnlyPrintedJokers,
}

/// The rules for melds in a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeldRules {
    /// The wild rank.
    pub wild: Wild,
    /// Whether jokers can be used in sets.
    pub jokers_in_sets: bool,
}

impl MeldRules {
    /// Reads some cards as a meld. If several readings are possible, returns the one that is most useful in a
    /// declaration: a pure sequence before an impure sequence before a set.
    ///
    /// # Errors
    /// If the cards are not a meld. The reason refers to the kind of meld that they resemble most.
    pub fn read(self, cards: &[Card]) -> Result<Reading, NotAMeld> {
        self.read_as_sequence(cards).or_else(|as_sequence| {
            self.read_as_set(cards).map_err(|as_set| match as_set {
                // Cards of different ranks were probably meant as a sequence.
                NotAMeld::NothingInCommon => as_sequence,
                reason => reason,
            })
        })
    }

    /// Reads some cards as a sequence, pure if possible.
    ///
    /// # Errors
    /// If the cards are not a sequence.
    pub fn read_as_sequence(self, cards: &[Card]) -> Result<Reading, NotAMeld> {
        if cards.len() < MIN_CARDS {
            return Err(NotAMeld::TooFew);
        }
        if cards.len() > MAX_IN_SEQUENCE {
            return Err(NotAMeld::LongSequence);
        }
        if self.has_rank_twice(cards) {
            return Err(NotAMeld::RankTwice);
        }
        let mut impure = Err(NotAMeld::OnlyPrintedJokers);
        for suit in self.suits_to_try(cards)? {
            // From the highest place down, so that spare jokers are placed above the other cards.
            for start in (1..=ACE_HIGH).rev() {
                match self.lay_from(cards, suit, start) {
                    Ok(reading) if reading.kind == MeldKind::PureSequence => return Ok(reading),
                    reading => impure = first_reading(impure, reading),
                }
            }
        }
        impure
    }

    /// Reads some cards as a set.
    ///
    /// # Errors
    /// If the cards are not a set.
    pub fn read_as_set(self, cards: &[Card]) -> Result<Reading, NotAMeld> {
        if cards.len() < MIN_CARDS {
            return Err(NotAMeld::TooFew);
        }
        let rank = self
            .naturals(cards)
            .next()
            .or_else(|| self.wild_cards(cards).next())
            .and_then(Card::rank)
            .ok_or(NotAMeld::OnlyPrintedJokers)?;
        if self.naturals(cards).any(|card| card.rank() != Some(rank)) {
            return Err(NotAMeld::NothingInCommon);
        }
        if cards.len() > MAX_IN_SET {
            return Err(NotAMeld::LargeSet);
        }
        let mut reading = Vec::with_capacity(cards.len());
        let mut jokers = Vec::new();
        let mut open_suits = Suit::ALL.to_vec();
        for &card in cards {
            let stands_for_itself = card.rank() == Some(rank);
            if let Some(place) = open_suits
                .iter()
                .position(|&suit| stands_for_itself && card.suit() == Some(suit))
            {
                open_suits.remove(place);
                reading.push((card, card));
            } else if self.wild.makes_joker(card) {
                jokers.push(card);
            } else {
                return Err(NotAMeld::SuitTwice);
            }
        }
        if !jokers.is_empty() && !self.jokers_in_sets {
            return Err(NotAMeld::JokersInSet);
        }
        reading.sort_unstable();
        jokers.sort_unstable();
        let stood_for = open_suits.into_iter().map(|suit| Card::new(rank, suit));
        reading.extend(jokers.into_iter().zip(stood_for));
        Ok(Reading {
            kind: MeldKind::Set,
            cards: reading,
        })
    }

    fn naturals(self, cards: &[Card]) -> impl Iterator<Item = Card> {
        cards
            .iter()
            .copied()
            .filter(move |&card| !self.wild.makes_joker(card))
    }

    fn wild_cards(self, cards: &[Card]) -> impl Iterator<Item = Card> {
        cards
            .iter()
            .copied()
            .filter(move |&card| card.rank() == Some(self.wild.rank()))
    }

    /// Whether two natural cards have the same rank.
    fn has_rank_twice(self, cards: &[Card]) -> bool {
        let mut ranks: Vec<Option<Rank>> = self.naturals(cards).map(Card::rank).collect();
        ranks.sort_unstable();
        ranks.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The possible suits of a sequence of these cards: the suit of the natural cards or, without natural cards, the
    /// suits of the wild cards, because one of them must then stand for itself.
    fn suits_to_try(self, cards: &[Card]) -> Result<Vec<Suit>, NotAMeld> {
        let mut naturals = self.naturals(cards).filter_map(Card::suit);
        match naturals.next() {
            Some(suit) if naturals.all(|other| other == suit) => Ok(vec![suit]),
            Some(_) => Err(NotAMeld::NothingInCommon),
            None => {
                let mut suits: Vec<Suit> = self.wild_cards(cards).filter_map(Card::suit).collect();
                suits.sort_unstable();
                suits.dedup();
                Ok(suits)
            }
        }
    }

    /// Reads the cards as a sequence of this suit that starts at place `start`. Places above the high Ace would wrap
    /// round to the Two, which is an error.
    fn lay_from(self, cards: &[Card], suit: Suit, start: u8) -> Result<Reading, NotAMeld> {
        let mut places: Vec<Option<Card>> = vec![None; cards.len()];
        let place_of = |rank: Rank| {
            let steps = (rank.number() + 13 - (start - 1) % 13 - 1) % 13;
            Some(usize::from(steps)).filter(|&place| place < cards.len())
        };
        for card in self.naturals(cards) {
            let place = card.rank().and_then(place_of).ok_or(NotAMeld::Gaps)?;
            places[place] = Some(card);
        }
        if usize::from(start) + cards.len() - 1 > usize::from(ACE_HIGH) {
            return Err(NotAMeld::Wraps);
        }
        let mut jokers: Vec<Card> = cards
            .iter()
            .copied()
            .filter(|&card| self.wild.makes_joker(card))
            .collect();
        jokers.sort_unstable();
        if let Some(place) = place_of(self.wild.rank()) {
            let itself = Card::new(self.wild.rank(), suit);
            if let Some(held) = jokers.iter().position(|&card| card == itself) {
                places[place] = Some(jokers.remove(held));
            }
        }
        if places.iter().all(Option::is_none) {
            return Err(NotAMeld::OnlyPrintedJokers);
        }
        let kind = if jokers.is_empty() {
            MeldKind::PureSequence
        } else {
            MeldKind::ImpureSequence
        };
        let mut jokers = jokers.into_iter();
        let cards = (start - 1..)
            .zip(places)
            .filter_map(|(step, card)| {
                let rank = Rank::from_number(step % 13 + 1)?;
                // The number of remaining jokers equals the number of empty places.
                Some((card.or_else(|| jokers.next())?, Card::new(rank, suit)))
            })
            .collect();
        Ok(Reading { kind, cards })
    }
}

/// Returns the first reading that succeeded, or the more informative of two reasons.
fn first_reading(
    one: Result<Reading, NotAMeld>,
    other: Result<Reading, NotAMeld>,
) -> Result<Reading, NotAMeld> {
    match (one, other) {
        (Err(NotAMeld::Wraps), Err(_)) | (Err(_), Err(NotAMeld::Wraps)) => Err(NotAMeld::Wraps),
        (Err(NotAMeld::OnlyPrintedJokers), Err(reason)) => Err(reason),
        (Err(_), other) => other,
        (reading, _) => reading,
    }
}
