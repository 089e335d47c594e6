//! A steady player of JU.
//!
//! A card laid on somebody else is off one's own score and on theirs, so it lays there whatever fits, the most points
//! first, and whole chains at once for the sake of a JU, which gives one more card away. On its own sequence a card only
//! moves from the hand to the table, and can't be laid on others any more, so it keeps it; but not what makes a suited
//! run, which counts nothing, nor a joker, which keeps others from an end. An empty hand ends the round: it does that
//! where it stands no worse than the others may be thought to, and else keeps a card.
//!
//! What it gives away is what its own sequence is best without, and it goes to the one who stands best.
//!
//! A round of JU ends by its rules: every turn takes a card from the deck, and once that is empty cards must be laid.

use rand::Rng;

use super::best_for;
use crate::engine::{
    card::Card,
    ju::{End, Move, Sequence, View, VisiblePlace as Place, points},
    seat::Seat,
};

/// Values are in tenths of a point.
const POINT: i32 = 10;
/// What a card that nobody has seen scores: the mean of the deck.
const UNSEEN: i32 = 72;
/// The fewest cards at one end of another player's sequence that make a JU.
const JU: i32 = 4;
/// What it is worth to give a card away: off one's own score, and on another's.
const GIFT: i32 = 150;
/// What it costs to lay a card on one's own sequence, which might have gone onto somebody else's.
const SPENT: i32 = 10;
/// What it is worth to keep others from an end.
const BLOCK: i32 = 60;
/// What it is worth to end a round that stands well, and as much less where it stands badly.
const END: i32 = 10_000;

/// Chooses one of the legal moves; `None` where there is none.
pub fn choose(view: &View, seat: Seat, legal: &[&Move], random: &mut dyn Rng) -> Option<Move> {
    let player = Player::new(view, seat);
    best_for(player.as_ref(), Player::value, legal, random)
}

/// What the player knows.
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

    /// Cards laid on another player: off one's own score, on theirs, and perhaps a JU.
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

    /// Cards laid on one's own sequence: from the hand to the table, where those in a suited run count nothing.
    fn value_on_own(&self, cards: &[Card], end: End) -> i32 {
        let after = laid(&self.place.sequence, cards, end);
        let saved = in_hand(cards) + on_table(&self.place.sequence) - on_table(&after);
        saved - SPENT * count(cards.len()) + self.value_of_ending(cards, &after)
    }

    /// An empty hand ends the round, for better or worse.
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

    /// A little more for the player who stands best of the others.
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

/// A sequence with more cards at one end.
fn laid(sequence: &[Card], cards: &[Card], end: End) -> Vec<Card> {
    match end {
        End::Left => cards.iter().rev().chain(sequence).copied().collect(),
        End::Right => sequence.iter().chain(cards).copied().collect(),
    }
}

/// What cards score in a sequence.
fn on_table(cards: &[Card]) -> i32 {
    POINT * Sequence::new(cards.to_vec()).points()
}

/// What cards score in a hand.
fn in_hand(cards: &[Card]) -> i32 {
    POINT * cards.iter().copied().map(points).sum::<i32>()
}

/// What the cards score that a player was given, as far as that is known.
fn given(place: &Place) -> i32 {
    let given = place.given.iter();
    given
        .map(|given| given.card.map_or(UNSEEN, |card| in_hand(&[card])))
        .sum()
}

fn count(cards: usize) -> i32 {
    i32::try_from(cards).unwrap_or(i32::MAX)
}
