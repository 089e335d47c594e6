//! Positions that a match starts from: what is refused, and why.

use cardpost::engine::{any::AnyOptions, rummy::Source, table::Table};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::table::{Held, Position, deals, declare, draw, holds, play, pool, refused, seat};

const COMPLETE: &str = "5H 6H 7H 9S XX JS 8C 8D 8S KC KD KH KS 2C";

/// The reason for which a position is refused.
#[track_caller]
fn reason(position: &Position<'_>, change: impl FnOnce(&mut Value)) -> String {
    let mut view = position.view();
    change(&mut view);
    position.at(view).unwrap_err().to_string()
}

#[track_caller]
fn assert_refused(position: &Position<'_>, because: &str, change: impl FnOnce(&mut Value)) {
    let reason = reason(position, change);
    assert!(reason.contains(because), "{reason}");
}

#[test]
fn a_position_that_a_deal_passes_through_is_accepted() {
    Position::new("4C", &[COMPLETE, "", ""]).table();
}

#[test]
fn every_card_stands_in_a_position_exactly_once() {
    let position = Position::new("4C", &[COMPLETE, "", ""]);
    assert_refused(&position, "every card of the deck", |view| {
        view["hands"][0]["cards"][0] = json!("2C");
    });
    assert_refused(&position, "every card of the deck", |view| {
        view["closed"]["cards"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn a_hand_has_thirteen_cards_or_fourteen_in_its_turn() {
    let position = Position::new("4C", &[COMPLETE, "", ""]);
    assert_refused(&position, "a hand has thirteen cards", |view| {
        view["hands"][0]["cards"].as_array_mut().unwrap().pop();
    });
    assert_refused(&position, "a hand has thirteen cards", |view| {
        view["phase"] = json!("draw");
    });
    assert_refused(&position, "a hand must be named", |view| {
        view["hands"][1]["cards"] = Value::Null;
    });
    assert_refused(&position, "every seat has a hand", |view| {
        view["hands"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn what_follows_from_the_cards_is_not_contradicted() {
    let position = Position::new("4C", &[COMPLETE, "", ""]);
    for (pointer, wrong) in [
        ("/wild", json!("5")),
        ("/dealer", json!(1)),
        ("/first_seat", json!(1)),
        ("/closed/size", json!(1)),
        ("/open/size", json!(7)),
        ("/hands/1/size", json!(14)),
        ("/totals", json!([0, 0, 5])),
        ("/match", json!({"type": "pool", "limit": 201})),
    ] {
        let reason = reason(&position, |view| {
            *view.pointer_mut(pointer).unwrap() = wrong;
        });
        let field = pointer.split('/').nth(1).unwrap();
        assert!(reason.contains(field), "{pointer}: {reason}");
    }
}

#[test]
fn somebody_is_to_move_in_the_deal() {
    let position = Position::new("4C", &[COMPLETE, "", ""]);
    for phase in ["deal", "over"] {
        assert_refused(&position, "nobody is to move", |view| {
            view["phase"] = json!(phase);
        });
    }
    assert_refused(&position, "nobody is to move after", |view| {
        view["hands"][1]["status"] = json!("declared");
    });
    assert_refused(&position, "not alone", |view| {
        for other in [1, 2] {
            view["hands"][other]["status"] = json!("dropped");
        }
    });
    let view = position.view();
    let options = AnyOptions::Rummy(deals(1));
    let at = |turn: &[u8]| {
        let view = serde_json::from_value(view.clone()).unwrap();
        let turn: Vec<_> = turn.iter().copied().map(seat).collect();
        Table::from_position(&options, 3, view, &turn)
    };
    assert!(at(&[0]).is_ok());
    assert!(at(&[]).is_err() && at(&[0, 1]).is_err() && at(&[3]).is_err());
    assert!(at(&[1]).is_err(), "seat 0 holds fourteen cards");
}

#[test]
fn those_have_drawn_who_have_had_a_turn() {
    let waits = Held {
        has_drawn: false,
        ..holds("")
    };
    let first_round = |hands: Vec<Held<'static>>, to_move| Position {
        hands,
        to_move,
        drawn: false,
        turned_up: true,
        ..Position::new("4C", &["", "", ""])
    };
    first_round(vec![waits; 3], 0).table();
    first_round(vec![holds(""), waits, waits], 1).table();
    for position in [
        first_round(vec![waits; 3], 1),
        first_round(vec![holds(""), waits, holds("")], 1),
        first_round(vec![holds(""), holds(""), waits], 1),
    ] {
        assert_refused(&position, "have drawn if they have had a turn", |_| {});
    }
    assert_refused(
        &first_round(vec![waits; 3], 0),
        "until someone draws",
        |view| {
            view["open"]["turned_up"] = json!(false);
        },
    );
    let mut too_many = first_round(vec![waits; 3], 0);
    too_many.open = "2D 3D";
    assert_refused(&too_many, "more cards than were discarded", |_| {});
}

#[test]
fn a_wrong_declaration_in_a_position_is_wrong() {
    let wrong = |cards| Held {
        status: "declared_wrongly",
        ..holds(cards)
    };
    let position = |cards: &'static str| Position {
        hands: vec![wrong(cards), holds(""), holds("")],
        to_move: 1,
        ..Position::new("4C", &["", "", ""])
    };
    let table = position("5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH 2C").table();
    assert_eq!(table.to_move(), [seat(1)]);
    assert_refused(
        &position("5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KS"),
        "a declaration is valid",
        |_| {},
    );
    let few = position("5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD 2C");
    assert_refused(&few, "thirteen cards in its groups", |_| {});
}

#[test]
fn the_scores_are_those_of_the_deals_before() {
    let with = |options, scores: Vec<Vec<i32>>| Position {
        options,
        scores,
        ..Position::new("4C", &["", "", ""])
    };
    with(deals(3), vec![vec![0], vec![20], vec![80]]).table();
    for (position, because) in [
        (
            with(deals(3), vec![vec![0], vec![20], vec![]]),
            "a seat has a score for each deal",
        ),
        (with(deals(3), vec![vec![0], vec![20], vec![81]]), "0 to 80"),
        (with(deals(3), vec![vec![0], vec![20], vec![1]]), "never 1"),
        (
            with(deals(3), vec![vec![5], vec![20], vec![80]]),
            "a player scores 0",
        ),
        (
            with(deals(1), vec![vec![0], vec![20], vec![80]]),
            "not one of the match",
        ),
        (
            with(
                pool(101),
                vec![vec![0, 0, 0], vec![20, 0, 20], vec![80, 80, 40]],
            ),
            "up to the one that put it out",
        ),
    ] {
        assert_refused(&position, because, |_| {});
    }
    let deal = |number: u32| move |view: &mut Value| view["deal"] = json!(number);
    let position = with(pool(201), vec![vec![0], vec![20], vec![80]]);
    assert_refused(&position, "a seat has a score", deal(u32::MAX));
    assert_refused(&position, "not one of the match", deal(0));
}

#[test]
fn a_game_goes_on_from_a_position() {
    let mut table = Position {
        drawn: false,
        ..Position::new("4C", &["5H 6H 7H 9S XX JS 8C 8D 8S KC KD KH KS", "", ""])
    }
    .table();
    play(&mut table, 0, &draw(Source::Closed));
    assert_eq!(
        refused(
            &mut table,
            0,
            &declare("5H", "6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KS")
        ),
        "card-missing"
    );
}

/// Every place of a document, as a pointer.
fn places(document: &Value, pointer: &str, all: &mut Vec<String>) {
    all.push(pointer.to_owned());
    match document {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{pointer}/{i}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, &format!("{pointer}/{name}"), all);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn anything() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        Value::Null,
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(3),
        json!(-1),
        json!(u32::MAX),
        json!("XX"),
        json!("7"),
        json!("playing"),
        json!("dropped"),
        json!("declared_wrongly"),
        json!("out"),
        json!("draw"),
        json!([]),
        json!([80, 80, 80]),
        json!(vec!["7H"; 40]),
        json!(vec![vec![80; 3]; 8]),
        json!({"type": "pool", "limit": 101}),
        json!({"groups": [{"kind": null, "cards": vec!["7H"; 300]}], "left": [], "points": 80}),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_position_says_it_is_accepted_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), anything()), 1..4)
    ) {
        let wrong = Held {
            status: "declared_wrongly",
            ..holds("5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH 2C")
        };
        let position = Position {
            hands: vec![wrong, holds(""), holds("")],
            to_move: 1,
            ..Position::new("4C", &["", "", ""])
        };
        let mut view = position.view();
        for (place, value) in changes {
            let mut all = Vec::new();
            places(&view, "", &mut all);
            let pointer = place.get(&all[..]);
            *view.pointer_mut(pointer).unwrap() = value;
        }
        let options = AnyOptions::Rummy(position.options);
        if let Ok(view) = serde_json::from_value(view) {
            let _ = Table::from_position(&options, 3, view, &[seat(1)]);
        }
    }
}
