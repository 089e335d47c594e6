//! A second search for the fewest points, written from the rules alone: it knows nothing of how the engine does it.
//!
//! It lists every sequence of every length and every set card by card, finds every handful of the held cards that
//! can be laid out as one of them, and tries all ways to divide a hand into such handfuls and cards left over.

use std::collections::HashMap;

use cardpost::engine::{
    card::{Card, Rank, Suit},
    rummy::{MeldRules, Wild},
};

/// Some cards of a hand, as the bits of their positions.
type Mask = u32;

/// How a handful can be laid out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Set,
    Impure,
    Pure,
}

/// A hand with everything that can be laid out of it.
pub struct Slow {
    hand: Vec<Card>,
    wild: Wild,
    /// By their lowest position.
    melds: Vec<Vec<(Mask, Worth)>>,
}

impl Slow {
    pub fn new(hand: &[Card], rules: MeldRules) -> Self {
        let mut found = HashMap::new();
        for (targets, is_sequence) in templates() {
            let fit = Fit {
                hand,
                rules,
                targets: &targets,
                is_sequence,
            };
            fit.from(0, 0, None, 0, &mut found);
        }
        let mut melds = vec![Vec::new(); hand.len()];
        for (meld, worth) in found {
            melds[meld.trailing_zeros() as usize].push((meld, worth));
        }
        Self {
            hand: hand.to_vec(),
            wild: rules.wild,
            melds,
        }
    }

    fn all(&self) -> Mask {
        (1 << self.hand.len()) - 1
    }

    /// The hands that can be counted: the whole hand, or with fourteen cards what stays when one is put down.
    fn thirteens(&self) -> Vec<Mask> {
        if self.hand.len() <= 13 {
            return vec![self.all()];
        }
        (0..self.hand.len())
            .map(|put_down| self.all() & !(1 << put_down))
            .collect()
    }

    fn points(&self, position: usize) -> i32 {
        let card = self.hand[position];
        match card.rank() {
            None => 0,
            Some(rank) if rank == self.wild.rank() => 0,
            Some(rank) if rank == Rank::ACE => 10,
            Some(rank) => i32::from(rank.number()).min(10),
        }
    }

    /// What the hand counts.
    pub fn fewest_points(&self) -> i32 {
        let cost: Vec<i32> = (0..self.hand.len()).map(|card| self.points(card)).collect();
        let mut search = Divide::new(&self.melds, &cost);
        let counts = self.thirteens().into_iter().map(|hand| {
            let all: i32 = positions(hand).map(|position| cost[position]).sum();
            search.least(hand, 0, false).unwrap_or(all).min(80)
        });
        counts.min().expect("there is a hand")
    }

    /// Whether thirteen of the cards (or all of fewer) can be declared.
    pub fn can_be_declared(&self) -> bool {
        let cost = vec![1; self.hand.len()];
        let mut search = Divide::new(&self.melds, &cost);
        let mut hands = self.thirteens().into_iter();
        hands.any(|hand| search.least(hand, 0, false) == Some(0))
    }
}

/// The least that cards cost; `None` where the sequences are lacking.
#[derive(Clone, Copy)]
struct Least(Option<i32>);

/// Divides hands into melds and cards left over, which cost something.
struct Divide<'a> {
    melds: &'a [Vec<(Mask, Worth)>],
    cost: &'a [i32],
    known: Vec<Option<Least>>,
}

impl<'a> Divide<'a> {
    fn new(melds: &'a [Vec<(Mask, Worth)>], cost: &'a [i32]) -> Self {
        Self {
            melds,
            cost,
            known: vec![None; 6 << cost.len()],
        }
    }

    /// The least that the cards outside melds cost, with a pure and a second sequence; `None` without.
    fn least(&mut self, hand: Mask, sequences: u8, pure: bool) -> Option<i32> {
        if hand == 0 {
            return (sequences >= 2 && pure).then_some(0);
        }
        let question = hand as usize * 6 + usize::from(sequences) * 2 + usize::from(pure);
        if let Some(Least(known)) = self.known[question] {
            return known;
        }
        let lowest = hand.trailing_zeros() as usize;
        let outside = self.least(hand & !(1 << lowest), sequences, pure);
        let mut least = outside.map(|outside| outside + self.cost[lowest]);
        for &(meld, worth) in &self.melds[lowest] {
            if meld & !hand != 0 {
                continue;
            }
            let sequences = (sequences + u8::from(worth >= Worth::Impure)).min(2);
            let rest = self.least(hand & !meld, sequences, pure || worth == Worth::Pure);
            least = match (least, rest) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        self.known[question] = Some(Least(least));
        least
    }
}

fn positions(hand: Mask) -> impl Iterator<Item = usize> {
    (0..16).filter(move |position| hand >> position & 1 == 1)
}

/// Every sequence and every set that cards can stand for, and whether it is a sequence.
fn templates() -> Vec<(Vec<Card>, bool)> {
    let rank = |number: usize| Rank::all().nth((number - 1) % 13).expect("a rank");
    let mut all = Vec::new();
    for suit in Suit::ALL {
        for length in 3..=13 {
            // 14 is the Ace above the King.
            for start in 1..=(15 - length) {
                let cards = (start..start + length).map(|number| Card::new(rank(number), suit));
                all.push((cards.collect(), true));
            }
        }
    }
    for rank in Rank::all() {
        for suits in 0..16_u32 {
            if suits.count_ones() >= 3 {
                let suits = (0..4).filter(|suit| suits >> suit & 1 == 1);
                let cards = suits.map(|suit| Card::new(rank, Suit::ALL[suit]));
                all.push((cards.collect(), false));
            }
        }
    }
    all
}

/// Finds the cards of a hand that can be laid out as the targets.
struct Fit<'a> {
    hand: &'a [Card],
    rules: MeldRules,
    targets: &'a [Card],
    is_sequence: bool,
}

impl Fit<'_> {
    /// Lays cards for the targets from `next` on. Jokers are taken by rising position: which of them stands for
    /// which card makes no other handful.
    fn from(
        &self,
        next: usize,
        used: Mask,
        last_joker: Option<usize>,
        themselves: usize,
        found: &mut HashMap<Mask, Worth>,
    ) {
        let Some(&target) = self.targets.get(next) else {
            let jokers = self.targets.len() - themselves;
            let worth = match (self.is_sequence, jokers) {
                (true, 0) => Worth::Pure,
                (true, _) => Worth::Impure,
                (false, _) => Worth::Set,
            };
            let allowed = self.is_sequence || jokers == 0 || self.rules.jokers_in_sets;
            if themselves > 0 && allowed {
                let best = found.entry(used).or_insert(worth);
                *best = worth.max(*best);
            }
            return;
        };
        for (position, &card) in self.hand.iter().enumerate() {
            if used >> position & 1 == 1 {
                continue;
            }
            let used = used | 1 << position;
            if card == target {
                self.from(next + 1, used, last_joker, themselves + 1, found);
            }
            let wild = card
                .rank()
                .is_none_or(|rank| rank == self.rules.wild.rank());
            if wild && last_joker.is_none_or(|last| position > last) {
                self.from(next + 1, used, Some(position), themselves, found);
            }
        }
    }
}
