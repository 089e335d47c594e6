//! Moving a card to another place (§5.3).

use super::{
    hands::Hands,
    place::{HandName, Place},
};
use crate::engine::{card::Card, rules::IllegalMove};

/// The card that a prepare moves, and from where to where. `None` is the Pass button.
pub(super) type Moved<H> = Option<(Card, Place<H>, Place<H>)>;

/// Moves a card from one place to another, or none.
///
/// The target is the place that the card has afterwards: it is counted in a row from which the card was lifted before.
pub(super) fn prepare<H: HandName>(
    hands: &mut Hands,
    from: Option<Place<H>>,
    to: Option<Place<H>>,
) -> Result<Moved<H>, IllegalMove> {
    let (from, to) = match (from, to) {
        (None, None) => return Ok(None),
        (Some(from), Some(to)) => (from, to),
        (Some(_), None) | (None, Some(_)) => {
            return Err(IllegalMove::new(
                "prepare-from-and-to",
                "Say both which card you move and where to, or neither to move none.",
            ));
        }
    };
    let mut after = hands.clone();
    let card = after.lift(from)?;
    if from == to {
        return Err(IllegalMove::new(
            "prepare-other-place",
            format!(
                "{} would stay where it is: move it to another place, or move no card.",
                card.for_people(),
            ),
        ));
    }
    after.put(card, to)?;
    *hands = after;
    Ok(Some((card, from, to)))
}

/// Every way in which one card can be moved, as from where and to where.
pub(super) fn all<H: HandName>(hands: &Hands) -> impl Iterator<Item = (Place<H>, Place<H>)> {
    hands.places::<H>().flat_map(move |from| {
        H::BOTH.into_iter().flat_map(move |hand| {
            // Without the card, its own hand has a place less.
            let lifted = usize::from(hand == from.hand);
            (0..)
                .zip(lifted..=hands.of(hand).len())
                .map(move |(at, _)| (from, Place { hand, at }))
                .filter(|(from, to)| from != to)
        })
    })
}
