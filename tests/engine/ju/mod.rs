//! JU: the vectors JU-01 … JU-33, citing the sections of `docs/rules/ju.md`.

mod empty_deck;
mod gives;
mod open_forms;
mod plays;
mod position;
mod refused_positions;
mod rounds;
mod scores;
mod views;
mod wire;

use cardpost::engine::{
    any::{AnyEvent, AnyMove, AnyView, Kind},
    card::Card,
    ju::{Cause, Count, End, Event, Move, View},
    rules::Turn,
    seat::Seat,
    table::{Refusal, Table},
    viewer::Viewer,
};

use position::{Deck, Player, Position};

fn card(name: &str) -> Card {
    name.parse().unwrap()
}

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(card).collect()
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// A player with these cards, and none that others gave.
fn place<'a>(up: &'a str, hand: &'a str) -> Player<'a> {
    Player {
        up,
        hand,
        ..Player::default()
    }
}

/// A move as it comes over the wire.
fn wire(mv: &serde_json::Value) -> AnyMove {
    Kind::Ju.parse_move(mv).unwrap()
}

fn lay(names: &str, onto: u32, end: End) -> AnyMove {
    AnyMove::Ju(Move::Play {
        cards: cards(names),
        onto,
        end,
    })
}

fn block(end: End) -> AnyMove {
    AnyMove::Ju(Move::Block { end })
}

fn give(name: &str, to: u32) -> AnyMove {
    AnyMove::Ju(Move::Give {
        card: card(name),
        to,
    })
}

fn pass() -> AnyMove {
    AnyMove::Ju(Move::Pass {})
}

fn view(table: &Table, viewer: Viewer) -> View {
    match table.view(viewer) {
        AnyView::Ju(view) => view,
        other => panic!("not a view of JU: {other:?}"),
    }
}

fn record(table: &Table) -> View {
    view(table, Viewer::Record)
}

fn sequence(table: &Table, number: usize) -> Vec<Card> {
    record(table).places[number].sequence.clone()
}

fn hand(table: &Table, number: usize) -> Vec<Card> {
    record(table).places[number].hand.cards.clone().unwrap()
}

/// What seat 0 owes.
fn owed(table: &Table) -> usize {
    record(table).turn.unwrap().owed
}

fn of_ju(events: Vec<AnyEvent>) -> Vec<Event> {
    events
        .into_iter()
        .map(|event| match event {
            AnyEvent::Ju(event) => event,
            other => panic!("not an event of JU: {other:?}"),
        })
        .collect()
}

#[track_caller]
fn play(table: &mut Table, number: u8, mv: &AnyMove) -> Vec<Event> {
    of_ju(table.play(seat(number), mv).unwrap())
}

#[track_caller]
fn assert_refused(table: &mut Table, number: u8, mv: &AnyMove, rule: &str) {
    let before = table.clone();
    match table.play(seat(number), mv) {
        Err(Refusal::Illegal(illegal)) => assert_eq!(illegal.rule, rule, "{}", illegal.message),
        other => panic!("not refused by {rule}: {other:?}"),
    }
    assert_eq!(*table, before);
    let legal = table.legal_moves(seat(number));
    assert!(!legal.moves.contains(mv), "refused, but listed");
}

#[track_caller]
fn assert_legal(table: &Table, number: u8, mv: &AnyMove) {
    assert!(table.clone().play(seat(number), mv).is_ok(), "{mv:?}");
    let legal = table.legal_moves(seat(number));
    assert!(legal.moves.contains(mv), "legal, but not listed: {mv:?}");
}

/// The scores of the round that these events end, and what ended it.
#[track_caller]
fn scored(events: &[Event]) -> (Cause, Vec<i32>) {
    match events.last() {
        Some(Event::RoundScored { cause, scores, .. }) => (*cause, scores.clone()),
        _ => panic!("the round goes on: {events:?}"),
    }
}

#[track_caller]
fn counts(events: &[Event]) -> Vec<Count> {
    match events.last() {
        Some(Event::RoundScored { counts, .. }) => counts.clone(),
        _ => panic!("the round goes on: {events:?}"),
    }
}

fn is_between_rounds(table: &Table) -> bool {
    matches!(table.turn(), Turn::Shuffle(_))
}
