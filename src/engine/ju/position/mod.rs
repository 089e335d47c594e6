//! Starting positions: builds a game from the view of a record, and refuses positions that a game could not reach.
//!
//! Not every position that passes the checks can be reached by moves; deciding that is a puzzle of its own. A position
//! that passes breaks no rule and contradicts nothing on the table.

pub mod history;
pub mod require;
pub mod table;

use self::require::require;
use super::{
    Ju, Options, Stage, View,
    place::{self, PlayerSide},
    sequence::Sequence,
    turn, view,
};
use crate::engine::{deck::Pile, rules::ImpossiblePosition, seat::Seat};

pub(super) fn from_view(
    options: &Options,
    seats: u8,
    view: View,
    turn: &[Seat],
) -> Result<Ju, ImpossiblePosition> {
    let &[mover] = turn else {
        return Err(ImpossiblePosition("one player moves at a time".into()));
    };
    require(view.round > 0, "no round has been dealt")?;
    require(
        view.places.len() == usize::from(seats) && view.scores.len() == usize::from(seats),
        "every seat has its cards and its scores",
    )?;
    let Some(turn) = view.turn else {
        return Err(ImpossiblePosition("nobody is to move in this phase".into()));
    };
    require(
        turn.seat == mover && mover.number() < seats,
        "the turn belongs to the player to move",
    )?;
    let turn = turn_of(turn);
    let ju = Ju {
        options: options.clone(),
        round: view.round,
        places: view
            .places
            .into_iter()
            .map(place_of)
            .collect::<Result<_, _>>()?,
        deck: Pile::from_top(view.deck.cards.unwrap_or_default()),
        stage: Stage::Turn(turn.clone()),
        scores: view.scores,
    };
    table::check(&ju)?;
    history::check(&ju, &turn)?;
    Ok(ju)
}

fn place_of(place: view::Place) -> Result<PlayerSide, ImpossiblePosition> {
    let unnamed = || ImpossiblePosition("a face-down card must be named too".into());
    Ok(PlayerSide {
        hand: place.hand.cards.ok_or_else(unnamed)?,
        sequence: Sequence::new(place.sequence),
        given: place
            .given
            .into_iter()
            .map(|given| {
                Ok(place::Given {
                    card: given.card.ok_or_else(unnamed)?,
                    by: given.by,
                    from: given.from,
                })
            })
            .collect::<Result<_, _>>()?,
    })
}

fn turn_of(turn: view::Turn) -> turn::Turn {
    turn::Turn {
        seat: turn.seat,
        drew: turn.drew,
        played: turn.played,
        laid: turn
            .laid
            .into_iter()
            .map(|view::Laid { onto, end, cards }| turn::Laid { onto, end, cards })
            .collect(),
        owed: turn.owed,
        stuck: turn.stuck,
    }
}
