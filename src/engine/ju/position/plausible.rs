//! Whether a game could be in a position: bookkeeping over a round that must come out even.
//!
//! Not every position that passes here can be reached by moves; to decide that is a puzzle of its own. What passes
//! breaks no rule and contradicts nothing that the table shows.

use super::history;
use crate::engine::{
    deck,
    ju::{
        Ju, Stage, gaps,
        place::{Given, Source},
        sequence::{self, Sequence},
    },
    rules::ImpossiblePosition,
    seat::Seat,
};

/// Refuses for this reason unless `holds`.
pub(in crate::engine::ju) fn unless(holds: bool, reason: &str) -> Result<(), ImpossiblePosition> {
    ImpossiblePosition::unless(holds, || reason.into())
}

/// Refuses a position with a turn to play that no game could be in.
pub(in crate::engine::ju) fn check(ju: &Ju) -> Result<(), ImpossiblePosition> {
    let Stage::Turn(turn) = &ju.stage else {
        return Err(ImpossiblePosition("nobody is to move".into()));
    };
    scores(ju)?;
    cards(ju)?;
    for seat in Seat::all(ju.seats()) {
        taken_from(ju, seat)?;
    }
    history::check(ju, turn)
}

/// Every round before this one was scored, with points that cards can make, and none reached the target.
fn scores(ju: &Ju) -> Result<(), ImpossiblePosition> {
    let rounds = usize::try_from(ju.round - 1).unwrap_or(usize::MAX);
    unless(
        ju.scores.iter().all(|scores| scores.len() == rounds),
        "every seat has a score for each round before this one",
    )?;
    let all: i32 = Ju::fresh_deck().into_iter().map(sequence::points).sum();
    let possible = |&score: &i32| (0..=all).contains(&score) && score % 5 == 0;
    unless(
        ju.scores.iter().flatten().all(possible),
        "a score of a round is a multiple of five that cards can make",
    )?;
    let of_round = |round: usize| {
        ju.scores
            .iter()
            .map(move |scores| scores[round])
            .sum::<i32>()
    };
    ImpossiblePosition::unless((0..rounds).all(|round| of_round(round) <= all), || {
        format!("the scores of a round come to no more than all cards are worth, {all}")
    })?;
    // No seat can have more rounds than fit into memory, so the sums are far from any limit.
    let total = |scores: &Vec<i32>| scores.iter().map(|&score| i64::from(score)).sum::<i64>();
    unless(
        ju.scores
            .iter()
            .map(total)
            .all(|total| total < ju.options.target),
        "the game is over once a total has reached the target",
    )
}

/// The deck is there exactly once, and everything lies where it can lie.
fn cards(ju: &Ju) -> Result<(), ImpossiblePosition> {
    let mut cards = ju.deck.bottom_first().to_vec();
    for place in &ju.places {
        cards.extend(&place.hand);
        cards.extend(place.sequence.cards());
        cards.extend(place.given.iter().map(|given| given.card));
    }
    unless(
        deck::same_cards(&cards, &Ju::fresh_deck()),
        "every card of the deck lies somewhere exactly once",
    )?;
    let is_sequence = |sequence: &Sequence| match sequence.cards() {
        [] => false,
        [only] => !only.is_joker(),
        _ => sequence.middle().iter().all(|card| !card.is_joker()),
    };
    unless(
        ju.places.iter().all(|place| is_sequence(&place.sequence)),
        "every seat has a sequence, and a joker only at an end where it was laid",
    )?;
    for (seat, place) in Seat::all(ju.seats()).zip(&ju.places) {
        unless(
            place
                .given
                .iter()
                .all(|given| given.by != seat && given.by.number() < ju.seats()),
            "a given card comes from another player",
        )?;
    }
    Ok(())
}

/// The cards that a player gave away from their sequence are those that are missing in it.
fn taken_from(ju: &Ju, giver: Seat) -> Result<(), ImpossiblePosition> {
    let taken = given_by(ju, giver).filter(|given| given.from == Source::Sequence);
    let taken: Option<Vec<_>> = taken.map(|card| card.card.rank()).collect();
    unless(
        taken.is_some_and(|taken| gaps::could_be_missing(&taken, &ju.place(giver).sequence)),
        "the cards given away from a sequence are those that are missing in it",
    )
}

/// The cards that this seat gave away in the round.
pub(in crate::engine::ju) fn given_by(ju: &Ju, giver: Seat) -> impl Iterator<Item = &Given> {
    let all = ju.places.iter().flat_map(|place| &place.given);
    all.filter(move |given| given.by == giver)
}
