//! What some cards are together: a pure sequence, an impure sequence, a set, or nothing, and why (§4).
//!
//! A group is a handful of cards in no order. It is what any reading makes of it: each wild card is tried as itself
//! and as a joker, the Ace as the lowest and as the highest card, every place in the suit that the cards could fill.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{
    card::{Card, Rank, Suit},
    rummy::wild::Wild,
};

/// The fewest cards of a group.
const FEWEST: usize = 3;
/// The most cards of a set: one of each suit.
const MOST_IN_SET: usize = Suit::ALL.len();
/// The most cards of a sequence: each rank once, the Ace at one end.
const MOST_IN_SEQUENCE: usize = 13;
/// The Ace as the highest card of a suit, above the King.
const ACE_HIGH: u8 = 14;

/// What some cards are together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyGroupKind)]
pub enum GroupKind {
    /// Consecutive ranks of one suit, every card standing for itself (§4.1).
    PureSequence,
    /// Consecutive ranks of one suit with the help of jokers (§4.2).
    ImpureSequence,
    /// One rank in different suits, with or without the help of jokers (§4.3).
    Set,
}

impl GroupKind {
    /// Whether it is a sequence, pure or impure.
    pub const fn is_sequence(self) -> bool {
        match self {
            Self::PureSequence | Self::ImpureSequence => true,
            Self::Set => false,
        }
    }
}

/// A way to see some cards as a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What they are.
    pub kind: GroupKind,
    /// Each card and the card that it stands for: a sequence from its lowest card up, a set by suits with its jokers
    /// last.
    pub cards: Vec<(Card, Card)>,
}

impl Reading {
    /// The cards in the order of the reading.
    pub fn order(&self) -> Vec<Card> {
        self.cards.iter().map(|&(card, _)| card).collect()
    }
}

/// Why some cards are no group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoGroup {
    /// There are fewer than three.
    #[error("a group has at least three cards")]
    TooFew,
    /// The cards that are no jokers share neither suit nor rank.
    #[error("its cards are neither of one suit nor of one rank")]
    NothingInCommon,
    /// A sequence that would need a rank twice.
    #[error("a sequence has each rank once")]
    RankTwice,
    /// A sequence with more gaps than jokers.
    #[error("the ranks are not consecutive, and there are not enough jokers to fill the gaps")]
    Gaps,
    /// A sequence that would go on past the Ace.
    #[error("a sequence doesn't go on from the Ace to the Two: the Ace is at one end of it")]
    Wraps,
    /// More cards than a suit has ranks.
    #[error("a sequence has at most thirteen cards")]
    LongSequence,
    /// A set with two cards of one suit.
    #[error("the cards of a set are all of different suits")]
    SuitTwice,
    /// More cards than there are suits.
    #[error("a set has at most four cards")]
    LargeSet,
    /// A set with jokers, where that is not played.
    #[error("jokers don't fill sets in this game")]
    JokersInSet,
    /// Jokers only, of which none can stand for itself.
    #[error("at least one card of a group stands for itself, and a printed joker can't")]
    OnlyPrintedJokers,
}

/// What makes a group in this deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupRules {
    /// Which cards are jokers.
    pub wild: Wild,
    /// Whether jokers can fill sets.
    pub jokers_in_sets: bool,
}

impl GroupRules {
    /// What these cards are together. Where several readings exist it is the one that is worth most in a
    /// declaration: a pure sequence before an impure one, and that before a set.
    ///
    /// # Errors
    /// When they are no group: why they are not what they look like most.
    pub fn read(self, cards: &[Card]) -> Result<Reading, NoGroup> {
        self.read_as_sequence(cards).or_else(|as_sequence| {
            self.read_as_set(cards).map_err(|as_set| match as_set {
                // Cards of different ranks were meant as a sequence.
                NoGroup::NothingInCommon => as_sequence,
                reason => reason,
            })
        })
    }

    /// The best sequence that these cards are, pure if they can be.
    ///
    /// # Errors
    /// When they are none.
    pub fn read_as_sequence(self, cards: &[Card]) -> Result<Reading, NoGroup> {
        if cards.len() < FEWEST {
            return Err(NoGroup::TooFew);
        }
        if cards.len() > MOST_IN_SEQUENCE {
            return Err(NoGroup::LongSequence);
        }
        if self.has_rank_twice(cards) {
            return Err(NoGroup::RankTwice);
        }
        let mut impure = Err(NoGroup::OnlyPrintedJokers);
        for suit in self.suits_to_try(cards)? {
            // From the highest place down, so that spare jokers stand above the cards they join.
            for start in (1..=ACE_HIGH).rev() {
                match self.lay_from(cards, suit, start) {
                    Ok(reading) if reading.kind == GroupKind::PureSequence => return Ok(reading),
                    reading => impure = better_of(impure, reading),
                }
            }
        }
        impure
    }

    /// The set that these cards are.
    ///
    /// # Errors
    /// When they are none.
    pub fn read_as_set(self, cards: &[Card]) -> Result<Reading, NoGroup> {
        if cards.len() < FEWEST {
            return Err(NoGroup::TooFew);
        }
        let rank = self
            .naturals(cards)
            .next()
            .or_else(|| self.wild_cards(cards).next())
            .and_then(Card::rank)
            .ok_or(NoGroup::OnlyPrintedJokers)?;
        if self.naturals(cards).any(|card| card.rank() != Some(rank)) {
            return Err(NoGroup::NothingInCommon);
        }
        if cards.len() > MOST_IN_SET {
            return Err(NoGroup::LargeSet);
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
                return Err(NoGroup::SuitTwice);
            }
        }
        if !jokers.is_empty() && !self.jokers_in_sets {
            return Err(NoGroup::JokersInSet);
        }
        reading.sort_unstable();
        jokers.sort_unstable();
        let stood_for = open_suits.into_iter().map(|suit| Card::new(rank, suit));
        reading.extend(jokers.into_iter().zip(stood_for));
        Ok(Reading {
            kind: GroupKind::Set,
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

    /// The suits that a sequence of these cards could be of: that of the natural cards, or else those of the wild
    /// cards, of which one must then stand for itself.
    fn suits_to_try(self, cards: &[Card]) -> Result<Vec<Suit>, NoGroup> {
        let mut naturals = self.naturals(cards).filter_map(Card::suit);
        match naturals.next() {
            Some(suit) if naturals.all(|other| other == suit) => Ok(vec![suit]),
            Some(_) => Err(NoGroup::NothingInCommon),
            None => {
                let mut suits: Vec<Suit> = self.wild_cards(cards).filter_map(Card::suit).collect();
                suits.sort_unstable();
                suits.dedup();
                Ok(suits)
            }
        }
    }

    /// The cards as the sequence of this suit that begins at `start`; above the King are the Ace and the ranks
    /// round the corner, which is where no sequence goes.
    fn lay_from(self, cards: &[Card], suit: Suit, start: u8) -> Result<Reading, NoGroup> {
        let mut places: Vec<Option<Card>> = vec![None; cards.len()];
        let place_of = |rank: Rank| {
            let steps = (rank.number() + 13 - (start - 1) % 13 - 1) % 13;
            Some(usize::from(steps)).filter(|&place| place < cards.len())
        };
        for card in self.naturals(cards) {
            let place = card.rank().and_then(place_of).ok_or(NoGroup::Gaps)?;
            places[place] = Some(card);
        }
        if usize::from(start) + cards.len() - 1 > usize::from(ACE_HIGH) {
            return Err(NoGroup::Wraps);
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
            return Err(NoGroup::OnlyPrintedJokers);
        }
        let kind = if jokers.is_empty() {
            GroupKind::PureSequence
        } else {
            GroupKind::ImpureSequence
        };
        let mut jokers = jokers.into_iter();
        let cards = (start - 1..)
            .zip(places)
            .filter_map(|(step, card)| {
                let rank = Rank::from_number(step % 13 + 1)?;
                // As many jokers are left as places.
                Some((card.or_else(|| jokers.next())?, Card::new(rank, suit)))
            })
            .collect();
        Ok(Reading { kind, cards })
    }
}

/// The first of two readings that is one; of two reasons the one that says more.
fn better_of(
    one: Result<Reading, NoGroup>,
    other: Result<Reading, NoGroup>,
) -> Result<Reading, NoGroup> {
    match (one, other) {
        (Err(NoGroup::Wraps), Err(_)) | (Err(_), Err(NoGroup::Wraps)) => Err(NoGroup::Wraps),
        (Err(NoGroup::OnlyPrintedJokers), Err(reason)) => Err(reason),
        (Err(_), other) => other,
        (reading, _) => reading,
    }
}
