//! From the plan of a search to groups of a hand, card by card.

use super::{
    meld::GroupRules,
    melding::HAND,
    naturals::{Naturals, numbers},
    positions::Positions,
    search::{Pick, Plan},
};
use crate::engine::card::{Card, Suit};

/// The positions of a hand's jokers that are in no group yet.
pub(in crate::engine::rummy) struct Jokers {
    printed: Vec<u8>,
    wild: Vec<(Suit, u8)>,
}

impl Jokers {
    /// The jokers of a hand.
    pub fn new(hand: &[Card], rules: GroupRules) -> Self {
        let mut jokers = Self {
            printed: Vec::new(),
            wild: Vec::new(),
        };
        for (position, &card) in (0..).zip(hand) {
            match card.suit() {
                Some(suit) if rules.wild.makes_joker(card) => jokers.wild.push((suit, position)),
                Some(_) => {}
                None => jokers.printed.push(position),
            }
        }
        jokers.wild.sort_unstable_by(|one, other| other.cmp(one));
        jokers
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.printed.len() + self.wild.len()
    }

    /// The suits of the wild cards among them.
    pub fn suits_of_wild_cards(&self) -> Vec<Suit> {
        self.wild.iter().map(|&(suit, _)| suit).collect()
    }

    /// Takes the wild card of a suit.
    fn take_wild(&mut self, suit: Suit) -> Option<u8> {
        let held = self.wild.iter().position(|&(held, _)| held == suit)?;
        Some(self.wild.remove(held).1)
    }

    /// Takes any wild card.
    fn take_any_wild(&mut self) -> Option<u8> {
        self.wild.pop().map(|(_, position)| position)
    }

    /// Takes any joker: printed ones first, since they are of no other use.
    fn take(&mut self) -> Option<u8> {
        self.printed.pop().or_else(|| self.take_any_wild())
    }
}

/// The groups of a plan, as they are laid out card by card.
pub(in crate::engine::rummy) struct Layout {
    groups: Vec<Positions>,
    /// The group that spare jokers join.
    second_sequence: Option<usize>,
    /// The first card of each group: the lowest, or the Ace above the others. It stands at an end of the group, so a
    /// group of more than three can do without it.
    ends: Vec<u8>,
    spare: Jokers,
}

impl Layout {
    /// The groups of a plan, with the jokers that they need.
    pub fn new(plan: &Plan, naturals: &Naturals, jokers: Jokers) -> Self {
        let mut layout = Self {
            groups: Vec::new(),
            second_sequence: None,
            ends: Vec::new(),
            spare: jokers,
        };
        let mut used = vec![0; naturals.len()];
        for pick in &plan.picks {
            let taken: Vec<u8> = numbers(pick.takes)
                .map(|number| {
                    used[number] += 1;
                    naturals.positions(number)[used[number] - 1]
                })
                .collect();
            layout.lay(pick, &taken);
        }
        // The jokers that must be certain cards first, then the others.
        for (group, pick) in plan.picks.iter().enumerate() {
            let wild = pick
                .wild_itself
                .and_then(|suit| layout.spare.take_wild(suit));
            layout.groups[group].extend(wild);
        }
        if plan.sequence_of_jokers {
            layout.second_sequence = Some(layout.groups.len());
            let wild = layout.spare.take_any_wild();
            layout.groups.push(wild.into_iter().collect());
        }
        for (group, pick) in plan.picks.iter().enumerate() {
            let missing = pick.jokers - usize::from(pick.wild_itself.is_some());
            layout.add_jokers(group, missing);
        }
        if plan.sequence_of_jokers {
            layout.add_jokers(plan.picks.len(), 2);
        }
        layout
    }

    fn lay(&mut self, pick: &Pick, taken: &[u8]) {
        if pick.is_sequence && !pick.is_the_pure_one {
            self.second_sequence = Some(self.groups.len());
        }
        self.groups.push(taken.iter().copied().collect());
        self.ends.extend(taken.first());
    }

    fn add_jokers(&mut self, group: usize, count: usize) {
        for _ in 0..count {
            self.groups[group].extend(self.spare.take());
        }
    }

    /// The groups. Where they hold, every card but the one to put down is brought into one: a sequence takes any
    /// number of jokers more.
    pub fn finish(mut self, holds: bool, cards: usize) -> Vec<Positions> {
        if !holds {
            return self.groups;
        }
        let grouped = |groups: &[Positions]| groups.iter().map(|group| group.len()).sum::<usize>();
        if let Some(second) = self.second_sequence {
            while grouped(&self.groups) < HAND.min(cards)
                && let Some(joker) = self.spare.take()
            {
                self.groups[second].insert(joker);
            }
        }
        // Fourteen cards are no multiple of three, so one group has more.
        if grouped(&self.groups) > HAND
            && let Some(large) = self.groups.iter().position(|group| group.len() > 3)
        {
            self.groups[large].remove(self.ends[large]);
        }
        self.groups
    }
}
