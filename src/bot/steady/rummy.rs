//! The steady bot's heuristic for Rummy: it keeps cards that are in melds or close to one, takes a card from the open
//! pile only if it helps at once, and declares as soon as the hand is complete.

use std::cmp::Reverse;

use rand::{Rng, RngExt as _};

use super::best;
use crate::engine::{
    card::Card,
    rummy::{MeldKind, MeldRules, Melding, Move, Source, View},
    seat::Seat,
};

/// The cost of a hand without a pure sequence, in points.
const NO_PURE_SEQUENCE: i32 = 60;
/// The cost of a hand without a second sequence.
const NO_SECOND_SEQUENCE: i32 = 40;
/// The cost of discarding a joker.
const JOKER: i32 = 30;
/// The gain for which a card from the open pile is taken, since a card from the closed pile may be a joker.
const OPEN_MUST_HELP: i32 = 10;
/// The least number of links and jokers for which a hand without a sequence is played.
const WORTH_PLAYING: i32 = 10;

/// One of this many discards is the second-best card. Otherwise players who wait for cards in each other's melds would
/// draw forever.
const SECOND_BEST: u32 = 64;

/// Chooses one of the legal moves; `None` if there is none.
pub fn choose(view: &View, seat: Seat, legal: &[&Move], random: &mut dyn Rng) -> Option<Move> {
    let player = Player::new(view, seat);
    let cost = |mv: &Move| Reverse(player.as_ref().map_or(0, |player| player.cost(mv)));
    let first = best(legal, cost, random)?;
    if matches!(first, Move::Discard { .. }) && random.random_ratio(1, SECOND_BEST) {
        let discards = legal.iter().copied();
        let others: Vec<&Move> = discards
            .filter(|mv| matches!(mv, Move::Discard { .. }) && **mv != first)
            .collect();
        return best(&others, cost, random).or(Some(first));
    }
    Some(first)
}

/// The player's knowledge of the game.
struct Player<'a> {
    rules: MeldRules,
    hand: &'a [Card],
    /// The top card of the open pile.
    open: Option<Card>,
    has_drawn: bool,
}

impl<'a> Player<'a> {
    fn new(view: &'a View, seat: Seat) -> Option<Self> {
        let hand = view.hands.get(seat.index())?;
        Some(Self {
            rules: MeldRules {
                wild: view.wild?,
                jokers_in_sets: view.jokers_in_sets,
            },
            hand: hand.cards.as_deref()?,
            open: view.open.top,
            has_drawn: hand.has_drawn,
        })
    }

    /// Returns the cost of a move. The move with the lowest cost is the best.
    fn cost(&self, mv: &Move) -> i32 {
        match mv {
            // Only correct declarations are listed.
            Move::Declare { .. } => i32::MIN,
            Move::Discard { card } => self.cost_without(self.hand, *card),
            Move::Draw {
                from: Source::Closed,
            } => self.cost_of(self.hand) - OPEN_MUST_HELP,
            Move::Draw { from: Source::Open } => self.cost_with_open_card(),
            Move::Drop {} if !self.has_drawn && self.is_hopeless() => i32::MIN,
            Move::Drop {} => i32::MAX,
        }
    }

    fn cost_with_open_card(&self) -> i32 {
        let mut hand = self.hand.to_vec();
        hand.extend(self.open);
        // Taking a card and discarding the same one again does not help.
        let others = self.hand.iter();
        let costs = others.map(|&card| self.cost_without(&hand, card));
        costs.min().unwrap_or(i32::MAX)
    }

    fn cost_without(&self, hand: &[Card], card: Card) -> i32 {
        let mut rest = hand.to_vec();
        if let Some(position) = rest.iter().position(|&held| held == card) {
            rest.remove(position);
        }
        let joker = if self.rules.wild.makes_joker(card) {
            JOKER
        } else {
            0
        };
        self.cost_of(&rest) + joker
    }

    /// Returns how far a hand is from completion: the points outside the melds, less the chances of further melds.
    fn cost_of(&self, hand: &[Card]) -> i32 {
        let best = Melding::best(self.rules, hand);
        let kinds = best.melds.iter().filter_map(|meld| {
            let reading = self.rules.read(&meld.of(hand)).ok()?;
            Some(reading.kind)
        });
        let (mut pure, mut sequences) = (0, 0);
        for kind in kinds {
            pure += i32::from(kind == MeldKind::PureSequence);
            sequences += i32::from(kind.is_sequence());
        }
        let left = best.left(hand.len()).of(hand);
        let outside: i32 = left.iter().map(|&card| self.rules.wild.points(card)).sum();
        let mut cost = outside - 2 * self.links(&left);
        if pure == 0 {
            // The first pure sequence may come from cards that are in other melds now.
            cost += NO_PURE_SEQUENCE - 3 * self.links(hand);
        }
        if sequences < 2 {
            cost += NO_SECOND_SEQUENCE;
        }
        cost
    }

    /// Returns the number of pairs of cards that could become melds. Neighbours of one suit count twice.
    fn links(&self, cards: &[Card]) -> i32 {
        let mut links = 0;
        for (i, &one) in cards.iter().enumerate() {
            for &other in &cards[..i] {
                links += self.link(one, other);
            }
        }
        links
    }

    fn link(&self, one: Card, other: Card) -> i32 {
        let is_natural = |card| !self.rules.wild.makes_joker(card);
        let (Some(a), Some(b)) = (one.rank(), other.rank()) else {
            return 0;
        };
        if !is_natural(one) || !is_natural(other) {
            return 0;
        }
        let apart = a.number().abs_diff(b.number());
        // The Ace is also above the King.
        let apart = apart.min(13 - apart);
        match (one.suit() == other.suit(), apart) {
            (true, 1) => 2,
            (true, 2) | (false, 0) => 1,
            _ => 0,
        }
    }

    /// Returns whether a hand is not worth playing: it has no pure sequence, and little that could become one.
    fn is_hopeless(&self) -> bool {
        let jokers = self
            .hand
            .iter()
            .filter(|&&card| self.rules.wild.makes_joker(card));
        let chances = jokers.map(|_| 2).sum::<i32>() + self.links(self.hand);
        self.cost_of(self.hand) >= NO_PURE_SEQUENCE && chances < WORTH_PLAYING
    }
}
