//! Which cards of a hand can be laid one after the other at an end of a sequence.

use serde_json::{Value, json};

use super::{
    moves::Move,
    sequence::{End, Sequence},
};
use crate::engine::{card::Card, seat::Seat};

/// The ranks that a chain passes before it comes to the first one again.
const RANKS: usize = 13;

/// The longest chain of a hand at one end of one sequence: for each step outward the cards that can be laid there.
/// They are the cards of one rank, so a step of another lap round the ranks has the same cards to choose from; and
/// each lap up to the last still finds one that no earlier lap needs.
pub(super) struct Chain {
    onto: Seat,
    end: End,
    steps: Vec<Vec<Card>>,
}

impl Chain {
    /// The chain of this hand at an end of the sequence in front of `onto`.
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

    /// Every play of a single card.
    pub(super) fn single_plays(&self) -> impl Iterator<Item = Move> {
        let first = self.steps.first().map_or(&[][..], Vec::as_slice);
        first.iter().map(|&card| self.play(vec![card]))
    }

    /// A play of as many cards as possible, if more than one can be laid.
    pub(super) fn longest_play(&self) -> Option<Move> {
        let lap_by_lap = self.steps.iter().enumerate();
        let cards = lap_by_lap.filter_map(|(step, cards)| cards.get(step / RANKS).copied());
        (self.steps.len() > 1).then(|| self.play(cards.collect()))
    }

    /// The JSON Schema of the plays of several cards: a move fits it exactly if it is legal. `None` if there is none.
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
