//! The steady bot's heuristic for the solo Juggling Act.
//!
//! No card is hidden, so the bot plans ahead. A throw of n cards leaves n − 2 spare turns before the next throw is due.
//! A card that is thrown alone, discarded or moved costs a spare turn, and each Joker pays for one more. The balance of
//! spare turns is therefore one for each card in the hands, less two for each throw that the hands need, plus the rest
//! of the throw in front. The bot searches several turns ahead for the line of play with the highest balance. At each
//! turn it keeps only the few best lines, which limits the cost of a choice.
//!
//! It never catches: that costs a Joker, and the cards must be thrown again. The game ends by the rules: each turn uses
//! up a card or leads to a dead space.

use std::cmp::Reverse;

use super::throws::{At, Hands};
use crate::engine::juggling_act::solo::{Hand, Move, Place, View};

/// The number of turns to look ahead.
const TURNS: usize = 6;
/// The number of lines of play to keep at each turn.
const WAYS: usize = 4;
/// The value of a spare turn.
const TURN: i32 = 10;
/// The value of a face-up Joker. It can pay for a turn, and scores if it is still face up at the end, so it is spent
/// last.
const JOKER: i32 = 25;
/// The value of a won performance. A lost one has the negative of it.
const WON: i32 = 1000;

/// Chooses one of the legal moves; `None` if there is none. The same view always gives the same move.
pub fn choose(view: &View, legal: &[&Move]) -> Option<Move> {
    let now = Situation::new(view);
    let firsts = legal.iter().enumerate();
    let mut ways: Vec<Way> = firsts
        .filter_map(|(first, mv)| Some(Way::new(first, now.after(Action::of(mv)?))))
        .collect();
    keep_the_best(&mut ways);
    for _ in 1..TURNS {
        ways = ways.iter().flat_map(Way::go_on).collect();
        keep_the_best(&mut ways);
    }
    let best = ways.first().map_or(0, |way| way.first);
    legal.get(best).copied().cloned()
}

/// A line of play: its first move, and the position that it has reached.
#[derive(Debug, Clone, Copy)]
struct Way {
    first: usize,
    situation: Situation,
    value: i32,
}

impl Way {
    fn new(first: usize, situation: Situation) -> Self {
        Self {
            first,
            situation,
            value: situation.value(),
        }
    }

    fn go_on(&self) -> Vec<Self> {
        let situation = self.situation;
        if situation.is_over() {
            return vec![*self];
        }
        let after = |action| Self::new(self.first, situation.after(action));
        situation.actions().into_iter().map(after).collect()
    }
}

fn keep_the_best(ways: &mut Vec<Way>) {
    ways.sort_by_key(|way| Reverse(way.value));
    // Lines that differ only in the order of their moves reach the same position.
    ways.dedup_by(|a, b| a.value == b.value && a.situation.hands == b.situation.hands);
    ways.truncate(WAYS);
}

/// The uses of a turn.
#[derive(Debug, Clone, Copy)]
enum Action {
    Throw(At, usize),
    Prepare(At, At),
    Discard(At),
}

impl Action {
    /// Returns the use of a move; `None` for a catch, and for a prepare that moves no card.
    fn of(mv: &Move) -> Option<Self> {
        match mv {
            Move::Throw { hand, at, count } => Some(Self::Throw(
                index(*hand, *at),
                usize::try_from(*count).ok()?,
            )),
            Move::Prepare { from, to } => {
                let (from, to) = (*from).zip(*to)?;
                let index = |place: Place| index(place.hand, place.at);
                Some(Self::Prepare(index(from), index(to)))
            }
            Move::Discard { hand, at } => Some(Self::Discard(index(*hand, *at))),
            Move::Catch { .. } => None,
        }
    }
}

fn index(hand: Hand, at: u32) -> At {
    let hand = match hand {
        Hand::Top => 0,
        Hand::Bottom => 1,
    };
    (hand, usize::try_from(at).unwrap_or(usize::MAX))
}

/// The performance at the time of a move.
#[derive(Debug, Clone, Copy)]
struct Situation {
    hands: Hands,
    /// The number of cards of the throw that are left in front.
    in_front: usize,
    /// The number of face-up Jokers; negative once the performance is lost.
    jokers: i32,
}

impl Situation {
    fn new(view: &View) -> Self {
        Self {
            hands: Hands::of(view.top.iter().copied(), view.bottom.iter().copied()),
            in_front: view.in_front.len(),
            jokers: view.jokers_up.into(),
        }
    }

    fn is_over(&self) -> bool {
        self.jokers < 0 || self.hands.cards() == 0
    }

    fn after(mut self, action: Action) -> Self {
        match action {
            Action::Throw(at, count) => {
                self.hands = self.hands.without(at, count);
                self.in_front = count;
            }
            Action::Prepare(from, to) => self.hands = self.hands.moved(from, to),
            Action::Discard(at) => self.hands = self.hands.without(at, 1),
        }
        if self.hands.cards() > 0 {
            self.in_front = self.in_front.saturating_sub(1);
            self.jokers -= i32::from(self.in_front == 0);
        }
        self
    }

    /// Returns the balance of spare turns: those that the cards give, less those that they cost.
    fn value(&self) -> i32 {
        if self.jokers < 0 {
            return -WON;
        }
        let kept = JOKER * self.jokers;
        if self.hands.cards() == 0 {
            return WON + kept;
        }
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let in_front = count(self.in_front.saturating_sub(1));
        kept + TURN * (in_front + count(self.hands.cards()) - 2 * self.hands.fewest_throws())
    }

    /// Returns the uses that are worth trying: all throws and discards, and the prepares that bring cards together.
    fn actions(&self) -> Vec<Action> {
        let hands = self.hands;
        let prepares = hands.places().flat_map(|from| {
            let targets = hands.targets(from);
            targets
                .filter(move |&to| hands.meets(from, to))
                .map(move |to| Action::Prepare(from, to))
        });
        hands
            .throws()
            .map(|(at, count)| Action::Throw(at, count))
            .chain(hands.places().map(Action::Discard))
            .chain(prepares)
            .collect()
    }
}
