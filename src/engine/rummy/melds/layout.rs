//! Turns the plan of a search into melds of a hand, card by card.

use super::{
    meld::MeldRules,
    naturals::{Naturals, numbers},
    positions::Positions,
    search::{Pick, Plan},
};
use crate::engine::{
    card::{Card, Suit},
    rummy::hand::HAND_SIZE,
};

/// The positions of the jokers in a hand that are in no meld yet.
pub(in crate::engine::rummy) struct Jokers {
    printed: Vec<u8>,
    wild: Vec<(Suit, u8)>,
}

impl Jokers {
    /// Collects the jokers of a hand.
    pub fn new(hand: &[Card], rules: MeldRules) -> Self {
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

    /// The number of jokers.
    pub fn len(&self) -> usize {
        self.printed.len() + self.wild.len()
    }

    /// The suits of the wild cards.
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

    /// Takes any joker. Printed jokers come first, because a wild card may still be needed as itself.
    fn take(&mut self) -> Option<u8> {
        self.printed.pop().or_else(|| self.take_any_wild())
    }
}

/// The melds of a plan while cards are added to them.
pub(in crate::engine::rummy) struct Layout {
    melds: Vec<Positions>,
    /// The index of the meld that takes spare jokers.
    second_sequence: Option<usize>,
    /// The first card of each meld: the lowest card, or a high Ace. It is at an end of the meld, so a meld of more than
    /// three cards is still a meld without it.
    ends: Vec<u8>,
    spare: Jokers,
}

impl Layout {
    /// Lays out the melds of a plan, with the jokers that they need.
    pub fn new(plan: &Plan, naturals: &Naturals, jokers: Jokers) -> Self {
        let mut layout = Self {
            melds: Vec::new(),
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
        // First the wild cards that must stand for themselves, then the other jokers.
        for (meld, pick) in plan.picks.iter().enumerate() {
            let wild = pick
                .wild_itself
                .and_then(|suit| layout.spare.take_wild(suit));
            layout.melds[meld].extend(wild);
        }
        if plan.sequence_of_jokers {
            layout.second_sequence = Some(layout.melds.len());
            let wild = layout.spare.take_any_wild();
            layout.melds.push(wild.into_iter().collect());
        }
        for (meld, pick) in plan.picks.iter().enumerate() {
            let missing = pick.jokers - usize::from(pick.wild_itself.is_some());
            layout.add_jokers(meld, missing);
        }
        if plan.sequence_of_jokers {
            layout.add_jokers(plan.picks.len(), 2);
        }
        layout
    }

    fn lay(&mut self, pick: &Pick, taken: &[u8]) {
        if pick.is_sequence && !pick.is_first_pure {
            self.second_sequence = Some(self.melds.len());
        }
        self.melds.push(taken.iter().copied().collect());
        self.ends.extend(taken.first());
    }

    fn add_jokers(&mut self, meld: usize, count: usize) {
        for _ in 0..count {
            self.melds[meld].extend(self.spare.take());
        }
    }

    /// Returns the melds. If the hand is complete (`holds`), every card except the discard is added to a meld: a
    /// sequence takes any number of further jokers.
    pub fn finish(mut self, holds: bool, cards: usize) -> Vec<Positions> {
        if !holds {
            return self.melds;
        }
        let melded = |melds: &[Positions]| melds.iter().map(|meld| meld.len()).sum::<usize>();
        if let Some(second) = self.second_sequence {
            while melded(&self.melds) < HAND_SIZE.min(cards)
                && let Some(joker) = self.spare.take()
            {
                self.melds[second].insert(joker);
            }
        }
        // Fourteen is not a multiple of three, so one meld has more than three cards.
        if melded(&self.melds) > HAND_SIZE
            && let Some(large) = self.melds.iter().position(|meld| meld.len() > 3)
        {
            self.melds[large].remove(self.ends[large]);
        }
        self.melds
    }
}
