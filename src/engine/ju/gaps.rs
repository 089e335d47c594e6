//! The gaps that given cards leave in a sequence.
//!
//! A sequence grows rank by rank, so what is missing between two neighbours is known: the ranks between them, and
//! perhaps whole laps round the ranks more. Next to a joker any number of cards can be missing, since a joker has no
//! rank: a chain of ranks that goes on from the neighbour.

use super::sequence::{End, Sequence};
use crate::engine::card::{Card, Rank};

const RANKS: usize = 13;

/// Whether cards of these ranks can have been taken out of the middle of a sequence so that this one was left.
pub(super) fn could_be_missing(taken: &[Rank], sequence: &Sequence) -> bool {
    let mut left = Counts::default();
    for &rank in taken {
        left.add(rank, 1);
    }
    let cards = sequence.cards();
    for pair in cards.windows(2) {
        if let [Some(from), Some(to)] = [pair[0], pair[1]].map(Card::rank) {
            left.take_chain(End::Right, End::Right.beyond(from), |rank| rank == to);
        }
    }
    // A chain next to a joker of a lap or more is a shorter one and whole laps.
    let beside_jokers = [End::Left, End::Right].map(|end| {
        let blocked = sequence.at(end).is_some_and(Card::is_joker);
        let neighbour = match end {
            End::Left => cards.get(1),
            End::Right => cards.iter().rev().nth(1),
        };
        let neighbour = neighbour.and_then(|card| card.rank());
        blocked.then_some((end, neighbour))
    });
    match beside_jokers {
        [None, None] => left.is_laps(cards.len() > 1),
        [Some((_, None)), Some((_, None))] => {
            // Between the two jokers nothing is left: the chain was any one, but there was one.
            let any = Rank::all().flat_map(|first| left.after_chains(End::Right, first));
            !taken.is_empty() && any.into_iter().any(|rest| rest.is_laps(true))
        }
        sides => {
            let mut rests = vec![left];
            for (end, neighbour) in sides.into_iter().flatten() {
                let Some(neighbour) = neighbour else {
                    return false;
                };
                rests = rests
                    .iter()
                    .flat_map(|rest| rest.after_chains(end, end.beyond(neighbour)))
                    .collect();
            }
            rests.iter().any(|rest| rest.is_laps(true))
        }
    }
}

/// How many cards of each rank are still to be explained; fewer than none where they explain too little.
#[derive(Clone, Default)]
struct Counts([isize; RANKS]);

impl Counts {
    fn add(&mut self, rank: Rank, cards: isize) {
        self.0[usize::from(rank.number() - 1)] += cards;
    }

    /// One card less of each rank from `first` on, up to but not with the one where `stop` says so.
    fn take_chain(&mut self, end: End, first: Rank, stop: impl Fn(Rank) -> bool) {
        let ranks = std::iter::successors(Some(first), |&rank| Some(end.beyond(rank)));
        for rank in ranks.take_while(|&rank| !stop(rank)) {
            self.add(rank, -1);
        }
    }

    /// What is left after a chain of no card, one, and so on up to less than a lap.
    fn after_chains(&self, end: End, first: Rank) -> Vec<Self> {
        let ranks = std::iter::successors(Some(first), |&rank| Some(end.beyond(rank)));
        let mut rest = self.clone();
        let mut rests = vec![self.clone()];
        for rank in ranks.take(RANKS - 1) {
            rest.add(rank, -1);
            rests.push(rest.clone());
        }
        rests
    }

    /// Whether what is left is nothing, or so many whole laps, where there is a gap for them.
    fn is_laps(&self, has_gap: bool) -> bool {
        let laps = self.0[0];
        (laps == 0 || (laps > 0 && has_gap)) && self.0.iter().all(|&cards| cards == laps)
    }
}
