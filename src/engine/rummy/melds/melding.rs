//! The melding of a hand: how it is divided into melds, and the division that leaves the fewest points.

use serde::{Deserialize, Serialize};

use super::{
    candidates::Candidates,
    layout::{Jokers, Layout},
    meld::MeldRules,
    naturals::Naturals,
    positions::Positions,
    search::{Held, Search},
};
use crate::engine::{
    card::Card,
    rummy::hand::{HAND_SIZE, MAX_POINTS},
};

/// A division of a hand into melds and the cards that are left over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melding {
    /// The melds.
    #[serde(rename = "groups")]
    pub melds: Vec<Positions>,
    /// The points of the hand (§6.3), at most [`MAX_POINTS`].
    pub points: i32,
    /// Whether a declaration of these melds is valid (§5.2), provided that they contain thirteen cards.
    pub holds: bool,
}

impl Melding {
    /// Finds the melding that leaves the fewest points (§6.3).
    ///
    /// With fourteen cards, one of them can still be discarded. So the left-over card with the most points counts
    /// nothing, and if the hand is complete, only the discard is left over.
    ///
    /// Without a pure sequence and a second sequence all cards count, in melds or not. The melding is then the most
    /// useful one to show: with a pure sequence if there is one, and with the fewest points outside melds.
    ///
    /// The choice among equally good meldings depends on the cards alone and not on their order in the hand. Records
    /// contain the choice, so a change to it requires a new version of the rules.
    ///
    /// More than fourteen cards are not a hand, and are all left over.
    pub fn best(rules: MeldRules, hand: &[Card]) -> Self {
        if hand.len() > HAND_SIZE + 1 {
            return Self {
                melds: Vec::new(),
                points: MAX_POINTS,
                holds: false,
            };
        }
        let naturals = Naturals::new(hand, rules.wild);
        let jokers = Jokers::new(hand, rules);
        let wild_suits = jokers.suits_of_wild_cards();
        let candidates = Candidates::new(&naturals, rules, jokers.len(), &wild_suits);
        let has_discard = hand.len() > HAND_SIZE;
        let held = Held {
            jokers: jokers.len(),
            wild_cards: wild_suits.len(),
            has_discard,
        };
        let plan = Search::new(&naturals, &candidates, held).plan();
        let points = if plan.has_both_sequences {
            plan.points
        } else if has_discard {
            naturals.all_points() - naturals.highest_points()
        } else {
            naturals.all_points()
        };
        let holds = plan.has_both_sequences && points == 0;
        Self {
            melds: Layout::new(&plan, &naturals, jokers).finish(holds, hand.len()),
            points: i32::from(points).min(MAX_POINTS),
            holds,
        }
    }

    /// Returns the positions that are in no meld, in a hand of `cards` cards.
    pub fn left(&self, cards: usize) -> Positions {
        let melds = self.melds.iter().copied();
        let melded = melds.fold(Positions::default(), |all, meld| all | meld);
        melded.rest_of(cards)
    }
}
