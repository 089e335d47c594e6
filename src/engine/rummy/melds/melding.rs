//! How a hand lies in groups, and the grouping that leaves the fewest points.

use serde::{Deserialize, Serialize};

use super::{
    candidates::Candidates,
    layout::{Jokers, Layout},
    meld::GroupRules,
    naturals::Naturals,
    positions::Positions,
    search::{Held, Search},
};
use crate::engine::card::Card;

/// The cards of a hand (§2.2); one more between drawing and putting down.
pub const HAND: usize = 13;

/// The most that a player can lose in a deal (§6.4).
pub const MOST_POINTS: i32 = 80;

/// How a hand lies in groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grouping {
    /// The groups.
    pub groups: Vec<Positions>,
    /// What the hand counts (§6.3), at most [`MOST_POINTS`].
    pub points: i32,
    /// Whether a declaration of these groups holds (§5.2), where thirteen cards are in them.
    pub holds: bool,
}

impl Grouping {
    /// The grouping that leaves the fewest points (§6.3).
    ///
    /// With fourteen cards it is the best that one of them can be put down from: the card that counts most of those
    /// left over then counts nothing, and where the rest is complete only the card to put down is left over.
    ///
    /// Without a pure sequence and a second one all cards count whatever lies in groups. The grouping is then one
    /// that shows most of what there is: with a pure sequence if there is one, and as few points outside as can be.
    ///
    /// Which of several equally good groupings it is follows from the cards alone, not from the order in which they
    /// are held. It stands in records, so changing it takes a new version of the rules.
    ///
    /// More than fourteen cards are no hand: they are left ungrouped.
    pub fn best(rules: GroupRules, hand: &[Card]) -> Self {
        if hand.len() > HAND + 1 {
            return Self {
                groups: Vec::new(),
                points: MOST_POINTS,
                holds: false,
            };
        }
        let naturals = Naturals::new(hand, rules.wild);
        let jokers = Jokers::new(hand, rules);
        let wild_suits = jokers.suits_of_wild_cards();
        let candidates = Candidates::new(&naturals, rules, jokers.len(), &wild_suits);
        let has_one_to_put_down = hand.len() > HAND;
        let held = Held {
            jokers: jokers.len(),
            wild_cards: wild_suits.len(),
            has_one_to_put_down,
        };
        let plan = Search::new(&naturals, &candidates, held).plan();
        let points = if plan.has_both_sequences {
            plan.points
        } else if has_one_to_put_down {
            naturals.all_points() - naturals.highest_points()
        } else {
            naturals.all_points()
        };
        let holds = plan.has_both_sequences && points == 0;
        Self {
            groups: Layout::new(&plan, &naturals, jokers).finish(holds, hand.len()),
            points: i32::from(points).min(MOST_POINTS),
            holds,
        }
    }

    /// The positions of a hand of `cards` cards that are in no group.
    pub fn left(&self, cards: usize) -> Positions {
        let groups = self.groups.iter().copied();
        let grouped = groups.fold(Positions::default(), |all, group| all | group);
        grouped.rest_of(cards)
    }
}
