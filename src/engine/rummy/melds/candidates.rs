//! The melds that the natural cards of a hand can form, each with as few jokers as it needs.
//!
//! Only these shapes have to be tried, because no other meld is better than one of them:
//! - A joker that is left over counts nothing, so no meld takes a joker that it doesn't need.
//! - A sequence of six or more cards is two sequences of three or more, so no sequence is longer than five.
//! - A wild card that stands for itself is worth no more than any joker in that place, except that it keeps a sequence
//!   pure; and one pure sequence is enough. So a wild card stands for itself in at most one meld.
//! - One card with two jokers is a sequence, so a set has at least two natural cards, and a joker only with two.

use super::{meld::MeldRules, naturals::Naturals};
use crate::engine::card::{Card, Rank, Suit};

/// The length of the longest sequence that can't be divided into two.
const MAX_LENGTH: u8 = 5;
/// The number of the Ace as the highest card of a suit.
const ACE_HIGH: u8 = 14;

/// The contribution of a meld to the sequences that a declaration needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine::rummy) enum Makes {
    /// A pure sequence.
    Pure,
    /// A pure sequence if its joker is the wild card of this suit, which then stands for itself.
    PureByWild(Suit),
    /// An impure sequence.
    Impure,
    /// A set, so no sequence.
    Set,
}

/// A meld of natural cards and some jokers.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::rummy) struct Candidate {
    /// The natural cards, as a number in the packing of [`Naturals`].
    pub takes: u64,
    /// The sum of the steps of these cards, as in [`Naturals::step`].
    pub step: usize,
    /// The number of jokers that it needs.
    pub jokers: usize,
    /// Its contribution to the sequences.
    pub makes: Makes,
}

/// The possible melds of a hand, by the lowest of their natural cards.
#[derive(Debug)]
pub(in crate::engine::rummy) struct Candidates {
    all: Vec<Candidate>,
    /// The index in `all` of the first meld of each natural card, and at the end the length of `all`.
    starts: Vec<usize>,
}

impl Candidates {
    /// Finds all melds that these natural cards can form with `jokers` jokers. `wild_suits` are the suits of the wild
    /// cards among the jokers.
    pub fn new(naturals: &Naturals, rules: MeldRules, jokers: usize, wild_suits: &[Suit]) -> Self {
        let mut all = Vec::new();
        let mut starts = vec![0];
        for lowest in 0..naturals.len() {
            let start = all.len();
            let finder = Finder {
                naturals,
                rules,
                jokers,
                wild_suits,
                lowest,
            };
            finder.sequences(&mut all);
            finder.sets(&mut all);
            // The search returns the first of several best meldings, so melds with fewer jokers come first.
            all[start..].sort_by_key(|meld| (meld.jokers, meld.makes));
            starts.push(all.len());
        }
        Self { all, starts }
    }

    /// Returns the melds with this lowest natural card.
    pub fn of(&self, lowest: usize) -> &[Candidate] {
        &self.all[self.starts[lowest]..self.starts[lowest + 1]]
    }

    /// Whether one of the melds is a pure sequence.
    pub fn has_pure_sequence(&self) -> bool {
        self.all
            .iter()
            .any(|meld| matches!(meld.makes, Makes::Pure | Makes::PureByWild(_)))
    }
}

/// Finds the melds of one lowest card.
struct Finder<'a> {
    naturals: &'a Naturals,
    rules: MeldRules,
    jokers: usize,
    wild_suits: &'a [Suit],
    lowest: usize,
}

impl Finder<'_> {
    fn sequences(&self, out: &mut Vec<Candidate>) {
        let card = self.naturals.card(self.lowest);
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else {
            return;
        };
        let number = rank.number();
        let above: Vec<u8> = (number + 1..number + MAX_LENGTH).collect();
        self.sequences_with(suit, number, &above, out);
        // The Ace is the first in the order of the cards, so sequences up to a high Ace are found here too.
        if rank == Rank::ACE {
            let below: Vec<u8> = (ACE_HIGH + 1 - MAX_LENGTH..ACE_HIGH).collect();
            self.sequences_with(suit, ACE_HIGH, &below, out);
        }
    }

    /// Adds the sequences of the lowest card, at `place` in its suit, with any of the cards at `others`.
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
            // A lone Ace with two jokers is the same meld with a low or a high Ace.
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

    /// Whether a wild card that stands for itself completes a sequence of the natural cards from `low` to `high`.
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
