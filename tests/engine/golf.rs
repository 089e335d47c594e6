//! Golf: the vectors GO-01 … GO-28, citing the sections of `docs/rules/golf.md`.

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
    let AnyView::Golf(view) = table.view(viewer);
    view
}

fn record(table: &Table) -> View {
    view(table, Viewer::Record)
}

#[track_caller]
fn play(table: &mut Table, number: u8, mv: &AnyMove) -> Vec<Event> {
    let events = table.play(seat(number), mv).unwrap();
    events
        .into_iter()
        .map(|AnyEvent::Golf(event)| event)
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

// §5, scores

#[test]
fn go_01_the_example_of_the_source_scores_17() {
    assert_eq!(points("7S KD TH 7D 9C 2S"), 17);
}

#[test]
fn go_02_two_twos_in_a_column_score_nothing() {
    assert_eq!(points("2S 5D KH 2D 5C KC"), 0);
}

#[test]
fn go_03_twos_in_different_columns_keep_minus_two_each() {
    assert_eq!(points("2S 2D AC KH 9C 3D"), 9);
}

#[test]
fn go_04_a_row_makes_no_pair() {
    assert_eq!(points("7S 7D 4C 9C KH 4D"), 23);
}

#[test]
fn go_05_a_hole_can_score_below_zero() {
    assert_eq!(points("2S 2D 2C KS KD 2H"), -4);
}

#[test]
fn go_06_the_best_hole_of_twos_and_kings_scores_minus_six() {
    assert_eq!(points("2S 2D 2C KS KD KC"), -6);
}

#[test]
fn go_07_jack_queen_and_ten_are_equal_in_points_but_make_no_pair() {
    assert_eq!(points("JS QD TC QH TH JD"), 60);
}

#[test]
fn go_08_the_rank_makes_a_pair() {
    assert_eq!(points("AS JS KS AD JD QD"), 10);
}

#[test]
fn go_09_equal_cards_of_two_decks_make_a_pair() {
    assert_eq!(points("7H 9S 2C 7H 9S 2C"), 0);
}

// §2, the deal

#[test]
fn go_10_the_stock_after_the_deal_depends_on_the_players() {
    for (seats, stock) in [(2, 39), (3, 33), (4, 27), (5, 73), (6, 67)] {
        assert_eq!(record(&dealt(seats)).stock.size, stock, "{seats} players");
    }
    let players = Kind::Golf.about().players;
    assert!(!players.contains(&1) && !players.contains(&7));
}

#[test]
fn cards_are_dealt_one_at_a_time_slot_by_slot_from_the_first_seat() {
    let table = dealt(2);
    let deck = deck::fresh(1, 0);
    let view = record(&table);
    for slot in 0..SLOTS {
        assert_eq!(view.hands[0].slots[slot], Some(deck[2 * slot]));
        assert_eq!(view.hands[1].slots[slot], Some(deck[2 * slot + 1]));
    }
    assert_eq!(view.discards.top, Some(deck[12]));
    assert_eq!(
        view.stock.cards.unwrap()[0],
        deck[13],
        "the next card is on top of the stock"
    );
}

#[test]
fn go_11_each_player_in_order_turns_up_two_different_cards() {
    let turn_up = |a, b| wire(json!({"type": "golf.turn_up", "slots": [a, b]}));
    let mut table = dealt(2);
    for viewer in Viewer::of_a_running_game(2) {
        assert!(
            view(&table, viewer)
                .hands
                .iter()
                .all(|hand| hand.slots == [None; SLOTS])
        );
    }
    assert_refused(&mut table, 0, &turn_up(0, 0), "two-different-slots");
    assert_refused(&mut table, 0, &turn_up(0, 6), "no-such-slot");
    assert_refused(&mut table, 0, &turn_up(u32::MAX, 1), "no-such-slot");
    assert_refused(&mut table, 0, &draw(), "turn-up-first");
    assert_eq!(table.legal_moves(seat(0)).moves.len(), 15);
    play(&mut table, 0, &turn_up(4, 0));
    assert_eq!(table.to_move(), [seat(1)]);
    play(&mut table, 1, &turn_up(1, 2));
    assert_eq!(
        table.to_move(),
        [seat(0)],
        "then the first player takes the first turn"
    );
    assert_refused(&mut table, 0, &turn_up(1, 2), "already-turned-up");
}

#[test]
fn two_slots_in_either_order_are_the_same_move() {
    let turn_up = |a, b| wire(json!({"type": "golf.turn_up", "slots": [a, b]}));
    assert_eq!(turn_up(4, 0), turn_up(0, 4));
}

// §4, turns

#[test]
fn go_12_a_card_from_the_discard_pile_must_be_used() {
    let position = || Position {
        hands: &["AC 2C (3C) (4C) (5C) (6C)", "AD 2D (3D) (4D) (5D) (6D)"],
        discards: "QH",
        ..Position::default()
    };
    let mut table = position().table();
    assert_refused(&mut table, 0, &discard(), "draw-first");
    assert_refused(&mut table, 0, &place(3), "draw-first");
    let events = play(&mut table, 0, &take(3));
    assert_eq!(
        events,
        [Event::Taken {
            seat: seat(0),
            slot: 3,
            card: card("QH"),
            replaced: card("4C")
        }]
    );
    assert_eq!(record(&table).discards.top, Some(card("4C")));
    assert_eq!(table.to_move(), [seat(1)]);
    assert_refused(&mut position().table(), 0, &take(6), "no-such-slot");
}

#[test]
fn go_13_a_card_from_the_stock_may_be_discarded_and_turns_nothing_up() {
    let mut table = Position {
        hands: &["AC 2C (3C) (4C) (5C) (6C)", "AD 2D (3D) (4D) (5D) (6D)"],
        stock: "8C",
        discards: "QH",
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &draw());
    play(&mut table, 0, &discard());
    let view = record(&table);
    assert_eq!(view.discards.top, Some(card("8C")));
    assert_eq!(
        view.hands[0].face_up,
        [true, true, false, false, false, false]
    );
    assert_eq!(table.to_move(), [seat(1)]);
}

#[test]
fn go_14_a_face_down_card_is_replaced_unseen() {
    let mut table = Position {
        hands: &["AC 2C (3C) (4C) (JS) (6C)", "AD 2D (3H) (4D) (5D) (6D)"],
        stock: "3D",
        discards: "QH",
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &draw());
    assert_eq!(
        view(&table, Viewer::Seat(seat(0))).hands[0].slots[4],
        None,
        "no peek"
    );
    let events = play(&mut table, 0, &place(4));
    assert_eq!(
        events,
        [Event::Placed {
            seat: seat(0),
            slot: 4,
            card: card("3D"),
            replaced: card("JS")
        }]
    );
    let seen = view(&table, Viewer::Spectator);
    assert_eq!(seen.hands[0].slots[4], Some(card("3D")));
    assert_eq!(seen.discards.top, Some(card("JS")));
}

#[test]
fn go_15_a_face_up_card_may_be_replaced() {
    let mut table = Position {
        hands: &["QH 2C (3C) (4C) (5C) (6C)", "AC 2D (3D) (4D) (5D) (6D)"],
        discards: "AD",
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &take(0));
    let view = record(&table);
    assert_eq!(view.hands[0].slots[0], Some(card("AD")));
    assert_eq!(view.discards.top, Some(card("QH")));
    assert_eq!(
        view.hands[0].face_up,
        [true, true, false, false, false, false]
    );
}

// §4.6 and §5, the end of a hole

#[test]
fn go_16_every_other_player_has_exactly_one_more_turn() {
    let mut table = four_players().table();
    play(&mut table, 1, &draw());
    let events = play(&mut table, 1, &place(5));
    assert_eq!(
        events[1],
        Event::WentOut {
            seat: seat(1),
            last_turns: 3
        }
    );
    for number in [2, 3, 0] {
        assert_eq!(table.to_move(), [seat(number)]);
        play(&mut table, number, &draw());
        let events = play(&mut table, number, &discard());
        let ended = matches!(events.last(), Some(Event::HoleScored { .. }));
        assert_eq!(ended, number == 0);
    }
    let view = record(&table);
    assert!(view.hands.iter().all(|hand| hand.face_up == [true; SLOTS]));
    assert!(view.scores.iter().all(|scores| scores.len() == 1));
}

#[test]
fn go_17_a_second_player_with_six_face_up_changes_nothing() {
    let mut table = four_players().table();
    play(&mut table, 1, &draw());
    play(&mut table, 1, &place(5));
    play(&mut table, 2, &draw());
    let events = play(&mut table, 2, &place(5));
    assert_eq!(events.len(), 1, "nobody goes out a second time: {events:?}");
    for number in [3, 0] {
        assert_eq!(table.to_move(), [seat(number)]);
        play(&mut table, number, &draw());
        play(&mut table, number, &discard());
    }
    assert_eq!(record(&table).phase, VisiblePhase::Deal);
}

#[test]
fn go_18_after_the_last_seat_goes_out_the_others_still_have_a_turn() {
    let mut table = Position {
        hands: &[
            "AC 2C (3C) (4C) (5C) (6C)",
            "AD 2D (3D) (4D) (5D) (6D)",
            "AH 2H 3H 4H 5H (6H)",
        ],
        discards: "KS",
        to_move: 2,
        ..Position::default()
    }
    .table();
    play(&mut table, 2, &take(5));
    for number in [0, 1] {
        assert_eq!(table.to_move(), [seat(number)]);
        play(&mut table, number, &draw());
        play(&mut table, number, &discard());
    }
    assert_eq!(record(&table).phase, VisiblePhase::Deal);
}

#[test]
fn go_19_face_down_cards_count_when_the_hole_ends() {
    let mut table = Position {
        hands: &["7S KD (5D) (7C) 9C (5H)", "AC 2D 3D 4D 8D 6D"],
        stock: "AS",
        discards: "KS",
        to_move: 0,
        went_out: Some(1),
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &draw());
    let events = play(&mut table, 0, &discard());
    let Some(Event::HoleScored { scores, .. }) = events.last() else {
        panic!("the hole goes on: {events:?}");
    };
    assert_eq!(scores[0], 9);
}

fn last_card_of_the_stock() -> Table {
    let mut table = Position {
        hands: &["AC 2C (3C) (4C) (5C) (6C)", "AD 2D (3D) (4D) (5D) (6D)"],
        stock: "8C",
        discards: "QH",
        rest: Rest::AmongTheDiscards,
        ..Position::default()
    }
    .table();
    assert_eq!(record(&table).discards.size, 39);
    play(&mut table, 0, &draw());
    assert_eq!(
        table.to_move(),
        [seat(0)],
        "no rebuilding in the middle of a turn"
    );
    play(&mut table, 0, &discard());
    table
}

#[test]
fn go_20_an_empty_stock_is_rebuilt_at_the_start_of_a_turn() {
    let mut table = last_card_of_the_stock();
    let Turn::Shuffle(cards) = table.turn() else {
        panic!("no shuffle")
    };
    assert_eq!(cards.len(), 39);
    assert_eq!(
        cards.last(),
        Some(&card("QH")),
        "the pile is listed bottom first"
    );
    assert!(table.to_move().is_empty());
    assert_eq!(
        shuffle(&mut table),
        [AnyEvent::Golf(Event::StockRebuilt { stock: 39 })]
    );
    let view = record(&table);
    assert_eq!((view.stock.size, view.discards.size), (39, 1));
    assert_eq!(view.discards.top, Some(card("8C")));
    assert_eq!(table.to_move(), [seat(1)]);
    play(&mut table, 1, &draw());
}

#[test]
fn go_21_the_card_that_stays_can_be_taken() {
    let mut table = last_card_of_the_stock();
    shuffle(&mut table);
    let events = play(&mut table, 1, &take(2));
    assert_eq!(
        events,
        [Event::Taken {
            seat: seat(1),
            slot: 2,
            card: card("8C"),
            replaced: card("3D")
        }]
    );
    let view = record(&table);
    assert_eq!((view.stock.size, view.discards.size), (39, 1));
}

// GO-22, that cards are conserved, is a law of every kind.

#[test]
fn go_23_the_stock_is_rebuilt_in_the_last_turns_too() {
    let mut table = Position {
        hands: &[
            "AC 2C 3C 4C 5C 6C",
            "AD 2D (3D) (4D) (5D) (6D)",
            "AH 2H (3H) (4H) (5H) (6H)",
        ],
        stock: "8C",
        discards: "QH",
        rest: Rest::AmongTheDiscards,
        to_move: 1,
        went_out: Some(0),
        ..Position::default()
    }
    .table();
    play(&mut table, 1, &draw());
    play(&mut table, 1, &discard());
    shuffle(&mut table);
    assert_eq!(table.to_move(), [seat(2)]);
    play(&mut table, 2, &draw());
    let events = play(&mut table, 2, &discard());
    assert!(matches!(events.last(), Some(Event::HoleScored { .. })));
}

#[test]
fn go_24_the_first_player_moves_one_seat_to_the_left_each_hole() {
    let mut table = dealt(3);
    for hole in 1..=3 {
        let view = record(&table);
        assert_eq!(view.hole, hole);
        assert_eq!(table.to_move(), [seat(hole - 1)]);
        assert_eq!(view.first_seat, seat(hole - 1));
        turn_up_all(&mut table);
        assert_eq!(table.to_move(), [seat(hole - 1)]);
        finish_hole(&mut table);
        if hole < 3 {
            shuffle(&mut table);
        }
    }
    assert_eq!(table.turn(), Turn::Over);
    assert!(table.outcome().is_some());
}

/// Everyone turns up what lies face down, until the hole is scored.
fn finish_hole(table: &mut Table) {
    while let Turn::Seat(mover) = table.turn() {
        let hand = &record(table).hands[mover.index()];
        let slot = hand.face_up.iter().position(|up| !up).unwrap_or(0);
        table.play(mover, &draw()).unwrap();
        table
            .play(mover, &place(u32::try_from(slot).unwrap()))
            .unwrap();
        if let Turn::Shuffle(cards) = table.turn()
            && cards.len() < 52
        {
            table.shuffled(cards).unwrap();
        }
    }
}

#[test]
fn go_25_equal_lowest_totals_share_the_win() {
    use cardpost::engine::score::Outcome;
    let rounds = [[12, -4, 9], [10, 3, 4], [20, 0, 1]].map(|holes| holes.map(Some).to_vec());
    let outcome = Outcome::new(rounds.to_vec(), Kind::Golf.about().better, &[]);
    assert_eq!(outcome.totals, [Some(17), Some(17), Some(21)]);
    assert_eq!(outcome.places, [1, 1, 3]);
}

#[test]
fn go_26_only_the_one_who_draws_from_the_stock_sees_the_card() {
    let mut table = Position {
        hands: &["AC 2C (3C) (4C) (5C) (6C)", "AD 2D (3D) (4D) (5D) (6D)"],
        stock: "4H",
        discards: "QH",
        ..Position::default()
    }
    .table();
    let events = table.play(seat(0), &draw()).unwrap();
    let drawn = |viewer| view(&table, viewer).drawn.unwrap().card;
    let told = |viewer| serde_json::to_value(events[0].shown_to(viewer)).unwrap()["card"].clone();
    for (viewer, sees) in [
        (Viewer::Seat(seat(0)), true),
        (Viewer::Seat(seat(1)), false),
        (Viewer::Spectator, false),
        (Viewer::Record, true),
    ] {
        assert_eq!(drawn(viewer), sees.then(|| card("4H")));
        assert_eq!(told(viewer), if sees { json!("4H") } else { json!(null) });
    }
}

#[test]
fn go_27_a_turn_is_one_card_drawn_and_one_used() {
    let mut table = four_players().table();
    play(&mut table, 1, &draw());
    assert_refused(&mut table, 1, &draw(), "already-drawn");
    assert_refused(&mut table, 1, &take(0), "already-drawn");
    assert_refused(&mut table, 1, &place(6), "no-such-slot");
    assert_eq!(
        table.play(seat(2), &draw()),
        Err(Refusal::NotYourTurn(seat(2)))
    );
}

#[test]
fn go_28_five_cards_face_up_end_nothing() {
    let mut table = four_players().table();
    play(&mut table, 1, &draw());
    let events = play(&mut table, 1, &discard());
    assert_eq!(events.len(), 1);
    assert_eq!(record(&table).went_out, None);
    assert_eq!(table.to_move(), [seat(2)]);
}

// §1, options

#[test]
fn with_end_at_once_nobody_has_a_last_turn() {
    let mut position = four_players();
    position.options.end_at_once = true;
    let mut table = position.table();
    let events = play(&mut table, 1, &take(5));
    assert_eq!(
        events[1],
        Event::WentOut {
            seat: seat(1),
            last_turns: 0
        }
    );
    assert!(matches!(events[2], Event::HoleScored { .. }));
}

#[test]
fn a_game_has_3_9_or_18_holes() {
    for (holes, allowed) in [
        (3, true),
        (9, true),
        (18, true),
        (0, false),
        (4, false),
        (255, false),
    ] {
        let options = Kind::Golf.parse_options(&json!({"holes": holes})).unwrap();
        assert_eq!(options.check().is_ok(), allowed, "{holes} holes");
    }
    let defaults = Kind::Golf.parse_options(&json!({})).unwrap();
    assert_eq!(defaults, AnyOptions::Golf(options(9)));
    assert!(
        Kind::Golf.parse_options(&json!({"hole": 3})).is_err(),
        "an unknown option"
    );
}

// §6, positions

#[test]
fn a_position_that_no_hole_could_be_in_is_refused_with_the_reason() {
    let refusal = |change: &dyn Fn(&mut serde_json::Value), to_move: &[u8]| {
        let mut view = serde_json::to_value(four_players().table().view(Viewer::Record)).unwrap();
        change(&mut view);
        let turn: Vec<Seat> = to_move.iter().copied().map(Seat::new).collect();
        serde_json::from_value(view)
            .map_err(|error| error.to_string())
            .and_then(|view| {
                Table::from_position(&AnyOptions::Golf(options(3)), 4, view, &turn)
                    .map_err(|error| error.to_string())
            })
    };
    assert!(refusal(&|_| {}, &[1]).is_ok());
    let cases: &[(&str, &dyn Fn(&mut serde_json::Value), &[u8])] = &[
        ("nobody is to move", &|_| {}, &[]),
        ("one player moves at a time", &|_| {}, &[1, 2]),
        ("none of them", &|_| {}, &[4]),
        (
            "exactly once",
            &|view| view["discards"]["top"] = json!("AC"),
            &[1],
        ),
        (
            "must be named",
            &|view| view["hands"][0]["slots"][0] = json!(null),
            &[1],
        ),
        ("none of the game", &|view| view["hole"] = json!(4), &[1]),
        (
            "a score for each hole",
            &|view| view["hole"] = json!(2),
            &[1],
        ),
        ("/stock", &|view| view["stock"]["size"] = json!(1), &[1]),
        ("/totals", &|view| view["totals"][0] = json!(1), &[1]),
        (
            "turned up two",
            &|view| view["hands"][0]["face_up"][0] = json!(false),
            &[1],
        ),
        (
            "did not go out",
            &|view| view["hands"][1]["face_up"][5] = json!(true),
            &[1],
        ),
        (
            "nobody is to move in this phase",
            &|view| view["phase"] = json!("over"),
            &[1],
        ),
        (
            "holds a drawn card",
            &|view| view["phase"] = json!("use"),
            &[1],
        ),
        ("unknown field", &|view| view["surprise"] = json!(1), &[1]),
    ];
    for (reason, change, to_move) in cases {
        let error = refusal(change, to_move).unwrap_err();
        assert!(error.contains(reason), "{error:?} does not say {reason:?}");
    }
}

#[test]
fn a_move_of_another_shape_is_not_read() {
    for mv in [
        json!({}),
        json!({"type": "golf.peek"}),
        json!({"type": "golf.draw", "from": "stock"}),
        json!({"type": "golf.place"}),
        json!({"type": "golf.place", "slot": "0"}),
        json!({"type": "golf.place", "slot": -1}),
        json!({"type": "golf.place", "slot": 0.5}),
        json!({"type": "golf.turn_up", "slots": [0]}),
        json!({"type": "golf.turn_up", "slots": [0, 1, 2]}),
        json!("golf.draw"),
        json!(null),
    ] {
        assert!(Kind::Golf.parse_move(&mv).is_err(), "{mv}");
    }
}
