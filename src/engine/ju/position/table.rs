//! Checks of the table in a starting position: the scores, and the cards and where they are.

use super::require::require;
use crate::engine::{
    deck,
    ju::{
        Ju, gaps,
        place::Source,
        sequence::{self, Sequence},
    },
    rules::ImpossiblePosition,
    seat::Seat,
};

/// Checks that the scores and the cards on the table are possible in a game.
pub(in crate::engine::ju) fn check(ju: &Ju) -> Result<(), ImpossiblePosition> {
    scores(ju)?;
    cards(ju)?;
    for seat in Seat::all(ju.seats()) {
        taken_from(ju, seat)?;
    }
    Ok(())
}

/// Checks that each earlier round has possible scores, and that no total has reached the target.
fn scores(ju: &Ju) -> Result<(), ImpossiblePosition> {
    let rounds = usize::try_from(ju.round - 1).unwrap_or(usize::MAX);
    require(
        ju.scores.iter().all(|scores| scores.len() == rounds),
        "every seat has a score for each round before this one",
    )?;
    let all: i32 = Ju::fresh_deck().into_iter().map(sequence::points).sum();
    let possible = |&score: &i32| (0..=all).contains(&score) && score % 5 == 0;
    require(
        ju.scores.iter().flatten().all(possible),
        "the score of a round is a multiple of five that cards can add up to",
    )?;
    let of_round = |round: usize| {
        ju.scores
            .iter()
            .map(move |scores| scores[round])
            .sum::<i32>()
    };
    ImpossiblePosition::unless((0..rounds).all(|round| of_round(round) <= all), || {
        format!("the scores of a round add up to at most {all}, which is what all cards are worth")
    })?;
    // The number of rounds is limited by memory, so the sums can't overflow.
    let total = |scores: &Vec<i32>| scores.iter().map(|&score| i64::from(score)).sum::<i64>();
    require(
        ju.scores
            .iter()
            .map(total)
            .all(|total| total < ju.options.target),
        "the game is over once a total has reached the target",
    )
}

/// Checks that every card of the deck is there exactly once, in a place where it can be.
fn cards(ju: &Ju) -> Result<(), ImpossiblePosition> {
    let mut cards = ju.deck.bottom_first().to_vec();
    for place in &ju.places {
        cards.extend(&place.hand);
        cards.extend(place.sequence.cards());
        cards.extend(place.given.iter().map(|given| given.card));
    }
    require(
        deck::same_cards(&cards, &Ju::fresh_deck()),
        "every card of the deck is in the position exactly once",
    )?;
    let is_sequence = |sequence: &Sequence| match sequence.cards() {
        [] => false,
        [only] => !only.is_joker(),
        _ => sequence.middle().iter().all(|card| !card.is_joker()),
    };
    require(
        ju.places.iter().all(|place| is_sequence(&place.sequence)),
        "every seat has a sequence, with a joker only at an end where it was laid",
    )?;
    for (seat, place) in Seat::all(ju.seats()).zip(&ju.places) {
        require(
            place
                .given
                .iter()
                .all(|given| given.by != seat && given.by.number() < ju.seats()),
            "a given card comes from another player",
        )?;
    }
    Ok(())
}

/// Checks that the cards that a player gave away from their sequence are the ones missing in it.
fn taken_from(ju: &Ju, giver: Seat) -> Result<(), ImpossiblePosition> {
    let taken = ju
        .given_by(giver)
        .filter(|given| given.from == Source::Sequence);
    let taken: Option<Vec<_>> = taken.map(|card| card.card.rank()).collect();
    require(
        taken.is_some_and(|taken| gaps::could_be_missing(&taken, &ju.place(giver).sequence)),
        "the cards given away from a sequence are the ones missing in it",
    )
}
