//! Playing records again.

use cardpost::engine::deck;
use serde_json::{Value, json};

use super::{Ran, run, run_with};

/// Two players turn up cards and take a turn each, from a deck in its fresh order.
fn record() -> Value {
    json!({
        "format": "cardpost-record/1", "kind": "golf", "rules": 1, "options": {"holes": 3},
        "seats": [{"name": "Ann", "bot": null}, {"name": "Ben", "bot": null}],
        "shuffles": [deck::fresh(1, 0)],
        "moves": [
            {"seat": 0, "move": {"type": "golf.turn_up", "slots": [0, 1]}},
            {"seat": 1, "move": {"type": "golf.turn_up", "slots": [4, 5]}},
            {"seat": 0, "move": {"type": "golf.draw"}},
        ],
    })
}

fn replayed(record: &Value, arguments: &[&str]) -> Ran {
    run_with(&record.to_string(), &[&["replay", "-"], arguments].concat())
}

#[test]
fn the_state_is_printed_as_the_record_sees_it() {
    let answer = replayed(&record(), &[]).json();
    assert_eq!(answer["status"], "playing");
    assert_eq!(answer["turn"], json!([0]));
    assert_eq!(answer["result"], Value::Null);
    assert_eq!(answer["state"]["kind"], "golf");
    assert_eq!(answer["state"]["drawn"], json!({"seat": 0, "card": "AD"}));
    assert_eq!(answer["state"]["hands"][0]["slots"][5], "JC");
    assert!(answer.get("legal_moves").is_none());
}

#[test]
fn a_seat_and_a_spectator_see_what_they_may() {
    let drawn = |arguments: &[&str]| {
        replayed(&record(), arguments).json()["state"]["drawn"]["card"].clone()
    };
    assert_eq!(drawn(&["--seat", "0"]), "AD");
    assert_eq!(drawn(&["--seat", "1"]), Value::Null);
    assert_eq!(drawn(&["--spectator"]), Value::Null);
    let state = &replayed(&record(), &["--seat", "1"]).json()["state"];
    assert_eq!(
        state["hands"][1]["slots"],
        json!([null, null, null, null, "TC", "QC"])
    );
    assert_eq!(state["stock"]["cards"], Value::Null);
    assert_eq!(replayed(&record(), &["--seat", "2"]).code, 2);
    assert_eq!(replayed(&record(), &["--seat", "0", "--spectator"]).code, 2);
}

#[test]
fn it_can_stop_after_some_moves() {
    let at = |moves: &str| replayed(&record(), &["--at", moves]).json();
    assert_eq!(at("0")["turn"], json!([0]));
    assert_eq!(at("0")["state"]["phase"], "turn_up");
    assert_eq!(at("1")["turn"], json!([1]));
    assert_eq!(at("2")["state"]["phase"], "draw");
    assert_eq!(at("3"), at("99"));
}

#[test]
fn the_legal_moves_of_the_one_to_move_can_be_added() {
    let answer = replayed(&record(), &["--legal"]).json();
    let moves = answer["legal_moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert!(moves.contains(&json!({"type": "golf.discard"})));
    assert_eq!(answer["open"], json!([]));
}

#[test]
fn an_illegal_move_is_named_with_its_number_rule_and_sentence() {
    let mut record = record();
    record["moves"][1]["move"]["slots"] = json!([4, 4]);
    let refused = replayed(&record, &[]);
    assert_eq!(refused.code, 1);
    for part in ["move 2", "two-different-slots", "both slots are the same"] {
        assert!(refused.err.contains(part), "{}", refused.err);
    }
    assert_eq!(refused.out, "");
    record["moves"][1] = record["moves"][0].clone();
    let out_of_turn = replayed(&record, &[]);
    assert_eq!(out_of_turn.code, 1);
    assert!(
        out_of_turn.err.contains("not-your-turn"),
        "{}",
        out_of_turn.err
    );
}

#[test]
fn a_malformed_file_is_named_with_the_place() {
    let mut record = record();
    record["moves"][2]["move"] = json!({"type": "golf.peek"});
    let refused = replayed(&record, &[]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("/moves/2/move"), "{}", refused.err);
    assert_eq!(run_with("", &["replay", "-"]).code, 2);
    let missing = run(&["replay", "/no/such/file.json"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("/no/such/file.json"),
        "{}",
        missing.err
    );
}

#[test]
fn a_game_can_start_in_the_middle() {
    let state = replayed(&record(), &[]).json()["state"].clone();
    let mut puzzle = record();
    puzzle["start"] = json!({"state": state, "turn": [0]});
    puzzle["shuffles"] = json!([]);
    puzzle["moves"] = json!([{"seat": 0, "move": {"type": "golf.place", "slot": 2}}]);
    let answer = replayed(&puzzle, &[]).json();
    assert_eq!(answer["turn"], json!([1]));
    assert_eq!(answer["state"]["hands"][0]["slots"][2], "AD");
    puzzle["start"]["state"]["drawn"]["card"] = json!("AC");
    let refused = replayed(&puzzle, &[]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("no game can be in this position"),
        "{}",
        refused.err
    );
    puzzle["start"] = json!({"state": state, "turn": []});
    assert!(replayed(&puzzle, &[]).err.contains("nobody is to move"));
}

#[test]
fn the_record_shows_which_cards_of_golf_lie_face_down() {
    let told = replayed(&record(), &["--text", "--at", "2"]).out;
    let table = told.rsplit("Hole 1 of 3").next().expect("a picture");
    for part in [
        "Ann    A♣    3♣   [5♣]   total 0",
        "      [7♣]  [9♣]  [J♣]\n",
        "      [8♣]  10♣    Q♣\n",
        "in brackets: face down",
    ] {
        assert!(table.contains(part), "{part:?} is missing:\n{table}");
    }
    // Players see no card that lies face down, so there is nothing to mark.
    let seen_by_ann = replayed(&record(), &["--text", "--at", "2", "--seat", "0"]).out;
    assert!(!seen_by_ann.contains('['), "{seen_by_ann}");
}

#[test]
fn the_text_tells_the_game_to_a_person() {
    let told = replayed(&record(), &["--text"]);
    assert_eq!(told.code, 0, "{}", told.err);
    for part in [
        "Hole 1 is dealt.",
        "Ann turns up A♣ in slot 0 and 3♣ in slot 1.",
        "Ann draws A♦ from the stock.",
        "Ann holds A♦",
        "Ann is to move.",
    ] {
        assert!(
            told.out.contains(part),
            "{part:?} is missing:\n{}",
            told.out
        );
    }
    let seen_by_ben = replayed(&record(), &["--text", "--seat", "1"]).out;
    assert!(
        seen_by_ben.contains("Ann draws a card from the stock."),
        "{seen_by_ben}"
    );
    assert!(!seen_by_ben.contains("A♦"), "{seen_by_ben}");
}
