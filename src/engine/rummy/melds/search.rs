//! The exact search for the melding that leaves the fewest points.
//!
//! The lowest natural card that is left either stays outside all melds or is the lowest card of one of the melds in
//! `Candidates`. That leaves the same question about fewer cards. The answer depends only on the counts of the cards
//! and jokers that are left and on the sequences so far, and each question is answered once. This bounds the work for
//! every hand: n natural cards have at most 2ⁿ packings, and a hand with more jokers has fewer natural cards.

use super::{
    candidates::{Candidate, Candidates, Makes},
    naturals::{Left, Naturals},
};
use crate::engine::card::Suit;

/// The sequences among the melds so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sequences {
    /// No sequence.
    None,
    /// Only impure sequences.
    Impure,
    /// One pure sequence, and no other.
    Pure,
    /// One sequence that is pure because a wild card stands for itself in it, and no other.
    PureByWild,
    /// A pure sequence and another sequence.
    Both,
}

/// The number of variants of [`Sequences`].
const SEQUENCES_COUNT: usize = 5;

impl Sequences {
    const fn with(self, makes: Makes) -> Self {
        match (self, makes) {
            (_, Makes::Set) | (Self::Both, _) => self,
            (Self::None, Makes::Pure) => Self::Pure,
            (Self::None, Makes::PureByWild(_)) => Self::PureByWild,
            (Self::None | Self::Impure, Makes::Impure) => Self::Impure,
            (Self::Impure, Makes::Pure | Makes::PureByWild(_))
            | (Self::Pure | Self::PureByWild, Makes::Pure | Makes::PureByWild(_) | Makes::Impure) => {
                Self::Both
            }
        }
    }

    /// Whether there is no pure sequence yet. A sequence that a wild card can make pure then needs that wild card;
    /// later ones take any joker.
    const fn lacks_pure(self) -> bool {
        matches!(self, Self::None | Self::Impure)
    }
}

/// A penalty for each sequence that a melding lacks. It is more than all points of a hand, so that meldings that lack
/// fewer sequences come first.
const LACKING: u16 = 1 << 10;
const UNKNOWN: u16 = u16::MAX;

/// One meld of the plan.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::rummy) struct Pick {
    /// Its natural cards, packed.
    pub takes: u64,
    /// The number of jokers that it needs.
    pub jokers: usize,
    /// Whether it is a sequence.
    pub is_sequence: bool,
    /// The suit of the wild card that must stand for itself to make the sequence pure, if it needs one.
    pub wild_itself: Option<Suit>,
    /// Whether it is the pure sequence that a declaration needs.
    pub is_first_pure: bool,
}

/// The melding that was found.
#[derive(Debug)]
pub(in crate::engine::rummy) struct Plan {
    /// The melds with natural cards.
    pub picks: Vec<Pick>,
    /// Whether three jokers form another sequence, in which a wild card stands for itself.
    pub sequence_of_jokers: bool,
    /// Whether there are a pure sequence and a second sequence.
    pub has_both_sequences: bool,
    /// The points of the natural cards outside melds, without the discard.
    pub points: u16,
}

/// The facts about a hand other than its natural cards.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::rummy) struct Held {
    /// The number of jokers.
    pub jokers: usize,
    /// The number of wild cards among the jokers.
    pub wild_cards: usize,
    /// Whether one card can be discarded. The card with the most points outside melds then counts nothing.
    pub has_discard: bool,
}

/// A search for the best melding of one hand.
pub(in crate::engine::rummy) struct Search<'a> {
    naturals: &'a Naturals,
    candidates: &'a Candidates,
    held: Held,
    /// The answers, by the index of the question.
    answers: Vec<u16>,
}

/// A question: what is the fewest points that these cards can leave?
#[derive(Debug, Clone, Copy)]
struct Question {
    left: Left,
    jokers: usize,
    sequences: Sequences,
    /// Whether a card can still be discarded.
    may_discard: bool,
}

impl<'a> Search<'a> {
    /// Prepares a search among the melds that a hand can form.
    pub fn new(naturals: &'a Naturals, candidates: &'a Candidates, held: Held) -> Self {
        let questions = naturals.packings()
            * (held.jokers + 1)
            * SEQUENCES_COUNT
            * (1 + usize::from(held.has_discard));
        Self {
            naturals,
            candidates,
            held,
            answers: vec![UNKNOWN; questions],
        }
    }

    /// Finds the best melding: among those that lack the fewest sequences, one that leaves the fewest points.
    pub fn plan(mut self) -> Plan {
        let can_be_pure = self.candidates.has_pure_sequence();
        let mut question = Question {
            left: self.naturals.all(),
            jokers: self.held.jokers,
            // If no pure sequence is possible, the sequences make no difference.
            sequences: if can_be_pure {
                Sequences::None
            } else {
                Sequences::Both
            },
            may_discard: self.held.has_discard,
        };
        let answer = self.answer(question);
        let mut picks = Vec::new();
        while let Some(lowest) = question.left.lowest() {
            let (pick, next) = self.best_step(question, lowest);
            picks.extend(pick);
            question = next;
        }
        let has_both_sequences = can_be_pure && answer < LACKING;
        Plan {
            picks,
            sequence_of_jokers: has_both_sequences && question.sequences != Sequences::Both,
            has_both_sequences,
            points: answer % LACKING,
        }
    }

    fn index(&self, question: Question) -> usize {
        let index = question.left.index * (self.held.jokers + 1) + question.jokers;
        let index = index * SEQUENCES_COUNT + question.sequences as usize;
        if self.held.has_discard {
            index * 2 + usize::from(question.may_discard)
        } else {
            index
        }
    }

    fn answer(&mut self, question: Question) -> u16 {
        let Some(lowest) = question.left.lowest() else {
            return self.lacking(question);
        };
        let index = self.index(question);
        if self.answers[index] != UNKNOWN {
            return self.answers[index];
        }
        let candidates = self.candidates;
        let mut least = UNKNOWN;
        for meld in candidates.of(lowest) {
            if let Some(next) = question.with(meld) {
                least = least.min(self.answer(next));
                if least == 0 {
                    break;
                }
            }
        }
        let outside = self.outside(question, lowest);
        if question.may_discard {
            least = least.min(self.answer(outside.after_discard()));
        }
        let points = self.naturals.points(lowest);
        if points < least {
            least = least.min(points + self.answer(outside));
        }
        self.answers[index] = least;
        least
    }

    /// Returns the question that remains when the lowest card stays outside all melds.
    fn outside(&self, question: Question, lowest: usize) -> Question {
        let step = self.naturals.step(lowest);
        Question {
            left: question.left.without(Naturals::one(lowest), step),
            ..question
        }
    }

    /// Returns the penalty for missing sequences once all natural cards have been used.
    fn lacking(&self, question: Question) -> u16 {
        let sequence_of_jokers =
            |wild_cards| question.jokers >= 3 && self.held.wild_cards >= wild_cards;
        let lacking = match question.sequences {
            Sequences::Both => 0,
            Sequences::Pure => u16::from(!sequence_of_jokers(1)),
            // One wild card is already used as itself.
            Sequences::PureByWild => u16::from(!sequence_of_jokers(2)),
            Sequences::None | Sequences::Impure => 2,
        };
        lacking * LACKING
    }

    /// Returns the first step that leads to the best answer, and the next question.
    fn best_step(&mut self, question: Question, lowest: usize) -> (Option<Pick>, Question) {
        let least = self.answer(question);
        let candidates = self.candidates;
        for meld in candidates.of(lowest) {
            if let Some(next) = question.with(meld)
                && self.answer(next) == least
            {
                return (Some(Pick::new(meld, question.sequences)), next);
            }
        }
        let outside = self.outside(question, lowest);
        let discarded = outside.after_discard();
        if question.may_discard && self.answer(discarded) == least {
            (None, discarded)
        } else {
            (None, outside)
        }
    }
}

impl Question {
    /// Returns the question that remains after this meld, if its cards are left.
    fn with(self, meld: &Candidate) -> Option<Self> {
        (meld.jokers <= self.jokers && self.left.has(meld.takes)).then(|| Self {
            left: self.left.without(meld.takes, meld.step),
            jokers: self.jokers - meld.jokers,
            sequences: self.sequences.with(meld.makes),
            may_discard: self.may_discard,
        })
    }

    /// Returns the same question after the card that was left outside is discarded.
    const fn after_discard(self) -> Self {
        Self {
            may_discard: false,
            ..self
        }
    }
}

impl Pick {
    fn new(meld: &Candidate, previous: Sequences) -> Self {
        let first = previous.lacks_pure();
        Self {
            takes: meld.takes,
            jokers: meld.jokers,
            is_sequence: meld.makes != Makes::Set,
            wild_itself: match meld.makes {
                Makes::PureByWild(suit) if first => Some(suit),
                Makes::Pure | Makes::PureByWild(_) | Makes::Impure | Makes::Set => None,
            },
            is_first_pure: first && matches!(meld.makes, Makes::Pure | Makes::PureByWild(_)),
        }
    }
}
