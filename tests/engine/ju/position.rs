//! Rounds in the middle, from the few cards that matter in them.

use cardpost::engine::{
    any::{AnyOptions, AnyView},
    card::{Card, Rank},
    deck,
    ju::{Options, Source, View},
    seat::Seat,
    table::Table,
};
use serde_json::{Value, json};

use super::{card, cards, seat};

/// A round in the middle. Cards that are named nowhere lie wherever they do no harm.
pub struct Position<'a> {
    pub players: &'a [Player<'a>],
    /// One more player, so that there is a place for the cards that the others have already laid: most lie in front
    /// of this one between two jokers, if those are not named elsewhere. Named is the hand.
    pub and_another: Option<&'a str>,
    pub deck: Deck<'a>,
    pub to_move: u8,
    pub totals: &'a [i32],
    pub target: i64,
}

/// A player's cards.
#[derive(Default, Clone, Copy)]
pub struct Player<'a> {
    pub up: &'a str,
    /// After a `+` come as many other cards as can be in the hand by now.
    pub hand: &'a str,
    /// Cards from the hands of the players whose number follows: `9C 0`.
    pub given: &'a [(&'a str, u8, Source)],
}

/// What is left of the deck.
pub enum Deck<'a> {
    /// So many cards were drawn in this round; the next to be drawn are named.
    Drawn(usize, &'a str),
    /// Nothing, and the turn began without a draw.
    Empty,
}

impl Default for Position<'_> {
    fn default() -> Self {
        Self {
            players: &[],
            and_another: None,
            deck: Deck::Drawn(1, ""),
            to_move: 0,
            totals: &[],
            target: 500,
        }
    }
}

/// How many cards an open hand has at least, if there is a choice.
const OPEN_HAND: usize = 3;

/// The hand and the cards in front of one seat, while they are put together.
#[derive(Default)]
struct Place {
    hand: Vec<Card>,
    is_open: bool,
    up: Vec<Card>,
    given: Vec<(Card, u8, Source)>,
}

impl Position<'_> {
    pub fn table(&self) -> Table {
        self.try_table().unwrap()
    }

    fn try_table(&self) -> Result<Table, String> {
        let view: View = serde_json::from_value(self.record()).unwrap();
        let options = AnyOptions::Ju(Options {
            target: self.target,
        });
        let turn = [seat(self.to_move)];
        Table::from_position(&options, self.seats(), AnyView::Ju(view), &turn)
            .map_err(|error| error.to_string())
    }

    fn seats(&self) -> u8 {
        let seats = self.players.len() + usize::from(self.and_another.is_some());
        u8::try_from(seats).unwrap()
    }

    /// How many cards were drawn, whether the last of them was in this turn, and the next to be drawn.
    fn draws(&self) -> (usize, bool, Vec<Card>) {
        match self.deck {
            Deck::Drawn(cards, next) => (cards, true, super::cards(next)),
            Deck::Empty => (54 - 6 * usize::from(self.seats()), false, Vec::new()),
        }
    }

    /// Who drew first, so that the player to move was the last to draw.
    fn first_seat(&self) -> usize {
        let seats = usize::from(self.seats());
        let (drawn, drew, _) = self.draws();
        let turns_before = if drew { drawn - 1 } else { 0 };
        (usize::from(self.to_move) + seats - turns_before % seats) % seats
    }

    /// How many cards came into this seat's hand.
    fn received(&self, seat: usize) -> usize {
        let seats = usize::from(self.seats());
        let turns_before = (seat + seats - self.first_seat()) % seats;
        5 + (self.draws().0 + seats - 1 - turns_before) / seats
    }

    /// The position as the record shows it.
    pub fn record(&self) -> Value {
        let seats = usize::from(self.seats());
        let (drawn, drew, mut deck) = self.draws();
        let (places, rest) = self.places(54 - 6 * seats - drawn - deck.len());
        deck.extend(rest);
        let rounds_before = self.first_seat() + seats * usize::from(!self.totals.is_empty()) * 2;
        let scores: Vec<Vec<i32>> = (0..seats)
            .map(|seat| {
                let mut left = self.totals.get(seat).copied().unwrap_or_default();
                let mut of_round = || {
                    let score = left.min(100);
                    left -= score;
                    score
                };
                (0..rounds_before).map(|_| of_round()).collect()
            })
            .collect();
        let totals: Vec<i32> = scores.iter().map(|rounds| rounds.iter().sum()).collect();
        let places: Vec<Value> = places.iter().map(Place::shown).collect();
        json!({
            "round": rounds_before + 1, "target": self.target, "first_seat": self.first_seat(), "phase": "play",
            "deck": {"size": deck.len(), "cards": deck}, "places": places,
            "turn": {
                "seat": self.to_move, "drew": drew, "played": false, "laid": [], "owed": 0, "stuck": 0,
            },
            "scores": scores, "totals": totals,
        })
    }

    /// The cards of each seat, and those that are left for the deck.
    fn places(&self, deck: usize) -> (Vec<Place>, Vec<Card>) {
        let mut places: Vec<Place> = self.players.iter().map(Place::named).collect();
        let mut rest = deck::fresh(1, 2);
        for used in places.iter().flat_map(Place::cards).chain(self.draws().2) {
            take(&mut rest, used);
        }
        if let Some(hand) = self.and_another {
            let mut place = Place {
                hand: cards(hand),
                ..Place::default()
            };
            place.hand.iter().for_each(|&card| take(&mut rest, card));
            let open_hands = places.iter().filter(|place| place.is_open).count();
            let wanted = rest.len() - deck - OPEN_HAND * open_hands;
            place.up = row_of(&mut rest, wanted);
            places.push(place);
        }
        while rest.len() > deck && self.fill_hands(&mut places, &mut rest, deck) {}
        // The last place for a card that was laid: given to the one more player by the others in turn.
        let givers = (0..).map(|turn| turn % u8::try_from(self.players.len()).unwrap());
        let left_over = rest.len() - deck;
        assert!(
            left_over == 0 || self.and_another.is_some(),
            "{left_over} cards too many"
        );
        for (card, by) in rest.drain(..left_over).zip(givers) {
            places
                .last_mut()
                .unwrap()
                .given
                .push((card, by, Source::Hand));
        }
        (places, rest)
    }

    /// One more card for each open hand that has room for it, if there is any.
    fn fill_hands(&self, places: &mut [Place], rest: &mut Vec<Card>, deck: usize) -> bool {
        let before = rest.len();
        for (seat, place) in places.iter_mut().enumerate() {
            let jokers = place.up.iter().filter(|card| card.is_joker()).count();
            let has_room = place.hand.len() + jokers < self.received(seat);
            if place.is_open && has_room && rest.len() > deck {
                place.hand.push(rest.remove(0));
            }
        }
        rest.len() < before
    }
}

impl Place {
    fn named(player: &Player<'_>) -> Self {
        Self {
            hand: cards(player.hand.trim_end_matches('+')),
            is_open: player.hand.ends_with('+'),
            up: cards(player.up),
            given: player
                .given
                .iter()
                .map(|&(name, by, from)| (card(name), by, from))
                .collect(),
        }
    }

    fn cards(&self) -> Vec<Card> {
        let given = self.given.iter().map(|&(card, ..)| card);
        self.hand
            .iter()
            .chain(&self.up)
            .copied()
            .chain(given)
            .collect()
    }

    fn shown(&self) -> Value {
        let given = self
            .given
            .iter()
            .map(|&(card, by, from)| json!({"card": card, "by": Seat::new(by), "from": from}));
        json!({
            "hand": {"size": self.hand.len(), "cards": self.hand},
            "sequence": self.up,
            "given": given.collect::<Vec<_>>(),
        })
    }
}

fn take(cards: &mut Vec<Card>, card: Card) {
    let index = cards.iter().position(|&c| c == card);
    cards.remove(index.unwrap_or_else(|| panic!("{card} is named too often")));
}

/// A sequence of up to so many of these cards, as long as they allow, between jokers if there are two.
fn row_of(cards: &mut Vec<Card>, wanted: usize) -> Vec<Card> {
    let jokers: Vec<Card> = cards
        .iter()
        .copied()
        .filter(|card| card.is_joker())
        .collect();
    let bounds = if jokers.len() == 2 { 2 } else { 0 };
    let longest = Rank::all()
        .map(|first| row_from(cards, first, wanted - bounds))
        .max_by_key(Vec::len);
    let mut row = longest.unwrap();
    if bounds > 0 {
        row.insert(0, Card::JOKER);
        row.push(Card::JOKER);
    }
    for &card in &row {
        take(cards, card);
    }
    row
}

fn row_from(cards: &[Card], first: Rank, wanted: usize) -> Vec<Card> {
    let mut left = cards.to_vec();
    let mut row = Vec::new();
    for number in (0..).map(|step| (first.number() - 1 + step % 13) % 13 + 1) {
        let next = left
            .iter()
            .copied()
            .find(|card| card.rank() == Rank::from_number(number));
        match next {
            Some(card) if row.len() < wanted => {
                take(&mut left, card);
                row.push(card);
            }
            _ => break,
        }
    }
    row
}
