//! The steady bot: for each game a heuristic that rates every legal move by the view. The bot makes the best move, and
//! chooses at random among equally good ones, so that two steady bots don't repeat each other.

pub mod golf;
pub mod ju;
pub mod juggling_act;
pub mod juggling_act_solo;
pub mod rummy;
mod throws;

use rand::{Rng, seq::IndexedRandom};

use crate::engine::{
    any::{AnyMove, AnyView},
    seat::Seat,
};

/// Returns the move of the steady bot; `None` if there is no legal move. In a game without a heuristic, the move is
/// random.
#[allow(
    unreachable_patterns,
    reason = "a game that is added works before it has a heuristic"
)]
pub fn choose(
    seat: Seat,
    view: &AnyView,
    legal: &[AnyMove],
    random: &mut dyn Rng,
) -> Option<AnyMove> {
    match view {
        AnyView::Golf(view) => {
            let moves = of_kind(legal, |mv| match mv {
                AnyMove::Golf(mv) => Some(mv),
                _ => None,
            });
            golf::choose(view, seat, &moves, random).map(AnyMove::Golf)
        }
        AnyView::JugglingAct(view) => {
            let moves = of_kind(legal, |mv| match mv {
                AnyMove::JugglingAct(mv) => Some(mv),
                _ => None,
            });
            juggling_act::choose(view, seat, &moves, random).map(AnyMove::JugglingAct)
        }
        AnyView::JugglingActSolo(view) => {
            let moves = of_kind(legal, |mv| match mv {
                AnyMove::JugglingActSolo(mv) => Some(mv),
                _ => None,
            });
            juggling_act_solo::choose(view, &moves).map(AnyMove::JugglingActSolo)
        }
        AnyView::Rummy(view) => {
            let moves = of_kind(legal, |mv| match mv {
                AnyMove::Rummy(mv) => Some(mv),
                _ => None,
            });
            rummy::choose(view, seat, &moves, random).map(AnyMove::Rummy)
        }
        AnyView::Ju(view) => {
            let moves = of_kind(legal, |mv| match mv {
                AnyMove::Ju(mv) => Some(mv),
                _ => None,
            });
            ju::choose(view, seat, &moves, random).map(AnyMove::Ju)
        }
        _ => legal.choose(random).cloned(),
    }
}

/// Returns the moves of one kind, which are all moves, since a view and its legal moves are of the same game.
fn of_kind<'a, M>(legal: &'a [AnyMove], kind: impl Fn(&'a AnyMove) -> Option<&'a M>) -> Vec<&'a M> {
    legal.iter().filter_map(kind).collect()
}

/// Returns a random one of the moves with the highest value for this player. Without a player, all moves are equal.
fn best_for<P, M: Clone>(
    player: Option<&P>,
    value: impl Fn(&P, &M) -> i32,
    moves: &[&M],
    random: &mut dyn Rng,
) -> Option<M> {
    best(
        moves,
        |mv| player.map_or(0, |player| value(player, mv)),
        random,
    )
}

/// Returns a random one of the moves with the highest value.
fn best<M: Clone, V: Ord + Copy>(
    moves: &[&M],
    mut value: impl FnMut(&M) -> V,
    random: &mut dyn Rng,
) -> Option<M> {
    let values: Vec<V> = moves.iter().map(|mv| value(mv)).collect();
    let highest = values.iter().copied().max()?;
    let equals: Vec<&M> = std::iter::zip(moves, values)
        .filter(|&(_, value)| value == highest)
        .map(|(mv, _)| *mv)
        .collect();
    equals.choose(random).copied().cloned()
}
