//! Positions that no game could be in are refused with the reason.

use cardpost::engine::{
    any::AnyOptions,
    ju::{Options, Source},
};
use serde_json::{Value, json};

use super::*;

/// The reason why a game can't start from this position.
fn refusal(mut position: Value, change: impl Fn(&mut Value), to_move: &[u8]) -> String {
    change(&mut position);
    let turn: Vec<Seat> = to_move.iter().copied().map(Seat::new).collect();
    let options = AnyOptions::Ju(Options::default());
    let view = match serde_json::from_value(position) {
        Ok(view) => AnyView::Ju(view),
        Err(error) => return error.to_string(),
    };
    match Table::from_position(&options, 3, view, &turn) {
        Ok(_) => "none".into(),
        Err(error) => error.to_string(),
    }
}

type Change<'a> = &'a dyn Fn(&mut Value);

#[track_caller]
fn assert_refused_for(position: &Value, cases: &[(&str, Change<'_>)]) {
    for (reason, change) in cases {
        let given = refusal(position.clone(), change, &[0]);
        assert!(given.contains(reason), "{given:?} does not say {reason:?}");
    }
}

/// Puts another value where the pointer says.
fn set(pointer: &'static str, value: Value) -> impl Fn(&mut Value) {
    move |view| match view.pointer_mut(pointer) {
        Some(place) => *place = value.clone(),
        None => view[pointer.trim_start_matches('/')] = value.clone(),
    }
}

/// Takes the card at one pointer out of its list and puts it at the end of another.
fn move_card(view: &mut Value, from: &str, index: usize, to: &str) {
    let card = view
        .pointer_mut(from)
        .and_then(Value::as_array_mut)
        .unwrap()
        .remove(index);
    let list = view.pointer_mut(to).and_then(Value::as_array_mut).unwrap();
    list.push(card);
}

/// The first player's fourth turn, after laying four cards on their own sequence.
fn in_the_middle() -> Value {
    Position {
        players: &[
            place("KC AC 2D 3H 4D", "QC KD AH 2S 9C"),
            place("JS", "+"),
            place("4S", "+"),
        ],
        deck: Deck::Drawn(10, ""),
        ..Position::default()
    }
    .record()
}

/// The same after a JU, before the card that is owed is given.
fn owing() -> Value {
    let view = AnyView::Ju(serde_json::from_value(in_the_middle()).unwrap());
    let options = AnyOptions::Ju(Options::default());
    let mut table = Table::from_position(&options, 3, view, &[seat(0)]).unwrap();
    play(&mut table, 0, &lay("QC KD AH 2S", 1, End::Right));
    serde_json::to_value(record(&table)).unwrap()
}

#[test]
fn nobody_or_the_wrong_one_is_to_move() {
    let position = in_the_middle;
    for (reason, to_move) in [
        ("nobody is to move", &[][..]),
        ("one player moves at a time", &[0, 1]),
        ("there are 3 seats", &[3]),
        ("the player to move", &[1]),
    ] {
        let given = refusal(position(), |_| {}, to_move);
        assert!(given.contains(reason), "{given:?} does not say {reason:?}");
    }
    assert_eq!(refusal(position(), |_| {}, &[0]), "none");
    assert_refused_for(
        &position(),
        &[
            ("nobody is to move", &set("/turn", json!(null))),
            ("/phase", &set("/phase", json!("over"))),
            ("/phase", &set("/phase", json!("give"))),
            ("drew the last card", &|view| {
                view["round"] = json!(2);
                view["scores"] = json!([[0], [0], [0]]);
            }),
            ("unless the deck is empty", &set("/turn/drew", json!(false))),
        ],
    );
}

#[test]
fn cards_that_are_not_the_deck() {
    assert_refused_for(
        &in_the_middle(),
        &[
            ("exactly once", &set("/deck/cards/0", json!("QC"))),
            ("exactly once", &set("/deck/cards", json!(null))),
            ("must be named", &set("/places/1/hand/cards", json!(null))),
            ("/deck", &set("/deck/size", json!(0))),
            ("/places", &set("/places/0/hand/size", json!(u32::MAX))),
            ("every seat has its cards", &set("/places", json!([]))),
            ("is not a card", &set("/places/0/sequence/0", json!("1C"))),
            ("unknown field", &set("/surprise", json!(1))),
        ],
    );
}

#[test]
fn hands_that_hold_too_much_or_too_little() {
    assert_refused_for(
        &in_the_middle(),
        &[
            ("drew the last card", &|view| {
                move_card(view, "/deck/cards", 0, "/places/1/hand/cards");
            }),
            ("five cards and those drawn", &|view| {
                move_card(view, "/places/2/hand/cards", 0, "/places/1/hand/cards");
            }),
            ("when a hand is empty", &|view| {
                while view["places"][0]["hand"]["cards"] != json!([]) {
                    move_card(view, "/places/0/hand/cards", 0, "/places/1/hand/cards");
                }
            }),
        ],
    );
    let first_turn = Position {
        players: &[
            place("5S", "6S 7S +"),
            place("JS", "QC +"),
            place("4S", "+"),
        ],
        ..Position::default()
    };
    assert_refused_for(
        &first_turn.record(),
        &[("has not had a turn yet", &|view| {
            move_card(view, "/places/1/hand/cards", 0, "/places/1/sequence");
        })],
    );
}

#[test]
fn sequences_that_did_not_grow_rank_by_rank() {
    assert_refused_for(
        &in_the_middle(),
        &[
            ("missing in it", &|view| {
                view["places"][0]["sequence"]
                    .as_array_mut()
                    .unwrap()
                    .swap(1, 3);
            }),
            ("missing in it", &|view| {
                move_card(view, "/places/0/sequence", 2, "/places/0/hand/cards");
            }),
            ("joker only at an end", &|view| {
                view["places"][0]["sequence"][2] = json!("XX");
                swap_in_deck(view, "XX", "2D");
            }),
            ("every seat has a sequence", &|view| {
                move_card(view, "/places/1/sequence", 0, "/places/1/hand/cards");
            }),
        ],
    );
}

fn swap_in_deck(view: &mut Value, from: &str, to: &str) {
    let deck = view["deck"]["cards"].as_array_mut().unwrap();
    let index = deck.iter().position(|card| card == from).unwrap();
    deck[index] = json!(to);
}

#[test]
fn given_cards_that_nobody_could_have_given() {
    let given = |by: u8, from: &str| {
        let from = from.to_owned();
        move |view: &mut Value| {
            let card = view["places"][0]["sequence"]
                .as_array_mut()
                .unwrap()
                .remove(1);
            view["places"][2]["given"] = json!([{"card": card, "by": by, "from": from}]);
        }
    };
    assert_refused_for(
        &in_the_middle(),
        &[
            ("another player", &given(2, "sequence")),
            ("another player", &given(3, "sequence")),
            ("another player", &given(u8::MAX, "hand")),
            // What was laid for the JU would have to lie somewhere.
            ("in the sequences of others", &given(0, "sequence")),
            ("missing in it", &given(1, "sequence")),
            ("missing in it", &given(1, "hand")),
            ("unknown variant", &given(1, "deck")),
        ],
    );
}

#[test]
fn a_turn_that_was_played_otherwise() {
    let position = owing();
    assert_eq!(refusal(position.clone(), |_| {}, &[0]), "none");
    let laid = |onto: u8, end: &str, cards: u64| json!({"onto": onto, "end": end, "cards": cards});
    assert_refused_for(
        &position,
        &[
            ("what a JU brought", &set("/turn/owed", json!(2))),
            ("what a JU brought", &set("/turn/owed", json!(u64::MAX))),
            ("what a JU brought", &|view| {
                view["turn"]["owed"] = json!(0);
                view["phase"] = json!("play");
            }),
            (
                "in which none was played",
                &set("/turn/played", json!(false)),
            ),
            (
                "at the end where",
                &set("/turn/laid", json!([laid(2, "left", 4)])),
            ),
            (
                "at the end where",
                &set("/turn/laid", json!([laid(1, "right", 5)])),
            ),
            (
                "at the end where",
                &set("/turn/laid", json!([laid(1, "right", u64::MAX)])),
            ),
            (
                "at the end where",
                &set(
                    "/turn/laid",
                    json!([laid(1, "right", 4), laid(1, "left", u64::MAX)]),
                ),
            ),
            (
                "counted once",
                &set(
                    "/turn/laid",
                    json!([laid(1, "right", 2), laid(1, "right", 2)]),
                ),
            ),
            (
                "on another player",
                &set("/turn/laid", json!([laid(0, "right", 4)])),
            ),
            (
                "on another player",
                &set("/turn/laid", json!([laid(9, "right", 4)])),
            ),
            (
                "on another player",
                &set("/turn/laid", json!([laid(2, "right", 0)])),
            ),
            (
                "only while the deck is empty",
                &set("/turn/stuck", json!(1)),
            ),
        ],
    );
}

#[test]
fn scores_that_no_rounds_have() {
    let with_scores = |scores: Value| {
        move |view: &mut Value| {
            view["round"] = json!(4);
            view["scores"] = scores.clone();
        }
    };
    assert_refused_for(
        &in_the_middle(),
        &[
            ("no round has been dealt", &set("/round", json!(0))),
            ("a score for each round", &set("/round", json!(u32::MAX))),
            (
                "a score for each round",
                &with_scores(json!([[5, 5], [5, 5], [5, 5]])),
            ),
            ("its scores", &with_scores(json!([[5, 5, 5], [5, 5, 5]]))),
            (
                "multiple of five",
                &with_scores(json!([[5, 5, 5], [5, 5, 4], [5, 5, 5]])),
            ),
            (
                "multiple of five",
                &with_scores(json!([[5, 5, 5], [5, 5, -5], [5, 5, 5]])),
            ),
            (
                "multiple of five",
                &with_scores(json!([[i32::MAX, i32::MAX, 5], [5, 5, 5], [5, 5, 5]])),
            ),
            (
                "all cards are worth",
                &with_scores(json!([[200, 5, 5], [200, 5, 5], [5, 5, 5]])),
            ),
            (
                "reached the target",
                &with_scores(json!([[300, 200, 5], [5, 5, 5], [5, 5, 5]])),
            ),
            ("/totals", &set("/totals", json!([5, 0, 0]))),
            ("/first_seat", &set("/first_seat", json!(1))),
            ("/target", &set("/target", json!(501))),
        ],
    );
}

#[test]
fn a_pass_with_an_empty_deck_by_one_who_could_lay_a_card() {
    let stuck = |hand| {
        let mut position = Position {
            players: &[
                place("8S", "3C 4D"),
                place("JC", hand),
                place("AH", "5D 5H"),
            ],
            and_another: Some("3D"),
            deck: Deck::Empty,
            to_move: 2,
            ..Position::default()
        }
        .record();
        position["turn"]["stuck"] = json!(2);
        let view = AnyView::Ju(serde_json::from_value(position).unwrap());
        let options = AnyOptions::Ju(Options::default());
        Table::from_position(&options, 4, view, &[seat(2)])
    };
    assert!(stuck("4S").is_ok());
    let error = stuck("TD").unwrap_err().to_string();
    assert!(error.contains("who could have laid a card"), "{error}");
}

#[test]
fn a_gap_next_to_a_joker_can_be_of_any_length() {
    let position = |sequence: &'static str, given: &[&str]| {
        let given: Vec<_> = given
            .iter()
            .map(|name| (*name, 0, Source::Sequence))
            .collect();
        let players = [place(sequence, "KC"), place("JS", "+"), place("4S", "+")];
        let mut players = players.to_vec();
        players[1].given = &given;
        let record = Position {
            players: &players,
            and_another: Some("5C"),
            deck: Deck::Drawn(29, ""),
            ..Position::default()
        }
        .record();
        let view = AnyView::Ju(serde_json::from_value(record).unwrap());
        let options = AnyOptions::Ju(Options::default());
        Table::from_position(&options, 4, view, &[seat(0)]).map_err(|error| error.to_string())
    };
    for (sequence, given) in [
        ("XX 9D TC", &["8C", "7D"][..]),
        ("9D TC XX", &["JC", "QD"]),
        ("XX 9D JC", &["8C", "TD"]),
        ("XX 9D XX", &["8C", "TD"]),
        ("XX XX", &["8C", "9D", "TH"]),
        ("KD 2H", &["AD"]),
    ] {
        let made = position(sequence, given);
        assert!(made.is_ok(), "{sequence} without {given:?}: {made:?}");
    }
    for (sequence, given) in [
        ("XX 9D TC", &["7D"][..]),
        ("XX 9D TC", &["JC"]),
        ("XX 9D XX", &["8C", "6D"]),
        ("XX XX", &["8C", "TH"]),
        ("XX XX", &[]),
        ("KD 2H", &[]),
        ("KD AH", &["AD"]),
        ("9D", &["TD"]),
    ] {
        let error = position(sequence, given).unwrap_err();
        assert!(
            error.contains("missing in it"),
            "{sequence} without {given:?}: {error}"
        );
    }
}
