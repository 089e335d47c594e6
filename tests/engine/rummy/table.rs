//! What the tests of Rummy are written in: cards by name, positions in the middle of a deal, moves, events.

use cardpost::engine::{
    any::{AnyEvent, AnyMove, AnyOptions, AnyView, Kind},
    card::Card,
    deck,
    rules::{ImpossiblePosition, Turn},
    rummy::{Event, Length, Limit, MeldRules, Move, Options, Source, View, Wild},
    seat::Seat,
    table::{Refusal, Table},
    viewer::Viewer,
};
use serde_json::{Value, json};

pub fn card(name: &str) -> Card {
    name.parse().unwrap()
}

pub fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(card).collect()
}

/// Groups of cards, with `/` between them.
pub fn groups(names: &str) -> Vec<Vec<Card>> {
    names.split('/').map(cards).collect()
}

pub fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(Card::to_string).collect();
    names.join(" ")
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// The rules for melds with this card as the indicator.
pub fn rules(indicator: &str) -> MeldRules {
    MeldRules {
        wild: Wild::of_indicator(card(indicator)),
        jokers_in_sets: true,
    }
}

pub fn deals(deals: i64) -> Options {
    Options {
        length: Length::Deals { deals },
        ..Options::default()
    }
}

pub fn pool(limit: i64) -> Options {
    Options {
        length: Length::Pool {
            limit: Limit(limit),
        },
        ..Options::default()
    }
}

pub fn draw(from: Source) -> AnyMove {
    AnyMove::Rummy(Move::Draw { from })
}

pub fn discard(name: &str) -> AnyMove {
    AnyMove::Rummy(Move::Discard { card: card(name) })
}

pub fn declare(discard: &str, names: &str) -> AnyMove {
    AnyMove::Rummy(Move::Declare {
        discard: card(discard),
        groups: groups(names).into(),
    })
}

pub fn drop_out() -> AnyMove {
    AnyMove::Rummy(Move::Drop {})
}

#[track_caller]
pub fn play(table: &mut Table, number: u8, mv: &AnyMove) -> Vec<Event> {
    let events = table.play(seat(number), mv).unwrap();
    events.into_iter().map(rummy_event).collect()
}

pub fn rummy_event(event: AnyEvent) -> Event {
    match event {
        AnyEvent::Rummy(event) => event,
        other => panic!("{other:?} is no event of Rummy"),
    }
}

/// The rule that refuses a move; the game is the same as before.
#[track_caller]
pub fn refused(table: &mut Table, number: u8, mv: &AnyMove) -> &'static str {
    let before = table.clone();
    let error = table.play(seat(number), mv).unwrap_err();
    assert_eq!(*table, before, "a refused move changes nothing");
    match error {
        Refusal::Illegal(illegal) => {
            assert!(illegal.message.ends_with('.'), "{}", illegal.message);
            illegal.rule
        }
        other => panic!("refused otherwise: {other}"),
    }
}

pub fn view(table: &Table, viewer: Viewer) -> View {
    match table.view(viewer) {
        AnyView::Rummy(view) => view,
        other => panic!("{other:?} is no view of Rummy"),
    }
}

pub fn seen_by(table: &Table, number: u8) -> View {
    view(table, Viewer::Seat(seat(number)))
}

pub fn record(table: &Table) -> View {
    view(table, Viewer::Record)
}

/// A new match, dealt from a fresh deck in its order.
pub fn dealt(options: Options, seats: u8) -> Table {
    let mut table = Table::new(&AnyOptions::Rummy(options), seats);
    shuffle(&mut table);
    table
}

/// A "shuffle" that leaves the cards in their order.
pub fn shuffle(table: &mut Table) -> Vec<Event> {
    let Turn::Shuffle(cards) = table.turn() else {
        panic!("nothing is to be shuffled");
    };
    let events = table.shuffled(cards).unwrap();
    events.into_iter().map(rummy_event).collect()
}

/// The moves that are listed for a seat.
pub fn listed(table: &Table, number: u8) -> Vec<AnyMove> {
    table.legal_moves(seat(number)).moves
}

/// A deal in the middle. Hands are names of cards; a hand that is too short is filled up with cards that are named
/// nowhere, and the rest of those lie at the bottom of the closed pile.
pub struct Position<'a> {
    pub options: Options,
    pub indicator: &'a str,
    pub hands: Vec<Held<'a>>,
    /// Top first.
    pub closed: &'a str,
    /// Top first.
    pub open: &'a str,
    pub turned_up: bool,
    /// Whether the rest of the cards are under the open pile, and not under the closed one.
    pub rest_is_open: bool,
    pub to_move: u8,
    /// Whether the player to move holds fourteen cards.
    pub drawn: bool,
    /// Of each seat, the deals before this one.
    pub scores: Vec<Vec<i32>>,
}

/// A hand of a position.
#[derive(Clone, Copy)]
pub struct Held<'a> {
    pub status: &'a str,
    pub has_drawn: bool,
    /// With `/` between groups if they are laid out.
    pub cards: &'a str,
}

pub fn holds(cards: &str) -> Held<'_> {
    Held {
        status: "playing",
        has_drawn: true,
        cards,
    }
}

impl<'a> Position<'a> {
    /// A second or later turn of the first deal, in which all are still in play.
    pub fn new(indicator: &'a str, hands: &[&'a str]) -> Self {
        Self {
            options: deals(1),
            indicator,
            hands: hands.iter().copied().map(holds).collect(),
            closed: "",
            open: "",
            turned_up: false,
            rest_is_open: false,
            to_move: 0,
            drawn: true,
            scores: vec![Vec::new(); hands.len()],
        }
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.hands.len()).unwrap()
    }

    /// As the record sees it.
    pub fn view(&self) -> Value {
        let is_out = |held: &&Held<'_>| held.status == "out";
        let players = self.hands.len() - self.hands.iter().filter(is_out).count();
        let decks = match players {
            2 => 1,
            3..=6 => 2,
            _ => 3,
        };
        let mut rest = deck::fresh(decks, 1);
        let mut take = |names: &str| -> Vec<Card> {
            let taken = cards(&names.replace('/', " "));
            for used in &taken {
                let index = rest.iter().position(|card| card == used);
                rest.remove(index.unwrap_or_else(|| panic!("{used} is named too often")));
            }
            taken
        };
        let indicator = take(self.indicator);
        let (mut closed, mut open) = (take(self.closed), take(self.open));
        let mut held: Vec<Vec<Card>> = self.hands.iter().map(|hand| take(hand.cards)).collect();
        for (number, (hand, held)) in self.hands.iter().zip(&mut held).enumerate() {
            let wanted = match hand.status {
                "out" => 0,
                "playing" if self.drawn && number == usize::from(self.to_move) => 14,
                _ => 13,
            };
            while held.len() < wanted {
                held.extend(rest.pop());
            }
        }
        if open.is_empty() {
            open.extend(rest.pop());
        }
        if self.rest_is_open {
            &mut open
        } else {
            &mut closed
        }
        .extend(rest);
        let hands: Vec<Value> = self
            .hands
            .iter()
            .zip(held)
            .map(|(hand, cards)| self.hand(hand, cards))
            .collect();
        self.view_of(indicator[0], &hands, &closed, &open)
    }

    fn hand(&self, hand: &Held<'_>, cards: Vec<Card>) -> Value {
        let size = cards.len();
        let laid_out = hand.status == "declared_wrongly";
        let groups = || -> Vec<Value> {
            let groups: cardpost::engine::rummy::Groups = groups(hand.cards).into();
            let groups: Vec<Vec<Card>> = groups.into();
            let rules = MeldRules {
                jokers_in_sets: self.options.jokers_in_sets,
                ..rules(self.indicator)
            };
            let kind = |cards: &[Card]| match rules.read(cards) {
                Ok(reading) => json!({"kind": reading.kind, "cards": reading.order()}),
                Err(_) => json!({"kind": null, "cards": cards}),
            };
            groups.iter().map(|cards| kind(cards)).collect()
        };
        json!({
            "status": hand.status, "has_drawn": hand.has_drawn, "size": size,
            "cards": (!laid_out).then_some(cards),
            "laid_out": laid_out.then(|| json!({"groups": groups(), "left": [], "points": 80})),
        })
    }

    fn view_of(&self, indicator: Card, hands: &[Value], closed: &[Card], open: &[Card]) -> Value {
        let (first, dealer) = self.first_and_dealer();
        let totals: Vec<i32> = self.scores.iter().map(|deals| deals.iter().sum()).collect();
        let deal = self.scores.iter().map(Vec::len).max().unwrap_or_default() + 1;
        json!({
            "kind": "rummy", "match": self.options.length,
            "jokers_in_sets": self.options.jokers_in_sets, "deal": deal, "dealer": dealer, "first_seat": first,
            "phase": if self.drawn { "discard" } else { "draw" },
            "indicator": indicator, "wild": Wild::of_indicator(indicator), "hands": hands,
            "closed": {"size": closed.len(), "cards": closed},
            "open": {
                "size": open.len(), "top": open.first(), "turned_up": self.turned_up,
                "under": open.get(1..).unwrap_or_default(),
            },
            "best": null, "scores": self.scores, "totals": totals,
        })
    }

    /// The first seat and the dealer: each deal the next seat on the left that is in.
    fn first_and_dealer(&self) -> (u8, u8) {
        let seats = self.seats();
        let deal = self.scores.iter().map(Vec::len).max().unwrap_or_default() + 1;
        let is_in = |seat: u8, deal: usize| {
            let index = usize::from(seat);
            self.scores[index].len() >= deal || self.hands[index].status != "out"
        };
        let step = |from: u8, by: u8, deal| {
            let mut seat = from;
            loop {
                seat = (seat + by) % seats;
                if is_in(seat, deal) {
                    return seat;
                }
            }
        };
        let first = (2..=deal).fold(0, |first, deal| step(first, 1, deal));
        (first, step(first, seats - 1, deal))
    }

    pub fn at(&self, view: Value) -> Result<Table, ImpossiblePosition> {
        let view: AnyView = serde_json::from_value(view).unwrap();
        let options = AnyOptions::Rummy(self.options.clone());
        Table::from_position(&options, self.seats(), view, &[seat(self.to_move)])
    }

    #[track_caller]
    pub fn table(&self) -> Table {
        self.at(self.view()).unwrap()
    }
}

/// A move as it comes over the wire.
pub fn wire(mv: &Value) -> AnyMove {
    Kind::Rummy.parse_move(mv).unwrap()
}
