//! The two hands of a player.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{
    place::{HandName, Place},
    row::Row,
    throw::{Strength, Throw},
};
use crate::engine::{card::Card, rules::IllegalMove};

/// The two hands of a player. Only preparing and catching change the order of their cards (§3).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Hands([Row; 2]);

impl Hands {
    /// Hands of these cards, in the order of [`HandName::BOTH`].
    pub(super) const fn new(first: Vec<Card>, second: Vec<Card>) -> Self {
        Self([Row(first), Row(second)])
    }

    /// The cards of a hand, left to right.
    pub(super) fn of(&self, hand: impl HandName) -> &[Card] {
        &self.0[hand.index()].0
    }

    fn row(&mut self, hand: impl HandName) -> &mut Vec<Card> {
        &mut self.0[hand.index()].0
    }

    /// The number of cards in both hands.
    pub(super) const fn len(&self) -> usize {
        self.0[0].0.len() + self.0[1].0.len()
    }

    /// Whether both hands are empty.
    pub(super) const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards of both hands.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        self.0.iter().flat_map(|row| row.0.iter().copied())
    }

    /// Puts cards at the right end of a hand.
    pub(super) fn deal(&mut self, hand: impl HandName, cards: impl IntoIterator<Item = Card>) {
        self.row(hand).extend(cards);
    }

    /// Takes a card out of its hand. The gap closes.
    pub(super) fn lift<H: HandName>(&mut self, place: Place<H>) -> Result<Card, IllegalMove> {
        let at = self.index_of_card(place)?;
        Ok(self.row(place.hand).remove(at))
    }

    /// Puts a card into a hand, so that it has this place there.
    pub(super) fn put<H: HandName>(
        &mut self,
        card: Card,
        place: Place<H>,
    ) -> Result<(), IllegalMove> {
        let row = self.row(place.hand);
        let at = usize::try_from(place.at)
            .ok()
            .filter(|&at| at <= row.len())
            .ok_or_else(|| {
                IllegalMove::new(
                    "no-such-place",
                    format!(
                        "{} would lie beyond the end of your {}.",
                        card.for_people(),
                        place.hand.for_people(),
                    ),
                )
            })?;
        row.insert(at, card);
        Ok(())
    }

    fn index_of_card<H: HandName>(&self, place: Place<H>) -> Result<usize, IllegalMove> {
        let count = self.of(place.hand).len();
        usize::try_from(place.at)
            .ok()
            .filter(|&at| at < count)
            .ok_or_else(|| {
                let (name, at) = (place.hand.for_people(), place.at);
                IllegalMove::new(
                    "no-such-card",
                    match count.checked_sub(1) {
                        None => format!("Your {name} has no card."),
                        Some(0) => format!("Your {name} has no card at {at}, only one at 0."),
                        Some(last) => {
                            format!("Your {name} has no card at {at}: its cards are 0 to {last}.")
                        }
                    },
                )
            })
    }

    /// The throw of `count` neighbouring cards from `from` on (§4.1), and which of the hand's cards they are. They stay
    /// in the hand.
    pub(super) fn throw_at<H: HandName>(
        &self,
        from: Place<H>,
        count: u32,
    ) -> Result<(Throw, RangeInclusive<usize>), IllegalMove> {
        let first = self.index_of_card(from)?;
        let Some(more) = count.checked_sub(1) else {
            return Err(IllegalMove::new(
                "not-a-throw",
                "A throw is at least one card.",
            ));
        };
        let last = self.index_of_card(Place {
            at: from.at.saturating_add(more),
            ..from
        })?;
        let range = first..=last;
        let throw = Throw::new(self.of(from.hand)[range.clone()].to_vec())?;
        Ok((throw, range))
    }

    /// Removes the cards that [`Self::throw_at`] found. The gap closes.
    pub(super) fn remove(&mut self, hand: impl HandName, range: RangeInclusive<usize>) {
        self.row(hand).drain(range);
    }

    /// Every throw that the hands hold: where it begins, how many cards it has, how strong it is.
    pub(super) fn throws<H: HandName>(&self) -> impl Iterator<Item = (Place<H>, u32, Strength)> {
        H::BOTH.into_iter().flat_map(move |hand| {
            let cards = self.of(hand);
            (0..).zip(0..cards.len()).flat_map(move |(at, first)| {
                // A sequence of cards that is not a throw does not become one by adding cards.
                (1..)
                    .zip(first + 1..=cards.len())
                    .map_while(move |(count, end)| {
                        Strength::of(&cards[first..end])
                            .map(|strength| (Place { hand, at }, count, strength))
                    })
            })
        })
    }

    /// Every place that has a card.
    pub(super) fn places<H: HandName>(&self) -> impl Iterator<Item = Place<H>> {
        H::BOTH.into_iter().flat_map(move |hand| {
            (0..)
                .zip(self.of(hand))
                .map(move |(at, _)| Place { hand, at })
        })
    }
}
