//! The solo performance: SO-01 … SO-13, citing the sections of `docs/rules/juggling-act-solo.md`.

use cardpost::engine::{
    any::{AnyEvent, AnyMove, AnyView, Kind},
    deck,
    juggling_act::solo::{Event, View, VisiblePhase},
    rules::Turn,
    table::{Refusal, Table},
    viewer::Viewer,
};
use proptest::prelude::*;
use rand::seq::SliceRandom;
use serde_json::{Value, json};

use super::juggling_act::position::{cards, rest_of_the_deck, seat};
use crate::support::walk::{Setup, Walk};

const TOP: &str = "top";
const BOTTOM: &str = "bottom";

/// A performance in the middle, after what happens at the start of the turn. What is named nowhere stays out.
fn position(top: &str, bottom: &str, in_front: &str, jokers_up: u8, turn: u8) -> Value {
    let lists = [top, bottom, in_front].map(cards);
    let out = rest_of_the_deck(lists.iter().map(Vec::as_slice));
    let [top, bottom, in_front] = lists;
    json!({
        "kind": "juggling-act-solo", "phase": "turn", "turn": turn, "top": top, "bottom": bottom,
        "in_front": in_front, "jokers_up": jokers_up, "gone": [],
        "out": {"size": out.len(), "cards": out}, "won": null, "score": null,
    })
}

fn read(position: Value) -> Result<Table, String> {
    let view: AnyView = serde_json::from_value(position).unwrap();
    let options = Kind::JugglingActSolo.default_options();
    Table::from_position(&options, 1, view, &[seat(0)]).map_err(|error| error.to_string())
}

fn table(top: &str, bottom: &str, in_front: &str, jokers_up: u8, turn: u8) -> Table {
    read(position(top, bottom, in_front, jokers_up, turn)).unwrap()
}

/// The first turn with these hands.
fn start(top: &str, bottom: &str) -> Table {
    table(top, bottom, "", 2, 1)
}

fn wire(mv: &Value) -> AnyMove {
    Kind::JugglingActSolo.parse_move(mv).unwrap()
}

fn throw(hand: &str, at: u32, count: u32) -> AnyMove {
    wire(&json!({"type": "solo.throw", "hand": hand, "at": at, "count": count}))
}

fn pass() -> AnyMove {
    wire(&json!({"type": "solo.prepare"}))
}

fn prepare(from: (&str, u32), to: (&str, u32)) -> AnyMove {
    let place = |(hand, at): (&str, u32)| json!({"hand": hand, "at": at});
    wire(&json!({"type": "solo.prepare", "from": place(from), "to": place(to)}))
}

fn catch(places: &[(&str, &str, u32)]) -> AnyMove {
    let places: Vec<Value> = places
        .iter()
        .map(|(card, hand, at)| json!({"card": card, "hand": hand, "at": at}))
        .collect();
    wire(&json!({"type": "solo.catch", "places": places}))
}

fn discard(hand: &str, at: u32) -> AnyMove {
    wire(&json!({"type": "solo.discard", "hand": hand, "at": at}))
}

fn play(table: &mut Table, mv: &AnyMove) -> Vec<Event> {
    let events = table.play(seat(0), mv).unwrap();
    events
        .into_iter()
        .map(|event| match event {
            AnyEvent::JugglingActSolo(event) => event,
            other => panic!("{other:?} is of another game"),
        })
        .collect()
}

fn rule(table: &Table, mv: &AnyMove) -> &'static str {
    let mut after = table.clone();
    match after.play(seat(0), mv) {
        Err(Refusal::Illegal(illegal)) => {
            assert_eq!(&after, table, "a refused move changed the game");
            illegal.rule
        }
        other => panic!("{mv:?} was not refused: {other:?}"),
    }
}

fn seen(table: &Table) -> View {
    match table.view(Viewer::Seat(seat(0))) {
        AnyView::JugglingActSolo(view) => view,
        other => panic!("{other:?} is of another game"),
    }
}

/// What lies in front, and how many Jokers are face up.
fn front(table: &Table) -> (String, u8) {
    let view = seen(table);
    let names: Vec<String> = view.in_front.iter().map(ToString::to_string).collect();
    (names.join(" "), view.jokers_up)
}

fn assert_won(table: &Table, score: i32) {
    let view = seen(table);
    assert_eq!(
        (view.phase, view.won, view.score),
        (VisiblePhase::Over, Some(true), Some(score))
    );
    let outcome = table.outcome().unwrap();
    assert_eq!(
        (outcome.totals, outcome.places),
        (vec![Some(score)], vec![1])
    );
    assert_eq!(outcome.rounds, [[Some(score)]]);
}

fn assert_lost(table: &Table) {
    let view = seen(table);
    assert_eq!(
        (view.phase, view.won, view.score),
        (VisiblePhase::Over, Some(false), None)
    );
    let outcome = table.outcome().unwrap();
    assert_eq!(
        (outcome.totals, outcome.rounds),
        (vec![None], vec![vec![None]])
    );
}

#[test]
fn so_01_a_throw_of_two_lasts_one_turn() {
    let mut table = start("5H 6S", "7D 8C");
    assert_eq!(front(&table), (String::new(), 2));
    play(&mut table, &throw(TOP, 0, 2));
    assert_eq!(front(&table), ("6S".into(), 2));
    assert_eq!(seen(&table).gone, cards("5H"));
    assert_eq!(seen(&table).turn, 2);
}

#[test]
fn so_02_a_throw_of_one_is_followed_by_a_dead_space() {
    let mut table = start("5H 9S", "7D 8C");
    let events = play(&mut table, &throw(TOP, 0, 1));
    assert_eq!(front(&table), (String::new(), 1));
    assert_eq!(
        serde_json::to_value(&events).unwrap(),
        json!([
            {"type": "solo.thrown", "hand": "top", "at": 0, "cards": ["5H"], "replaced": []},
            {"type": "solo.dropped", "card": "5H", "left": 0},
            {"type": "solo.dead_space", "number": 1, "jokers_up": 1},
        ])
    );
}

/// SO-03 … SO-05: 5H 6S 7C were thrown on turn 1.
fn after_a_throw_of_three() -> Table {
    let mut table = start("5H 6S 7C 2D", "8C");
    play(&mut table, &throw(TOP, 0, 3));
    table
}

#[test]
fn so_03_preparing_costs_nothing_with_two_cards_in_front_and_a_dead_space_with_one() {
    let mut table = after_a_throw_of_three();
    assert_eq!(front(&table), ("6S 7C".into(), 2));
    play(&mut table, &pass());
    assert_eq!(front(&table), ("7C".into(), 2));
    play(&mut table, &pass());
    assert_eq!(front(&table), (String::new(), 1));
}

#[test]
fn so_04_discarding_costs_nothing_with_two_cards_in_front() {
    let mut table = after_a_throw_of_three();
    play(&mut table, &discard(BOTTOM, 0));
    assert_eq!(front(&table), ("7C".into(), 2));
    assert_eq!(seen(&table).bottom, []);
    assert_eq!(seen(&table).gone, cards("5H 8C 6S"));
}

#[test]
fn so_05_a_catch_is_followed_by_a_dead_space() {
    let mut table = after_a_throw_of_three();
    play(&mut table, &catch(&[("6S", TOP, 0), ("7C", BOTTOM, 0)]));
    let view = seen(&table);
    assert_eq!((view.top, view.bottom), (cards("6S 2D"), cards("7C 8C")));
    assert_eq!(front(&table), (String::new(), 1));
    assert_eq!(view.gone, cards("5H"));
}

#[test]
fn so_06_a_discard_can_be_the_first_move_and_the_winning_one() {
    let mut table = start("5H", "8C");
    play(&mut table, &discard(TOP, 0));
    assert_eq!(front(&table), (String::new(), 1));
    let events = play(&mut table, &discard(BOTTOM, 0));
    assert_eq!(events.last(), Some(&Event::Won { score: 1 }));
    assert_won(&table, 1);
}

#[test]
fn so_07_the_dead_space_after_the_last_single_never_comes() {
    let mut table = table("5H", "", "9S TC", 2, 3);
    play(&mut table, &throw(TOP, 0, 1));
    assert_won(&table, 2);
}

#[test]
fn so_08_the_third_dead_space_loses() {
    let mut table = table("5H 9S", "7D", "", 0, 5);
    let events = play(&mut table, &throw(TOP, 0, 1));
    assert_eq!(
        events[2..],
        [
            Event::DeadSpace {
                number: 3,
                jokers_up: 0
            },
            Event::Lost {}
        ]
    );
    assert_lost(&table);
    assert_eq!(table.turn(), Turn::Over);
}

#[test]
fn so_09_a_weaker_throw_is_allowed() {
    let mut table = table("2H 9S", "7D", "TC JD QS", 2, 2);
    let events = play(&mut table, &throw(TOP, 0, 1));
    let Event::Thrown { replaced, .. } = &events[0] else {
        panic!("{events:?}");
    };
    assert_eq!(replaced, &cards("TC JD QS"));
    assert_eq!(front(&table), (String::new(), 1));
    assert_eq!(seen(&table).gone, cards("TC JD QS 2H"));
}

#[test]
fn so_10_preparing_takes_no_card_of_its_own() {
    let mut table = table("4D", "8C", "6S 7C", 2, 2);
    let events = play(&mut table, &prepare((BOTTOM, 0), (TOP, 1)));
    assert_eq!(
        serde_json::to_value(&events).unwrap(),
        json!([
            {"type": "solo.prepared", "card": "8C",
             "from": {"hand": "bottom", "at": 0}, "to": {"hand": "top", "at": 1}},
            {"type": "solo.dropped", "card": "6S", "left": 1},
        ])
    );
    assert_eq!(front(&table), ("7C".into(), 2));
    assert_eq!(seen(&table).top, cards("4D 8C"));
}

#[test]
fn so_11_with_nothing_in_front_there_is_nothing_to_catch() {
    let table = start("5H 6S", "7D 8C");
    assert_eq!(rule(&table, &catch(&[])), "nothing-in-play");
    assert_eq!(rule(&table, &catch(&[("5H", TOP, 0)])), "nothing-in-play");
    assert!(table.legal_moves(seat(0)).open.is_empty());
    for mv in [pass(), prepare((TOP, 0), (BOTTOM, 0)), discard(TOP, 1)] {
        assert!(table.legal_moves(seat(0)).moves.contains(&mv));
        let mut after = table.clone();
        play(&mut after, &mv);
        assert_eq!(front(&after).1, 1);
    }
}

#[test]
fn so_12_a_run_of_five_pays_for_three_turns() {
    let mut table = start("4D 5D 6D 7D 8D", "2C");
    play(&mut table, &throw(TOP, 0, 5));
    for left in ["5D 6D 7D 8D", "6D 7D 8D", "7D 8D"] {
        assert_eq!(front(&table), (left.into(), 2));
        play(&mut table, &pass());
    }
    assert_eq!(front(&table), ("8D".into(), 2));
    play(&mut table, &throw(BOTTOM, 0, 1));
    assert_won(&table, 2);
}

#[test]
fn so_13_three_singles_lose_with_a_card_left() {
    let mut table = start("2C 4D", "6H 8S");
    for jokers_up in [1, 0] {
        play(&mut table, &throw(TOP, 0, 1));
        assert_eq!(front(&table).1, jokers_up);
    }
    play(&mut table, &throw(BOTTOM, 0, 1));
    assert_lost(&table);
    assert_eq!(seen(&table).bottom, cards("8S"));
}

#[test]
fn a_performance_won_without_a_joker_scores_nothing_but_is_won() {
    let mut table = table("5H", "", "", 0, 3);
    play(&mut table, &throw(TOP, 0, 1));
    assert_won(&table, 0);
}

#[test]
fn ten_cards_go_to_the_top_hand_and_then_ten_to_the_bottom_hand() {
    let mut table = Table::new(&Kind::JugglingActSolo.default_options(), 1);
    let order = deck::fresh(1, 0);
    table.shuffled(order.clone()).unwrap();
    let view = seen(&table);
    assert_eq!(
        (&view.top[..], &view.bottom[..]),
        (&order[..10], &order[10..20])
    );
    assert_eq!((view.out.size, view.out.cards), (32, None));
    assert_eq!(
        (view.jokers_up, view.turn, view.won, view.score),
        (2, 1, None, None)
    );
    let AnyView::JugglingActSolo(whole) = table.view(Viewer::Record) else {
        panic!("another game");
    };
    assert_eq!(whole.out.cards, Some(order[20..].to_vec()));
}

#[test]
fn a_performance_that_is_given_up_is_lost() {
    let mut table = start("5H 6S", "7D 8C");
    table.resign(seat(0)).unwrap();
    assert_eq!(table.turn(), Turn::Over);
    assert_eq!(table.stand_in(), None);
    let outcome = table.outcome().unwrap();
    assert_eq!(
        (outcome.totals, outcome.rounds),
        (vec![None], vec![vec![None]])
    );
}

#[test]
fn what_no_hand_has_cannot_be_done() {
    let table = table("5H 7S", "7D", "9S TC", 2, 3);
    for (mv, slug) in [
        (throw(TOP, 0, 2), "not-a-throw"),
        (throw(TOP, 0, 0), "not-a-throw"),
        (throw(TOP, 1, 2), "no-such-card"),
        (discard(BOTTOM, 1), "no-such-card"),
        (discard(TOP, u32::MAX), "no-such-card"),
        (prepare((TOP, 0), (TOP, 0)), "prepare-other-place"),
        (prepare((TOP, 0), (TOP, 2)), "no-such-place"),
        (catch(&[("9S", TOP, 0)]), "catch-all"),
        (catch(&[("9S", TOP, 0), ("TC", BOTTOM, 2)]), "no-such-place"),
    ] {
        assert_eq!(rule(&table, &mv), slug, "{mv:?}");
    }
    for mv in [
        json!({"type": "solo.discard", "hand": "hidden", "at": 0}),
        json!({"type": "solo.discard", "hand": "top"}),
        json!({"type": "juggling.prepare"}),
    ] {
        assert!(Kind::JugglingActSolo.parse_move(&mv).is_err(), "{mv}");
    }
}

#[test]
fn positions_that_no_performance_could_be_in_are_refused() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut view = position("5H 7S", "7D", "9S TC", 1, 3);
        change(&mut view);
        read(view).unwrap_err()
    };
    for (field, value) in [
        ("turn", json!(0)),
        ("turn", json!(1)),
        ("turn", json!(255)),
        ("jokers_up", json!(3)),
        ("phase", json!("over")),
        ("won", json!(false)),
        ("score", json!(1)),
        ("in_front", json!(["TC", "9S", "9S"])),
        ("in_front", json!([])),
        ("top", json!(["XX", "7S"])),
    ] {
        refused(&|view| view[field] = value.clone());
    }
    let reason = refused(&|view| {
        view["gone"] = json!(["5H", "7S", "7D"]);
        view["top"] = json!([]);
        view["bottom"] = json!([]);
    });
    assert!(reason.contains("both hands empty is won"), "{reason}");
    let reason = refused(&|view| {
        let taken: Vec<Value> = view["out"]["cards"]
            .as_array_mut()
            .unwrap()
            .drain(..16)
            .collect();
        view["out"]["size"] = json!(31);
        view["top"].as_array_mut().unwrap().extend(taken);
    });
    assert!(reason.contains("more cards than were dealt"), "{reason}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every turn but the first takes a card or a Joker, and there are 20 cards and three dead spaces.
    #[test]
    fn a_performance_takes_at_most_22_turns(seed in any::<u64>()) {
        let mut walk = Walk::new(&Setup { kind: Kind::JugglingActSolo, seats: 1, seed });
        while walk.step().is_some() {
            prop_assert!(seen(&walk.table).turn <= 23);
        }
        let view = seen(&walk.table);
        prop_assert_eq!(view.won == Some(true), view.top.is_empty() && view.bottom.is_empty());
        prop_assert_eq!(view.score, (view.won == Some(true)).then(|| view.jokers_up.into()));
    }

    /// §6: nothing tells how the cards lie that stay out.
    #[test]
    fn nothing_tells_which_cards_stay_out(seed in any::<u64>()) {
        let mut walk = Walk::new(&Setup { kind: Kind::JugglingActSolo, seats: 1, seed });
        while walk.step().is_some() && !walk.table.to_move().is_empty() {
            let AnyView::JugglingActSolo(mut view) = walk.table.view(Viewer::Record) else {
                panic!("another game");
            };
            view.out.cards.as_mut().unwrap().shuffle(&mut walk.random);
            let view = AnyView::JugglingActSolo(view);
            let other = Table::from_position(&walk.options, 1, view, &[seat(0)]).unwrap();
            for viewer in Viewer::of_a_running_game(1) {
                prop_assert_eq!(walk.table.view(viewer), other.view(viewer));
            }
            prop_assert_eq!(walk.table.legal_moves(seat(0)), other.legal_moves(seat(0)));
            for mv in [walk.choose(seat(0)), wire(&walk.sampler.a_move(&mut walk.random))] {
                let answer = |table: &Table| table.clone().play(seat(0), &mv);
                prop_assert_eq!(answer(&walk.table), answer(&other));
            }
        }
    }
}
