//! A steady player of Rummy: keeps cards that are in melds or could be, takes a card from the open pile if it helps at
//! once, and declares as soon as the hand has a valid declaration.

use std::cmp::Reverse;

use rand::{Rng, RngExt as _};

use super::best;
use crate::engine::{
    card::Card,
    rummy::{MeldKind, MeldRules, Melding, Move, Source, View},
    seat::Seat,
};

/// What a hand lacks without a pure sequence, in points.
const NO_PURE_SEQUENCE: i32 = 60;
/// What it lacks without a second sequence.
const NO_SECOND_SEQUENCE: i32 = 40;
/// What a joker is worth that is given away.
const JOKER: i32 = 30;
/// How much a card from the open pile must help to be taken, since one from the closed pile may be a joker.
const OPEN_MUST_HELP: i32 = 10;
/// The fewest links and jokers that a hand without a sequence is played with.
const WORTH_PLAYING: i32 = 10;

/// One in this many discards is the second-best card. Otherwise players who all wait for cards in each other's melds
/// would draw for ever.
const SECOND_BEST: u32 = 64;

/// Chooses one of the legal moves; `None` where there is none.
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

/// What the player knows.
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

    /// What speaks against a move: the least is best.
    fn cost(&self, mv: &Move) -> i32 {
        match mv {
            // The only declaration that is listed is one that holds.
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
        // Taking a card to discard it again would be no help.
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

    /// How far a hand is from holding: what lies outside melds, less what could still become one.
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
            // The first pure sequence may come from cards that be in other melds now.
            cost += NO_PURE_SEQUENCE - 3 * self.links(hand);
        }
        if sequences < 2 {
            cost += NO_SECOND_SEQUENCE;
        }
        cost
    }

    /// How many pairs of the cards could become melds, neighbours of one suit for two.
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
        // The Ace stands above the King too.
        let apart = apart.min(13 - apart);
        match (one.suit() == other.suit(), apart) {
            (true, 1) => 2,
            (true, 2) | (false, 0) => 1,
            _ => 0,
        }
    }

    /// Whether a hand is not worth playing: no pure sequence, and little that could become one.
    fn is_hopeless(&self) -> bool {
        let jokers = self
            .hand
            .iter()
            .filter(|&&card| self.rules.wild.makes_joker(card));
        let chances = jokers.map(|_| 2).sum::<i32>() + self.links(self.hand);
        self.cost_of(self.hand) >= NO_PURE_SEQUENCE && chances < WORTH_PLAYING
    }
}
