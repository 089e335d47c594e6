//! The groups that the natural cards of a hand can form, each with as few jokers as it needs.
//!
//! Only these few shapes have to be tried, because every other group is no better than one of them:
//! - A joker that is left over counts nothing, so no group takes a joker that it doesn't need.
//! - A sequence of six or more is two sequences of three or more, so none is longer than five.
//! - Apart from being pure, a sequence with a wild card that stands for itself is worth what it is worth with any
//!   joker in that place; and one pure sequence is enough. So a wild card stands for itself in one group at most.
//! - One card with two jokers is a sequence, so a set has at least two natural cards, and a joker only with two.

use super::{meld::GroupRules, naturals::Naturals};
use crate::engine::card::{Card, Rank, Suit};

/// The longest sequence that is not two.
const LONGEST: u8 = 5;
/// The Ace as the highest card of a suit.
const ACE_HIGH: u8 = 14;

/// What a group adds to the sequences that a declaration needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine::rummy) enum Makes {
    /// A pure sequence.
    Pure,
    /// A pure sequence if its joker is the wild card of this suit, which then stands for itself.
    PureByWild(Suit),
    /// An impure sequence.
    Impure,
    /// No sequence.
    Set,
}

/// A group of natural cards and some jokers.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::rummy) struct Candidate {
    /// The natural cards, as a number in the packing of [`Naturals`].
    pub takes: u64,
    /// What taking them subtracts from the number of a state.
    pub step: usize,
    /// How many jokers it needs.
    pub jokers: usize,
    /// What it adds to the sequences.
    pub makes: Makes,
}

/// The groups of a hand, by the lowest of their natural cards.
#[derive(Debug)]
pub(in crate::engine::rummy) struct Candidates {
    all: Vec<Candidate>,
    /// Where the groups of each natural card begin in `all`, and where the last one's end.
    starts: Vec<usize>,
}

impl Candidates {
    /// All groups that these natural cards can form with `jokers` jokers, of which `wild_suits` are the suits of the
    /// wild cards.
    pub fn new(naturals: &Naturals, rules: GroupRules, jokers: usize, wild_suits: &[Suit]) -> Self {
        let mut all = Vec::new();
        let mut starts = vec![0];
        for lowest in 0..naturals.len() {
            let start = all.len();
            let maker = Maker {
                naturals,
                rules,
                jokers,
                wild_suits,
                lowest,
            };
            maker.sequences(&mut all);
            maker.sets(&mut all);
            // Of several best groupings the search finds the first: let it be one that spares jokers.
            all[start..].sort_by_key(|group| (group.jokers, group.makes));
            starts.push(all.len());
        }
        Self { all, starts }
    }

    /// The groups whose lowest natural card is this one.
    pub fn of(&self, lowest: usize) -> &[Candidate] {
        &self.all[self.starts[lowest]..self.starts[lowest + 1]]
    }

    /// Whether any of them is a pure sequence.
    pub fn has_pure_sequence(&self) -> bool {
        self.all
            .iter()
            .any(|group| matches!(group.makes, Makes::Pure | Makes::PureByWild(_)))
    }
}

/// Makes the groups of one lowest card.
struct Maker<'a> {
    naturals: &'a Naturals,
    rules: GroupRules,
    jokers: usize,
    wild_suits: &'a [Suit],
    lowest: usize,
}

impl Maker<'_> {
    fn sequences(&self, out: &mut Vec<Candidate>) {
        let card = self.naturals.card(self.lowest);
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else {
            return;
        };
        let number = rank.number();
        let above: Vec<u8> = (number + 1..number + LONGEST).collect();
        self.sequences_with(suit, number, &above, out);
        // The Ace comes first in the order of the cards, so a sequence up to a high Ace is made here too.
        if rank == Rank::ACE {
            let below: Vec<u8> = (ACE_HIGH + 1 - LONGEST..ACE_HIGH).collect();
            self.sequences_with(suit, ACE_HIGH, &below, out);
        }
    }

    /// The sequences of the lowest card, standing at `place` of its suit, with any of the cards at `others`.
    fn sequences_with(&self, suit: Suit, place: u8, others: &[u8], out: &mut Vec<Candidate>) {
        let held: Vec<(u8, usize)> = others
            .iter()
            .filter_map(|&other| {
                let rank = Rank::from_number(other)?;
                let index = self.naturals.find(Card::new(rank, suit))?;
                Some((other, index))
            })
            .collect();
        for chosen in 0..1_u32 << held.len() {
            let chosen = (0..held.len()).filter(|&other| chosen >> other & 1 == 1);
            let mut places = vec![place];
            let mut cards = vec![self.lowest];
            for other in chosen {
                places.push(held[other].0);
                cards.push(held[other].1);
            }
            // One card alone with two jokers is the same group whichever way the Ace stands.
            if cards.len() > 1 || place != ACE_HIGH {
                self.sequence(suit, &places, &cards, out);
            }
        }
    }

    fn sequence(&self, suit: Suit, places: &[u8], cards: &[usize], out: &mut Vec<Candidate>) {
        let low = places.iter().copied().min().unwrap_or_default();
        let high = places.iter().copied().max().unwrap_or_default();
        let length = usize::from(high - low + 1).max(3);
        let jokers = length - cards.len();
        let makes = match jokers {
            0 => Makes::Pure,
            1 if self.wild_completes(suit, places, low, high) => Makes::PureByWild(suit),
            _ => Makes::Impure,
        };
        self.push(cards, jokers, makes, out);
    }

    /// Whether a wild card that stands for itself completes the natural cards from `low` to `high`.
    fn wild_completes(&self, suit: Suit, places: &[u8], low: u8, high: u8) -> bool {
        let wild = self.rules.wild.rank().number();
        let fills_gap = low < wild && wild < high;
        let beside = |place| low == place + 1 || place == high + 1;
        let fills_end = usize::from(high - low) + 1 == places.len()
            && (beside(wild) || wild == Rank::ACE.number() && beside(ACE_HIGH));
        self.wild_suits.contains(&suit) && (fills_gap || fills_end)
    }

    fn sets(&self, out: &mut Vec<Candidate>) {
        let rank = self.naturals.card(self.lowest).rank();
        let others: Vec<usize> = (self.lowest + 1..self.naturals.len())
            .take_while(|&other| self.naturals.card(other).rank() == rank)
            .collect();
        for chosen in 1..1_u32 << others.len() {
            let chosen = (0..others.len()).filter(|&other| chosen >> other & 1 == 1);
            let cards: Vec<usize> = std::iter::once(self.lowest)
                .chain(chosen.map(|other| others[other]))
                .collect();
            let jokers = 3_usize.saturating_sub(cards.len());
            if jokers == 0 || self.rules.jokers_in_sets {
                self.push(&cards, jokers, Makes::Set, out);
            }
        }
    }

    fn push(&self, cards: &[usize], jokers: usize, makes: Makes, out: &mut Vec<Candidate>) {
        if jokers > self.jokers {
            return;
        }
        out.push(Candidate {
            takes: cards.iter().map(|&card| Naturals::one(card)).sum(),
            step: cards.iter().map(|&card| self.naturals.step(card)).sum(),
            jokers,
            makes,
        });
    }
}
