//! Positions that a game starts from: a state made of what the record's viewer sees.

pub mod history;
pub mod plausible;

use super::{
    Ju, Options, Stage, View,
    place::{self, Place},
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
    let check = |holds: bool, reason: &str| ImpossiblePosition::unless(holds, || reason.into());
    let &[mover] = turn else {
        return Err(ImpossiblePosition("one player moves at a time".into()));
    };
    check(view.round > 0, "no round has been dealt")?;
    check(
        view.places.len() == usize::from(seats) && view.scores.len() == usize::from(seats),
        "every seat has its cards and its scores",
    )?;
    let Some(turn) = view.turn else {
        return Err(ImpossiblePosition("nobody is to move in this phase".into()));
    };
    check(
        turn.seat == mover && mover.number() < seats,
        "the turn is the one of the player to move",
    )?;
    let ju = Ju {
        options: options.clone(),
        round: view.round,
        places: view
            .places
            .into_iter()
            .map(place_of)
            .collect::<Result<_, _>>()?,
        deck: Pile::from_top(view.deck.cards.unwrap_or_default()),
        stage: Stage::Turn(turn_of(turn)),
        scores: view.scores,
    };
    plausible::check(&ju)?;
    Ok(ju)
}

fn place_of(place: view::Place) -> Result<Place, ImpossiblePosition> {
    let unnamed = || ImpossiblePosition("a face-down card must be named too".into());
    Ok(Place {
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
