//! Chains: the cards of a hand that can be laid one after the other at an end of a sequence.

use serde_json::{Value, json};

use super::{
    moves::Move,
    sequence::{End, Sequence},
};
use crate::engine::{card::Card, seat::Seat};

/// The number of steps after which a chain comes back to its first rank.
const RANKS: usize = 13;

/// The longest chain of a hand at one end of a sequence: for each step outward, the cards that can be laid there.
///
/// The cards of a step are those of one rank. After a lap round all ranks, a step has the same cards to choose from
/// again. The chain is only as long as each lap still finds a card that the earlier laps don't need.
pub(super) struct Chain {
    onto: Seat,
    end: End,
    steps: Vec<Vec<Card>>,
}

impl Chain {
    /// Finds the chain of a hand at an end of the sequence in front of `onto`.
    pub(super) fn new(hand: &[Card], sequence: &Sequence, onto: Seat, end: End) -> Self {
        let first = sequence.takes(end);
        let ranks = std::iter::successors(first, |&rank| Some(end.beyond(rank)));
        let steps = ranks
            .map(|rank| -> Vec<Card> {
                let of_rank = hand
                    .iter()
                    .copied()
                    .filter(|card| card.rank() == Some(rank));
                of_rank.collect()
            })
            .enumerate()
            .take_while(|(step, cards)| cards.len() > step / RANKS)
            .map(|(_, cards)| cards)
            .collect();
        Self { onto, end, steps }
    }

    /// Returns every play of a single card.
    pub(super) fn single_plays(&self) -> impl Iterator<Item = Move> {
        let first = self.steps.first().map_or(&[][..], Vec::as_slice);
        first.iter().map(|&card| self.play(vec![card]))
    }

    /// Returns a play of as many cards as possible, if more than one can be laid.
    pub(super) fn longest_play(&self) -> Option<Move> {
        let lap_by_lap = self.steps.iter().enumerate();
        let cards = lap_by_lap.filter_map(|(step, cards)| cards.get(step / RANKS).copied());
        (self.steps.len() > 1).then(|| self.play(cards.collect()))
    }

    /// Returns the JSON Schema of the plays of several cards, or `None` if there are no such plays. A move matches it
    /// if and only if it is legal.
    pub(super) fn schema_of_longer_plays(&self) -> Option<Value> {
        let steps: Vec<Value> = self
            .steps
            .iter()
            .map(|cards| json!({ "enum": cards }))
            .collect();
        (steps.len() > 1).then(|| {
            json!({
                "type": "object",
                "properties": {
                    "type": { "const": "ju.play" },
                    "cards": {
                        "type": "array",
                        "minItems": 2,
                        "maxItems": steps.len(),
                        "prefixItems": steps,
                        "items": false,
                        "uniqueItems": true,
                    },
                    "onto": { "const": self.onto },
                    "end": { "const": self.end },
                },
                "required": ["type", "cards", "onto", "end"],
                "additionalProperties": false,
            })
        })
    }

    fn play(&self, cards: Vec<Card>) -> Move {
        Move::Play {
            cards,
            onto: self.onto.number().into(),
            end: self.end,
        }
    }
}
