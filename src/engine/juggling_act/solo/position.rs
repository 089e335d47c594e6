//! Positions that a performance starts from: checking that one could be in them.
//!
//! As in the game for several players, the author of a position decides which cards stayed out and which left the game.

use super::{Hands, Phase, Solo, View, view};
use crate::engine::{
    card::Card,
    deck,
    juggling_act::{position, row::Row, throw::Throw},
    rules::ImpossiblePosition,
    seat::Seat,
};

/// Every turn except the first begins with a card that leaves the game or with a dead space. While the performance
/// runs, at most 19 of its 20 cards have left, and there were at most two dead spaces.
const LAST_TURN: u8 = 1 + 19 + Solo::JOKERS;

pub(super) fn from_view(view: View, turn: &[Seat]) -> Result<Solo, ImpossiblePosition> {
    let check = |holds: bool, reason: &str| ImpossiblePosition::unless(holds, || reason.into());
    check(
        turn == [Seat::FIRST] && view.phase == view::Phase::Turn,
        "the performer is to move until the performance is over",
    )?;
    check(
        view.won.is_none() && view.score.is_none(),
        "a performance that goes on is neither won nor lost",
    )?;
    check(
        view.jokers_up <= Solo::JOKERS && (1..=LAST_TURN).contains(&view.turn),
        "there are two Jokers, and no performance has so many turns",
    )?;
    check(
        Solo::JOKERS - view.jokers_up < view.turn,
        "no more Jokers can be turned than turns have begun after the first",
    )?;
    let in_front = (!view.in_front.is_empty())
        .then(|| position::throw(view.in_front))
        .transpose()?;
    let solo = Solo {
        phase: Phase::Turn,
        turn: view.turn,
        hands: Hands::new(view.top, view.bottom),
        in_front,
        jokers_up: view.jokers_up,
        gone: Row(view.gone),
        out: position::pile(view.out)?,
    };
    check(
        deck::same_cards(&solo.all_cards(), &deck::fresh(1, 0)),
        "every card of the deck lies somewhere exactly once",
    )?;
    check(
        !solo.hands.is_empty(),
        "a performance with both hands empty is won",
    )?;
    let in_front = solo.in_front.iter().flat_map(Throw::cards);
    check(
        solo.hands.len() + in_front.count() <= 2 * usize::from(Solo::HAND_SIZE),
        "the performer has more cards than were dealt",
    )?;
    Ok(solo)
}

impl Solo {
    /// Every card, wherever it lies.
    fn all_cards(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = self.hands.cards().collect();
        cards.extend(self.in_front.iter().flat_map(Throw::cards));
        cards.extend(&self.gone.0);
        cards.extend(self.out.bottom_first());
        cards
    }
}
