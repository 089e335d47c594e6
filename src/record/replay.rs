//! Playing a record again, from its shuffles and moves.

use super::{
    MalformedRecord,
    script::{Action, Script},
};
use crate::engine::{
    any::AnyEvent,
    rules::{IllegalMove, Turn},
    table::{Refusal, Table},
};

/// Why a record could not be played to the end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move is not legal.
    #[error("move {number} is not legal ({}): {}", refusal.rule, refusal.message)]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The rule that refuses it, and why.
        refusal: IllegalMove,
    },
    /// A shuffle is missing, or is one of other cards.
    #[error(transparent)]
    Malformed(#[from] MalformedRecord),
}

/// What happened while a record was played again, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayStep<'a> {
    /// What a player did; `None` for a shuffle.
    pub action: Option<&'a Action>,
    /// What it did.
    pub events: Vec<AnyEvent>,
    /// The table after it.
    pub table: &'a Table,
}

/// Plays the first `moves` moves of a script, or all of them, and hands each step to `watch`. Where the moves end,
/// shuffles that are due are still made, as far as the script has them.
///
/// # Errors
/// When a move is not legal, or a shuffle that a later move needs is missing or of other cards.
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
                format_args!("shuffle {next}, counted from 0, is needed here and missing"),
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
