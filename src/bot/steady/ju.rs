//! The steady bot's heuristic for JU.
//!
//! A card laid on another player leaves the bot's score and adds to theirs. So it lays everything it can there, the
//! most points first, and whole chains at once, to make a JU, which gives one more card away. A card laid on its own
//! sequence only moves from the hand to the table and can't be laid on others any more, so the bot keeps it. The
//! exceptions are suited runs, which count nothing, and jokers, which block an end. An empty hand ends the round: the
//! bot does that if its estimated score is no worse than that of the others, and keeps a card otherwise.
//!
//! It gives away the card without which its own sequence scores best, to the player with the best total.
//!
//! A round of JU ends by the rules: every turn takes a card from the deck, and once that is empty, cards must be laid.

use rand::Rng;

use super::best_for;
use crate::engine::{
    card::Card,
    ju::{End, Move, Sequence, View, VisiblePlace as Place, points},
    seat::Seat,
};

/// One point. Values are in tenths of a point.
const POINT: i32 = 10;
/// The estimate for an unseen card: the mean of the deck.
const UNSEEN: i32 = 72;
/// The fewest cards at one end of another player's sequence that make a JU.
const JU: i32 = 4;
/// The value of giving a card away, which lowers the bot's score and raises another.
const GIFT: i32 = 150;
/// The cost of laying a card on the bot's own sequence, since it could have been laid on another player's.
const SPENT: i32 = 10;
/// The value of blocking an end.
const BLOCK: i32 = 60;
/// The value of ending a round when the bot is well placed, and the cost when it is not.
const END: i32 = 10_000;

/// Chooses one of the legal moves; `None` if there is none.
pub fn choose(view: &View, seat: Seat, legal: &[&Move], random: &mut dyn Rng) -> Option<Move> {
    let player = Player::new(view, seat);
    best_for(player.as_ref(), Player::value, legal, random)
}

/// The player's knowledge of the game.
struct Player<'a> {
    view: &'a View,
    seat: Seat,
    place: &'a Place,
    hand: &'a [Card],
}

impl<'a> Player<'a> {
    fn new(view: &'a View, seat: Seat) -> Option<Self> {
        let place = view.places.get(seat.index())?;
        Some(Self {
            view,
            seat,
            place,
            hand: place.hand.cards.as_deref()?,
        })
    }

    fn value(&self, mv: &Move) -> i32 {
        match mv {
            Move::Play { cards, onto, end } => match self.place_of(*onto) {
                Some((onto, place)) if onto != self.seat => self.value_on(onto, place, cards, *end),
                _ => self.value_on_own(cards, *end),
            },
            Move::Block { end } => BLOCK + self.value_on_own(&[Card::JOKER], *end),
            Move::Give { card, to } => self.value_of_gift(*card, *to),
            Move::Pass {} => 0,
        }
    }

    fn place_of(&self, number: u32) -> Option<(Seat, &Place)> {
        let number = u8::try_from(number).ok()?;
        let seat = Seat::new(number);
        self.view
            .places
            .get(seat.index())
            .map(|place| (seat, place))
    }

    /// Rates cards laid on another player: they leave the bot's score, add to theirs, and perhaps make a JU.
    fn value_on(&self, onto: Seat, place: &Place, cards: &[Card], end: End) -> i32 {
        let theirs = on_table(&laid(&place.sequence, cards, end)) - on_table(&place.sequence);
        let laid_before = self.view.turn.as_ref().and_then(|turn| {
            let mut laid = turn.laid.iter();
            laid.find(|laid| laid.onto == onto && laid.end == end)
        });
        let before = laid_before.map_or(0, |laid| count(laid.cards));
        let owes = |laid: i32| (laid - JU + 1).max(0);
        let gifts = owes(before + count(cards.len())) - owes(before);
        in_hand(cards)
            + theirs / self.others()
            + GIFT * gifts
            + self.rank_of(onto)
            + self.value_of_ending(cards, &self.place.sequence)
    }

    /// Rates cards laid on the bot's own sequence, where those in a suited run count nothing.
    fn value_on_own(&self, cards: &[Card], end: End) -> i32 {
        let after = laid(&self.place.sequence, cards, end);
        let saved = in_hand(cards) + on_table(&self.place.sequence) - on_table(&after);
        saved - SPENT * count(cards.len()) + self.value_of_ending(cards, &after)
    }

    /// Rates the end of the round, if these are the last cards of the hand.
    fn value_of_ending(&self, cards: &[Card], own: &[Card]) -> i32 {
        if cards.len() < self.hand.len() {
            return 0;
        }
        let mine = on_table(own) + given(self.place);
        let others = self.view.places.iter().enumerate();
        let others = others.filter(|&(other, _)| other != self.seat.index());
        let theirs: i32 = others
            .map(|(_, place)| {
                UNSEEN * count(place.hand.size) + on_table(&place.sequence) + given(place)
            })
            .sum();
        if mine * self.others() <= theirs {
            END
        } else {
            -END
        }
    }

    fn value_of_gift(&self, card: Card, to: u32) -> i32 {
        let middle = self.place.sequence.iter().position(|&held| held == card);
        let is_from_table = self.place.sequence.len() > 2;
        let saved = match middle {
            Some(at) if is_from_table => {
                let mut after = self.place.sequence.clone();
                after.remove(at);
                on_table(&self.place.sequence) - on_table(&after)
            }
            _ => in_hand(&[card]),
        };
        let to = self.place_of(to).map_or(0, |(to, _)| self.rank_of(to));
        saved + in_hand(&[card]) / self.others() + to
    }

    /// Returns a small bonus if the player on this seat has the best total of the other players.
    fn rank_of(&self, seat: Seat) -> i32 {
        let totals = self.view.totals.iter().enumerate();
        let others = totals.filter(|&(other, _)| other != self.seat.index());
        let best = others.map(|(_, &total)| total).min();
        i32::from(self.view.totals.get(seat.index()).copied() == best)
    }

    fn others(&self) -> i32 {
        count(self.view.places.len()).max(2) - 1
    }
}

/// Returns a sequence with cards added at one end.
fn laid(sequence: &[Card], cards: &[Card], end: End) -> Vec<Card> {
    match end {
        End::Left => cards.iter().rev().chain(sequence).copied().collect(),
        End::Right => sequence.iter().chain(cards).copied().collect(),
    }
}

/// Returns the score of a sequence.
fn on_table(cards: &[Card]) -> i32 {
    POINT * Sequence::new(cards.to_vec()).points()
}

/// Returns the score of cards in a hand.
fn in_hand(cards: &[Card]) -> i32 {
    POINT * cards.iter().copied().map(points).sum::<i32>()
}

/// Returns the score of the cards that a player was given, estimated for unseen ones.
fn given(place: &Place) -> i32 {
    let given = place.given.iter();
    given
        .map(|given| given.card.map_or(UNSEEN, |card| in_hand(&[card])))
        .sum()
}

fn count(cards: usize) -> i32 {
    i32::try_from(cards).unwrap_or(i32::MAX)
}
