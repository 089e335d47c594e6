//! A steady player of Golf.
//!
//! It reckons with what its six cards are expected to score: a pair in a column nothing, another card that it sees its
//! points, a face-down card the mean of the deck. A card is put where that expectation falls most, so high cards
//! go first, columns are matched, and a pair is broken only for something better. The top of the discard pile must
//! promise more than a little, because a card from the stock may do so too. Whoever turns up the last card has no turn
//! any more, so it waits with that while somebody else seems to be ahead.
//!
//! Every card that it puts down turns one up or lowers the expectation, and neither goes on for ever. Nor does drawing
//! and discarding: whoever draws the last card of the stock keeps it, in place of a face-down card. So a hole ends.

use rand::Rng;

use super::best_for;
use crate::engine::{
    card::Card,
    golf::{Hand, Move, SLOTS, View, VisiblePhase as Phase, points},
    seat::Seat,
};

/// Values are in thirteenths of a point, in which the mean of the thirteen ranks is a whole number.
const POINT: i32 = 13;
/// The mean of the thirteen ranks: what a card scores that nobody has seen.
const UNSEEN: i32 = 71;
/// What the top of the discard pile must be better by: about as much as a card from the stock can be hoped to be.
const TAKE: i32 = 3 * POINT;
/// What it is worth to have turns left while somebody else is ahead.
const WAIT: i32 = 2 * POINT;
/// The value of a move that is made only where there is no other.
const NEVER: i32 = i32::MIN;

type Slots = [Option<Card>; SLOTS];

/// How many columns there are: the slot under a slot of the top row has a number higher by so many.
const COLUMNS: usize = 3;

/// Chooses one of the legal moves; `None` where there is none.
pub fn choose(view: &View, seat: Seat, legal: &[&Move], random: &mut dyn Rng) -> Option<Move> {
    let player = Player::new(view, seat);
    best_for(player.as_ref(), Player::value, legal, random)
}

/// What the player knows.
struct Player<'a> {
    view: &'a View,
    hand: &'a Hand,
    /// What the cards of the player are expected to score.
    expected: i32,
    /// What the best of the others is expected to score.
    others: i32,
}

impl<'a> Player<'a> {
    fn new(view: &'a View, seat: Seat) -> Option<Self> {
        let hand = view.hands.get(seat.index())?;
        let others = view.hands.iter().enumerate();
        let others = others.filter(|&(other, _)| other != seat.index());
        Some(Self {
            view,
            hand,
            expected: expected(&hand.slots),
            others: others.map(|(_, hand)| expected(&hand.slots)).min()?,
        })
    }

    fn value(&self, mv: &Move) -> i32 {
        match mv {
            Move::TurnUp { slots } => {
                // Two columns that are known by half can be matched sooner than one that is known.
                let [a, b] = <[u32; 2]>::from(*slots).map(usize::try_from);
                i32::from(a.is_ok_and(|a| b.is_ok_and(|b| a % COLUMNS != b % COLUMNS)))
            }
            Move::Draw {} => TAKE,
            Move::Take { slot } => self.gain(*slot, self.view.discards.top),
            Move::Discard {} if self.must_keep() => NEVER,
            Move::Discard {} => 0,
            Move::Place { slot } => {
                let drawn = self.view.drawn.as_ref().and_then(|drawn| drawn.card);
                let gain = self.gain(*slot, drawn);
                if self.must_keep() && gain <= 0 && self.shows(*slot) {
                    NEVER
                } else {
                    gain
                }
            }
        }
    }

    /// By how much the expectation falls when a card is put into a slot.
    fn gain(&self, slot: u32, card: Option<Card>) -> i32 {
        let mut after = self.hand.slots;
        let slot = usize::try_from(slot).ok();
        let Some(place) = slot.and_then(|slot| after.get_mut(slot)) else {
            return NEVER;
        };
        let was_down = place.is_none();
        *place = card;
        let after_it = expected(&after);
        let goes_out = was_down && after.iter().all(Option::is_some);
        let waits = goes_out && self.view.went_out.is_none() && after_it > self.others;
        self.expected - after_it - if waits { WAIT } else { 0 }
    }

    /// Whether the card that was drawn is the last of the stock, and a face-down card can make room for it.
    fn must_keep(&self) -> bool {
        self.view.phase == Phase::Use
            && self.view.stock.size == 0
            && self.hand.face_up.contains(&false)
    }

    fn shows(&self, slot: u32) -> bool {
        usize::try_from(slot).is_ok_and(|slot| self.hand.face_up.get(slot) == Some(&true))
    }
}

/// What six cards are expected to score.
fn expected(slots: &Slots) -> i32 {
    let (top, bottom) = slots.split_at(COLUMNS);
    std::iter::zip(top, bottom)
        .map(|(&top, &bottom)| match (top, bottom) {
            (Some(top), Some(bottom)) if top.rank() == bottom.rank() => 0,
            (top, bottom) => score(top) + score(bottom),
        })
        .sum()
}

/// What a card is expected to score that is not paired.
fn score(card: Option<Card>) -> i32 {
    card.map_or(UNSEEN, |card| POINT * points(card))
}
