//! The steady bot's heuristic for Golf.
//!
//! It estimates the score of its six cards: a pair in a column counts nothing, another visible card its points, and a
//! face-down card the mean of the deck. A card is placed where it lowers the estimate most. So high cards are replaced
//! first, columns are matched, and a pair is broken only for a gain. The top of the discard pile must gain more than a
//! little, because a card from the stock may do so too. A player who turns up their last card has no more turns, so the
//! bot does not do that while another player seems to be ahead.
//!
//! A hole always ends: each card that the bot places turns one up or lowers the estimate, which is possible only a
//! limited number of times. Drawing and discarding end too, because the bot keeps the last card of the stock in place
//! of a face-down card.

use rand::Rng;

use super::best_for;
use crate::engine::{
    card::Card,
    golf::{Hand, Move, SLOTS, View, VisiblePhase as Phase, points},
    seat::Seat,
};

/// One point. Values are in thirteenths of a point, so that the mean of the thirteen ranks is a whole number.
const POINT: i32 = 13;
/// The estimate for an unseen card: the mean of the thirteen ranks.
const UNSEEN: i32 = 71;
/// The gain for which the top of the discard pile is taken: about the gain that a card from the stock can be hoped to
/// give.
const TAKE: i32 = 3 * POINT;
/// The value of having turns left while another player is ahead.
const WAIT: i32 = 2 * POINT;
/// The value of a move that is made only if there is no other.
const NEVER: i32 = i32::MIN;

type Slots = [Option<Card>; SLOTS];

/// The number of columns. The slot below slot `n` of the top row is `n + COLUMNS`.
const COLUMNS: usize = 3;

/// Chooses one of the legal moves; `None` if there is none.
pub fn choose(view: &View, seat: Seat, legal: &[&Move], random: &mut dyn Rng) -> Option<Move> {
    let player = Player::new(view, seat);
    best_for(player.as_ref(), Player::value, legal, random)
}

/// The player's knowledge of the game.
struct Player<'a> {
    view: &'a View,
    hand: &'a Hand,
    /// The estimated score of the player's cards.
    expected: i32,
    /// The lowest estimated score of the other players.
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
                // Two half-known columns are easier to match than one column that is fully known.
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

    /// Returns by how much the estimate falls when a card is placed in a slot.
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

    /// Returns whether the drawn card is the last of the stock and can replace a face-down card.
    fn must_keep(&self) -> bool {
        self.view.phase == Phase::Use
            && self.view.stock.size == 0
            && self.hand.face_up.contains(&false)
    }

    fn shows(&self, slot: u32) -> bool {
        usize::try_from(slot).is_ok_and(|slot| self.hand.face_up.get(slot) == Some(&true))
    }
}

/// Returns the estimated score of six cards.
fn expected(slots: &Slots) -> i32 {
    let (top, bottom) = slots.split_at(COLUMNS);
    std::iter::zip(top, bottom)
        .map(|(&top, &bottom)| match (top, bottom) {
            (Some(top), Some(bottom)) if top.rank() == bottom.rank() => 0,
            (top, bottom) => score(top) + score(bottom),
        })
        .sum()
}

/// Returns the estimated score of a card that is not paired.
fn score(card: Option<Card>) -> i32 {
    card.map_or(UNSEEN, |card| POINT * points(card))
}
