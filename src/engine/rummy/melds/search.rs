//! The exact search for the grouping that leaves the fewest points.
//!
//! The lowest natural card that is left either stays outside all groups or is the lowest of one of the groups in
//! [`Candidates`]; what remains then is the same question about fewer cards. The answer depends on how many of each
//! card and how many jokers are left and on the sequences so far, and each such question is answered once. That
//! bounds the work for every hand: n natural cards have at most 2ⁿ packings, and the more jokers, the fewer natural
//! cards.

use super::{
    candidates::{Candidate, Candidates, Makes},
    naturals::{Left, Naturals},
};
use crate::engine::card::Suit;

/// The sequences among the groups so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sequences {
    /// None.
    None,
    /// Impure ones only.
    Impure,
    /// One that is pure, and no other.
    Pure,
    /// One that is pure since a wild card stands for itself in it, and no other.
    PureByWild,
    /// A pure one and another.
    Both,
}

/// How many values [`Sequences`] has.
const SEQUENCES: usize = 5;

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

    /// Whether a group that a wild card can make pure is the first pure one: later ones take any joker.
    const fn lack_a_pure_one(self) -> bool {
        matches!(self, Self::None | Self::Impure)
    }
}

/// More than all the points of a hand: added to them for each sequence that a grouping lacks, so that groupings
/// that lack fewer come first.
const LACKING: u16 = 1 << 10;
const UNKNOWN: u16 = u16::MAX;

/// One group of the grouping that was found.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::rummy) struct Pick {
    /// Its natural cards, packed.
    pub takes: u64,
    /// How many jokers it needs.
    pub jokers: usize,
    /// Whether it is a sequence.
    pub is_sequence: bool,
    /// The suit of the wild card that stands for itself in it and makes it pure, where it needs that.
    pub wild_itself: Option<Suit>,
    /// Whether it is the pure sequence that the rule of two sequences counts on.
    pub is_the_pure_one: bool,
}

/// The grouping that was found.
#[derive(Debug)]
pub(in crate::engine::rummy) struct Plan {
    /// The groups of natural cards.
    pub picks: Vec<Pick>,
    /// Whether three jokers are a sequence too, one wild card among them standing for itself.
    pub sequence_of_jokers: bool,
    /// Whether there are a pure sequence and a second one.
    pub has_both_sequences: bool,
    /// What the natural cards outside the groups count, but for the one that can be put down.
    pub points: u16,
}

/// What a hand holds besides its natural cards.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::rummy) struct Held {
    /// How many jokers.
    pub jokers: usize,
    /// How many of them are wild cards.
    pub wild_cards: usize,
    /// Whether one card will be put down: the one that counts most of those outside the groups counts nothing.
    pub has_one_to_put_down: bool,
}

/// A search for the best grouping of one hand.
pub(in crate::engine::rummy) struct Search<'a> {
    naturals: &'a Naturals,
    candidates: &'a Candidates,
    held: Held,
    /// By the number of the question.
    answers: Vec<u16>,
}

/// A question: what is the least that these cards can leave?
#[derive(Debug, Clone, Copy)]
struct Question {
    left: Left,
    jokers: usize,
    sequences: Sequences,
    /// Whether the card to put down is still to be chosen.
    may_put_down: bool,
}

impl<'a> Search<'a> {
    /// A search among the groups that a hand can form.
    pub fn new(naturals: &'a Naturals, candidates: &'a Candidates, held: Held) -> Self {
        let questions = naturals.packings()
            * (held.jokers + 1)
            * SEQUENCES
            * (1 + usize::from(held.has_one_to_put_down));
        Self {
            naturals,
            candidates,
            held,
            answers: vec![UNKNOWN; questions],
        }
    }

    /// Finds the best grouping: of those with the fewest sequences lacking, one that leaves the fewest points.
    pub fn plan(mut self) -> Plan {
        let can_be_pure = self.candidates.has_pure_sequence();
        let mut question = Question {
            left: self.naturals.all(),
            jokers: self.held.jokers,
            // Without any pure sequence there is nothing to keep count of.
            sequences: if can_be_pure {
                Sequences::None
            } else {
                Sequences::Both
            },
            may_put_down: self.held.has_one_to_put_down,
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
        let index = index * SEQUENCES + question.sequences as usize;
        if self.held.has_one_to_put_down {
            index * 2 + usize::from(question.may_put_down)
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
        for group in candidates.of(lowest) {
            if let Some(next) = question.with(group) {
                least = least.min(self.answer(next));
                if least == 0 {
                    break;
                }
            }
        }
        let outside = self.outside(question, lowest);
        if question.may_put_down {
            least = least.min(self.answer(outside.putting_it_down()));
        }
        let points = self.naturals.points(lowest);
        if points < least {
            least = least.min(points + self.answer(outside));
        }
        self.answers[index] = least;
        least
    }

    /// What remains when the lowest card stays outside all groups.
    fn outside(&self, question: Question, lowest: usize) -> Question {
        let step = self.naturals.step(lowest);
        Question {
            left: question.left.without(Naturals::one(lowest), step),
            ..question
        }
    }

    /// What it adds to the points that sequences are lacking when all natural cards are dealt with.
    fn lacking(&self, question: Question) -> u16 {
        let sequence_of_jokers =
            |wild_cards| question.jokers >= 3 && self.held.wild_cards >= wild_cards;
        let lacking = match question.sequences {
            Sequences::Both => 0,
            Sequences::Pure => u16::from(!sequence_of_jokers(1)),
            // One wild card is in use already.
            Sequences::PureByWild => u16::from(!sequence_of_jokers(2)),
            Sequences::None | Sequences::Impure => 2,
        };
        lacking * LACKING
    }

    /// The first step that leads to the least, and the question after it.
    fn best_step(&mut self, question: Question, lowest: usize) -> (Option<Pick>, Question) {
        let least = self.answer(question);
        let candidates = self.candidates;
        for group in candidates.of(lowest) {
            if let Some(next) = question.with(group)
                && self.answer(next) == least
            {
                return (Some(Pick::new(group, question.sequences)), next);
            }
        }
        let outside = self.outside(question, lowest);
        let put_down = outside.putting_it_down();
        if question.may_put_down && self.answer(put_down) == least {
            (None, put_down)
        } else {
            (None, outside)
        }
    }
}

impl Question {
    /// What remains with this group, if its cards are there.
    fn with(self, group: &Candidate) -> Option<Self> {
        (group.jokers <= self.jokers && self.left.has(group.takes)).then(|| Self {
            left: self.left.without(group.takes, group.step),
            jokers: self.jokers - group.jokers,
            sequences: self.sequences.with(group.makes),
            may_put_down: self.may_put_down,
        })
    }

    /// The same after the card that was left outside is put down.
    const fn putting_it_down(self) -> Self {
        Self {
            may_put_down: false,
            ..self
        }
    }
}

impl Pick {
    fn new(group: &Candidate, before: Sequences) -> Self {
        let first = before.lack_a_pure_one();
        Self {
            takes: group.takes,
            jokers: group.jokers,
            is_sequence: group.makes != Makes::Set,
            wild_itself: match group.makes {
                Makes::PureByWild(suit) if first => Some(suit),
                Makes::Pure | Makes::PureByWild(_) | Makes::Impure | Makes::Set => None,
            },
            is_the_pure_one: first && matches!(group.makes, Makes::Pure | Makes::PureByWild(_)),
        }
    }
}
