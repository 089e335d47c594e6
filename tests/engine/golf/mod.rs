//! Golf: the vectors GO-01 … GO-28, citing the sections of `docs/rules/golf.md`.

mod deal;
mod end;
mod options;
mod positions;
mod scores;
mod turns;

use cardpost::engine::{
    any::{AnyEvent, AnyMove, AnyOptions, AnyView, Kind},
    card::Card,
    deck,
    golf::{Event, Hand, Holes, Layout, Move, Options, SLOTS, View, VisiblePhase},
    rules::Turn,
    seat::Seat,
    table::{Refusal, Table},
    viewer::Viewer,
};
use serde_json::json;

fn card(name: &str) -> Card {
    name.parse().unwrap()
}

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(card).collect()
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// Six cards, top row then bottom row.
fn points(names: &str) -> i32 {
    let six: [Card; SLOTS] = cards(names).try_into().unwrap();
    Layout::new(six, [true; SLOTS]).points()
}

/// A move as it comes over the wire.
fn wire(mv: serde_json::Value) -> AnyMove {
    Kind::Golf.parse_move(&mv).unwrap()
}

fn draw() -> AnyMove {
    AnyMove::Golf(Move::Draw {})
}

fn discard() -> AnyMove {
    AnyMove::Golf(Move::Discard {})
}

fn place(slot: u32) -> AnyMove {
    AnyMove::Golf(Move::Place { slot })
}

fn take(slot: u32) -> AnyMove {
    AnyMove::Golf(Move::Take { slot })
}

fn options(holes: u8) -> Options {
    Options {
        holes: Holes(holes),
        end_at_once: false,
    }
}

/// A hole in the middle: hands as six names, a face-down card in parentheses; the stock and the discard pile
/// top first. Cards that are named nowhere lie at the bottom of the stock, or of the discard pile where `rest` says.
struct Position<'a> {
    options: Options,
    hands: &'a [&'a str],
    stock: &'a str,
    discards: &'a str,
    rest: Rest,
    to_move: u8,
    went_out: Option<u8>,
}

enum Rest {
    InTheStock,
    AmongTheDiscards,
}

impl Default for Position<'_> {
    fn default() -> Self {
        Self {
            options: options(3),
            hands: &[],
            stock: "",
            discards: "",
            rest: Rest::InTheStock,
            to_move: 0,
            went_out: None,
        }
    }
}

impl Position<'_> {
    fn table(self) -> Table {
        let seats = u8::try_from(self.hands.len()).unwrap();
        let hands: Vec<Hand> = self.hands.iter().map(|names| hand(names)).collect();
        let mut rest = deck::fresh(if seats <= 4 { 1 } else { 2 }, 0);
        let (mut stock, mut discards) = (cards(self.stock), cards(self.discards));
        let named = hands.iter().flat_map(|hand| hand.slots).flatten();
        for used in named
            .chain(stock.iter().copied())
            .chain(discards.iter().copied())
        {
            let index = rest.iter().position(|&card| card == used);
            rest.remove(index.unwrap_or_else(|| panic!("{used} is named too often")));
        }
        match self.rest {
            Rest::InTheStock => stock.extend(rest),
            Rest::AmongTheDiscards => discards.extend(rest),
        }
        let view: View = serde_json::from_value(json!({
            "hole": 1, "holes": self.options.holes, "first_seat": 0, "phase": "draw", "hands": hands,
            "stock": {"size": stock.len(), "cards": stock},
            "discards": {"size": discards.len(), "top": discards[0], "under": discards[1..]},
            "drawn": null, "went_out": self.went_out,
            "scores": vec![[0; 0]; hands.len()], "totals": vec![0; hands.len()],
        }))
        .unwrap();
        let options = AnyOptions::Golf(self.options);
        Table::from_position(&options, seats, AnyView::Golf(view), &[seat(self.to_move)]).unwrap()
    }
}

fn hand(names: &str) -> Hand {
    let names: [&str; SLOTS] = names
        .split_whitespace()
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    Hand {
        slots: names.map(|name| Some(card(name.trim_matches(['(', ')'])))),
        face_up: names.map(|name| !name.starts_with('(')),
    }
}

fn view(table: &Table, viewer: Viewer) -> View {
    match table.view(viewer) {
        AnyView::Golf(view) => view,
        #[allow(unreachable_patterns, reason = "with one kind only there is no other")]
        other => panic!("{other:?}"),
    }
}

fn record(table: &Table) -> View {
    view(table, Viewer::Record)
}

#[track_caller]
fn play(table: &mut Table, number: u8, mv: &AnyMove) -> Vec<Event> {
    let events = table.play(seat(number), mv).unwrap();
    events
        .into_iter()
        .map(|event| match event {
            AnyEvent::Golf(event) => event,
            #[allow(unreachable_patterns, reason = "with one kind only there is no other")]
            other => panic!("{other:?}"),
        })
        .collect()
}

#[track_caller]
fn assert_refused(table: &mut Table, number: u8, mv: &AnyMove, rule: &str) {
    let before = table.clone();
    match table.play(seat(number), mv) {
        Err(Refusal::Illegal(illegal)) => assert_eq!(illegal.rule, rule, "{}", illegal.message),
        other => panic!("not refused by {rule}: {other:?}"),
    }
    assert_eq!(*table, before);
}

/// A new game with the deck in its fresh order.
fn dealt(seats: u8) -> Table {
    let mut table = Table::new(&AnyOptions::Golf(options(3)), seats);
    shuffle(&mut table);
    table
}

/// Goes on with the cards as they lie.
fn shuffle(table: &mut Table) -> Vec<AnyEvent> {
    let Turn::Shuffle(cards) = table.turn() else {
        panic!("nothing is to be shuffled");
    };
    table.shuffled(cards).unwrap()
}

/// Everyone turns up slots 0 and 1.
fn turn_up_all(table: &mut Table) {
    while record(table).phase == VisiblePhase::TurnUp {
        let number = table.to_move()[0].number();
        play(
            table,
            number,
            &wire(json!({"type": "golf.turn_up", "slots": [0, 1]})),
        );
    }
}

/// Seat 1 is one card from going out, the others are far from it.
fn four_players() -> Position<'static> {
    Position {
        hands: &[
            "AC 2C (3C) (4C) (5C) (6C)",
            "AD 2D 3D 4D 5D (6D)",
            "AH 2H 3H 4H 5H (6H)",
            "AS 2S (3S) (4S) (5S) (6S)",
        ],
        discards: "KS",
        to_move: 1,
        ..Position::default()
    }
}
