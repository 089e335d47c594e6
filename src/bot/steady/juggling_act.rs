//! The steady bot's heuristic for Juggling Act.
//!
//! Each card that leaves the hand is worth a point, and so is each card won. The player who needs the fewest throws
//! wins the round. So the bot divides its hands into as few throws as possible, beats what it can, prefers long throws
//! and throws that bring other cards together, and uses every prepare to do the same. Face-up hands are public: a throw
//! that one of them beats is expected to be lost. Most cards of another throw are expected to come back one by one.
//!
//! It never catches: a caught card would only have to be thrown again. So every turn a card leaves a hand or the table
//! for good, and the number of turns in a round is at most twice the number of cards.

use rand::Rng;

use super::{
    best_for,
    throws::{At, Hands},
};
use crate::engine::{
    card::Card,
    juggling_act::{Hand, Move, Place, Strength, View},
    seat::Seat,
};

/// One point. Values are in tenths of a point.
const POINT: i32 = 10;
/// The cost of needing one more throw, which is nearly two turns.
const THROW: i32 = 16;
/// The value of a card of the bot's own throw in play, if no visible hand beats it.
const LIKELY: i32 = 7;
/// The value of such a card if another player's face-up hand beats it.
const UNLIKELY: i32 = 2;
/// The value of going out.
const OUT: i32 = 1000;
/// The value of a move that is made only if there is no other.
const NEVER: i32 = i32::MIN;

/// Chooses one of the legal moves; `None` if there is none.
pub fn choose(view: &View, seat: Seat, legal: &[&Move], random: &mut dyn Rng) -> Option<Move> {
    let player = Player::new(view, seat);
    best_for(player.as_ref(), Player::value, legal, random)
}

/// The player's knowledge of the game.
struct Player<'a> {
    view: &'a View,
    seat: Seat,
    /// The hidden hand.
    hidden: Vec<Card>,
    /// The face-up hand.
    face_up: &'a [Card],
    hands: Hands,
}

impl<'a> Player<'a> {
    fn new(view: &'a View, seat: Seat) -> Option<Self> {
        let player = view.players.get(seat.index())?;
        let hidden: Vec<Card> = player.hidden.iter().copied().flatten().collect();
        Some(Self {
            view,
            seat,
            hands: Hands::of(hidden.iter().copied(), player.face_up.iter().copied()),
            hidden,
            face_up: &player.face_up,
        })
    }

    fn value(&self, mv: &Move) -> i32 {
        match mv {
            Move::Throw { hand, at, count } => {
                let from = Place {
                    hand: *hand,
                    at: *at,
                };
                self.value_of_throw(from, *count)
            }
            Move::Prepare { from, to } => {
                let after = from.zip(*to).map_or(self.hands, |(from, to)| {
                    self.hands.moved(index(from), index(to))
                });
                self.value_of_preparing() - THROW * after.fewest_throws()
            }
            Move::Catch { .. } => NEVER,
        }
    }

    fn value_of_throw(&self, from: Place, count: u32) -> i32 {
        let from = index(from);
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let hand = if from.0 == 0 {
            &self.hidden
        } else {
            self.face_up
        };
        let thrown = hand.get(from.1..).and_then(|cards| cards.get(..count));
        let Some(thrown) = thrown else {
            return NEVER;
        };
        let after = self.hands.without(from, count);
        let taken = self.view.in_play.as_ref();
        let taken = points(taken.map_or(0, |in_play| in_play.cards.len()));
        if after.cards() == 0 {
            return OUT + taken;
        }
        taken + points(count) + self.hope_for(thrown) - THROW * after.fewest_throws()
    }

    /// Rates the effect of a prepare on the table: the owner of the throw in play takes a card of it.
    fn value_of_preparing(&self) -> i32 {
        match &self.view.in_play {
            Some(in_play) if in_play.owner == self.seat => {
                let (_, left) = in_play.cards.split_first().unzip();
                POINT + left.map_or(0, |left| self.hope_for(left))
            }
            // The more opponents there are, the less the gain of one of them matters.
            Some(_) => -POINT / self.others(),
            None => 0,
        }
    }

    /// Returns the value of the bot's own cards in play.
    fn hope_for(&self, cards: &[Card]) -> i32 {
        let each = if self.is_beaten_in_sight(cards) {
            UNLIKELY
        } else {
            LIKELY
        };
        each * points(cards.len()) / POINT
    }

    /// Returns whether another player's face-up hand has a throw that beats these cards.
    fn is_beaten_in_sight(&self, cards: &[Card]) -> bool {
        let Some(strength) = Strength::of(cards) else {
            return false;
        };
        let others = self.view.players.iter().enumerate();
        let mut others = others.filter(|&(other, _)| other != self.seat.index());
        // If a longer throw beats it, so does a part of that throw with the same length or one card more.
        others.any(|(_, player)| {
            [cards.len(), cards.len() + 1].into_iter().any(|count| {
                let mut throws = player.face_up.windows(count);
                throws.any(|throw| Strength::of(throw).is_some_and(|other| other > strength))
            })
        })
    }

    fn others(&self) -> i32 {
        i32::try_from(self.view.players.len()).map_or(1, |players| (players - 1).max(1))
    }
}

fn points(cards: usize) -> i32 {
    i32::try_from(cards).map_or(0, |cards| cards * POINT)
}

fn index(place: Place) -> At {
    let hand = match place.hand {
        Hand::Hidden => 0,
        Hand::FaceUp => 1,
    };
    (hand, usize::try_from(place.at).unwrap_or(usize::MAX))
}
