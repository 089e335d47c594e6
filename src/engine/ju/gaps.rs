//! The gaps that given cards leave in a sequence.
//!
//! A sequence grows rank by rank, so the cards missing between two neighbours are known: the ranks between them, and
//! possibly whole laps round the ranks in addition. Next to a joker any number of cards can be missing, since a joker
//! has no rank: a chain of ranks that continues from the joker's neighbour.

use super::sequence::{End, Sequence};
use crate::engine::card::{Card, Rank};

const RANKS: usize = 13;

/// Whether removing cards of these ranks from the middle of some sequence can leave this sequence.
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
    // A chain of a lap or more next to a joker is a shorter chain plus whole laps.
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
            // No card is left between the two jokers. Any chain can have been there, but there was one.
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

/// The number of cards of each rank that still need an explanation. A negative number means that cards are missing
/// that were not taken.
#[derive(Clone, Default)]
struct Counts([isize; RANKS]);

impl Counts {
    fn add(&mut self, rank: Rank, cards: isize) {
        self.0[usize::from(rank.number() - 1)] += cards;
    }

    /// Subtracts one card of each rank from `first` on, up to but not including the rank at which `stop` is true.
    fn take_chain(&mut self, end: End, first: Rank, stop: impl Fn(Rank) -> bool) {
        let ranks = std::iter::successors(Some(first), |&rank| Some(end.beyond(rank)));
        for rank in ranks.take_while(|&rank| !stop(rank)) {
            self.add(rank, -1);
        }
    }

    /// Returns the counts after chains of zero cards, one card, and so on, up to one less than a lap.
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

    /// Whether nothing is left, or only whole laps and the sequence has a gap for them.
    fn is_laps(&self, has_gap: bool) -> bool {
        let laps = self.0[0];
        (laps == 0 || (laps > 0 && has_gap)) && self.0.iter().all(|&cards| cards == laps)
    }
}
