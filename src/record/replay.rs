//! Replaying a record from its shuffles and moves.

use super::{
    MalformedRecord,
    script::{Action, Script},
};
use crate::engine::{
    any::AnyEvent,
    rules::{IllegalMove, Turn},
    table::{Refusal, Table},
};

/// The reason why a record could not be replayed to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move is not legal.
    #[error("move {number} is not legal ({}): {}", refusal.rule, refusal.message)]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The rule that forbids it, and the reason.
        refusal: IllegalMove,
    },
    /// A shuffle is missing, or is not of the cards that had to be shuffled.
    #[error(transparent)]
    Malformed(#[from] MalformedRecord),
}

/// One step of a replay.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayStep<'a> {
    /// The action of a player; `None` for a shuffle.
    pub action: Option<&'a Action>,
    /// The events of the step.
    pub events: Vec<AnyEvent>,
    /// The table after the step.
    pub table: &'a Table,
}

/// Replays the first `moves` moves of a script, or all of them, and passes each step to `watch`. Shuffles that are due
/// after the last move are made if the script has them.
///
/// # Errors
/// When a move is not legal, or a shuffle that a move depends on is missing or not of the cards that had to be
/// shuffled.
pub fn replay(
    script: &Script,
    moves: Option<usize>,
    watch: &mut dyn FnMut(&ReplayStep<'_>),
) -> Result<Table, ReplayError> {
    let mut table = script.start.clone();
    let mut shuffles = script.shuffles.iter().enumerate();
    let mut shuffle = |table: &mut Table, watch: &mut dyn FnMut(&ReplayStep<'_>)| {
        while let Turn::Shuffle(_) = table.turn() {
            let Some((i, order)) = shuffles.next() else {
                break;
            };
            let events = table
                .shuffled(order.clone())
                .map_err(|error| MalformedRecord::new(format!("/shuffles/{i}"), error))?;
            watch(&ReplayStep {
                action: None,
                events,
                table,
            });
        }
        Ok::<(), MalformedRecord>(())
    };
    let mut made = 0;
    for action in &script.actions {
        shuffle(&mut table, watch)?;
        if moves.is_some_and(|moves| made >= moves) {
            break;
        }
        if let Turn::Shuffle(_) = table.turn() {
            let next = script.shuffles.len();
            return Err(MalformedRecord::new(
                "/shuffles",
                format_args!("shuffle {next}, counted from 0, is missing"),
            )
            .into());
        }
        let events = match action {
            Action::Move(seat, mv) => {
                made += 1;
                table
                    .play(*seat, mv)
                    .map_err(|refusal| illegal(made, refusal))?
            }
            Action::Resign(seat) => {
                table
                    .resign(*seat)
                    .map_err(|refusal| illegal(made, refusal))?;
                Vec::new()
            }
        };
        watch(&ReplayStep {
            action: Some(action),
            events,
            table: &table,
        });
    }
    shuffle(&mut table, watch)?;
    Ok(table)
}

fn illegal(number: usize, refusal: Refusal) -> ReplayError {
    let message = refusal.to_string();
    let refusal = match refusal {
        Refusal::Illegal(illegal) => illegal,
        Refusal::NotYourTurn(_) => IllegalMove::new("not-your-turn", message),
        Refusal::GameOver => IllegalMove::new("game-over", message),
    };
    ReplayError::Illegal { number, refusal }
}
