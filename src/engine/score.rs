//! Scores, totals and places.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::seat::Seat;

/// The points of a seat, for one round or in total. `None` (`null`) if a game gives no points, as for a solo performance
/// that was lost.
pub type Score = Option<i32>;

/// Whether the highest or the lowest total wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// The highest total wins.
    Higher,
    /// The lowest total wins.
    Lower,
}

/// The result of a finished game. Every list has an element for each seat, in seat order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The sum of the rounds' scores.
    #[schema(value_type = Vec<Option<i32>>, example = json!([12, -3]))]
    pub totals: Vec<Score>,
    /// The score of each round that was scored.
    #[schema(value_type = Vec<Vec<Option<i32>>>, example = json!([[5, 7], [0, -3]]))]
    pub rounds: Vec<Vec<Score>>,
    /// The place of each seat: 1 is best, and equal totals share a place.
    #[schema(example = json!([2, 1]))]
    pub places: Vec<u8>,
}

impl Outcome {
    /// Creates the outcome of these rounds. `left` lists the seats that left before the end, in the order of leaving.
    /// They are placed behind all seats that stayed; a seat that left later has the better place.
    pub fn new(rounds: Vec<Vec<Score>>, better: Better, left: &[Seat]) -> Self {
        let totals: Vec<Score> = rounds.iter().map(|scores| total(scores)).collect();
        let places = places(&totals, better, left);
        Self {
            totals,
            rounds,
            places,
        }
    }
}

/// Returns the scores of a game in which every round gives each seat points. `points` has the points of each round for
/// each seat.
pub fn rounds<'a>(points: impl IntoIterator<Item = &'a Vec<i32>>) -> Vec<Vec<Score>> {
    let scores = |rounds: &'a Vec<i32>| rounds.iter().copied().map(Some).collect();
    points.into_iter().map(scores).collect()
}

/// Returns the sum of the points of all rounds for each seat.
pub fn totals<'a>(points: impl IntoIterator<Item = &'a Vec<i32>>) -> Vec<i32> {
    let sum = |rounds: &'a Vec<i32>| rounds.iter().sum();
    points.into_iter().map(sum).collect()
}

/// Returns the sum of the scores of all rounds, or `None` if any of them is `None`.
pub fn total(rounds: &[Score]) -> Score {
    rounds.iter().copied().sum()
}

fn places(totals: &[Score], better: Better, left: &[Seat]) -> Vec<u8> {
    // A smaller key is a better place. The first part is 0 for every seat that stayed, so these come first, ordered by
    // total. Seats that left are ordered only by when they left.
    let key = |seat: usize| {
        let leaving = left.iter().position(|gone| gone.index() == seat);
        let total = match (leaving, totals[seat]) {
            (Some(_), _) => 0,
            (None, None) => i64::MAX,
            (None, Some(total)) => match better {
                Better::Higher => -i64::from(total),
                Better::Lower => i64::from(total),
            },
        };
        (leaving.map_or(0, |order| left.len() - order), total)
    };
    (0..totals.len())
        .map(|seat| {
            let ahead = (0..totals.len())
                .filter(|&other| key(other) < key(seat))
                .count();
            u8::try_from(ahead + 1).unwrap_or(u8::MAX)
        })
        .collect()
}
