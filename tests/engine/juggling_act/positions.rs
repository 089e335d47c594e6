//! Positions that no game could be in are refused, with a reason.

use cardpost::engine::{any::AnyView, table::Table};
use serde_json::{Value, json};

use super::position::{Position, seat};

fn position() -> Position<'static> {
    Position {
        hands: &[["2C 9S", "JD QD"], ["3C", "4C"], ["5C", "6C"]],
        piles: &["7C", "", "8C"],
        in_play: (0, "6S 7D"),
        to_move: 1,
        scores: &[&[4], &[-3], &[-2]],
    }
}

/// Reads the position after it was changed, and gives the reason why it can't be.
fn reason(change: impl FnOnce(&mut Value), to_move: &[u8]) -> String {
    let mut view = position().view();
    change(&mut view);
    let view: AnyView = serde_json::from_value(view).unwrap();
    let to_move: Vec<_> = to_move.iter().copied().map(seat).collect();
    let refusal = Table::from_position(&position().options(), 3, view, &to_move).unwrap_err();
    refusal.to_string()
}

#[test]
fn a_position_is_what_the_record_sees_of_it() {
    let table = position().table();
    let view = serde_json::to_value(table.view(cardpost::engine::viewer::Viewer::Record)).unwrap();
    assert_eq!(view, position().view());
}

#[test]
fn cards_that_are_missing_or_there_twice_are_refused() {
    let twice = "every card of the deck lies somewhere exactly once";
    assert!(reason(|view| view["players"][0]["hidden"][0] = json!("JD"), &[1]).contains(twice));
    assert!(reason(|view| view["players"][0]["hidden"][0] = json!("XX"), &[1]).contains(twice));
    assert!(reason(|view| view["in_play"] = json!(null), &[1]).contains(twice));
    let hidden = reason(|view| view["players"][0]["hidden"][0] = json!(null), &[1]);
    assert!(hidden.contains("hidden hands must be named"), "{hidden}");
    let face_down = reason(|view| view["out"]["cards"] = json!(null), &[1]);
    assert!(
        face_down.contains("face-down cards must be named"),
        "{face_down}"
    );
}

#[test]
fn a_throw_in_play_is_a_throw_of_somebody_there() {
    let none = reason(|view| view["in_play"]["cards"] = json!(["6S", "9D"]), &[1]);
    assert!(none.contains("6♠ 9♦ is no throw"), "{none}");
    let empty = reason(|view| view["in_play"]["cards"] = json!([]), &[1]);
    assert!(empty.contains("is no throw"), "{empty}");
    let nobody = reason(|view| view["in_play"]["owner"] = json!(3), &[1]);
    assert!(nobody.contains("a seat that isn't there"), "{nobody}");
}

#[test]
fn no_player_has_more_cards_than_they_were_dealt_or_none_at_all() {
    // Seat 0 holds 4 cards and has 2 in play: with 12 more it has one too many.
    let many = reason(
        |view| {
            let out = view["out"]["cards"].as_array_mut().unwrap();
            let taken: Vec<Value> = out.drain(..12).collect();
            view["out"]["size"] = json!(view["out"]["cards"].as_array().unwrap().len());
            view["players"][0]["face_up"]
                .as_array_mut()
                .unwrap()
                .extend(taken);
        },
        &[1],
    );
    assert!(
        many.contains("seat 0 has 16 cards in hand and 2 in play, but was dealt 17"),
        "{many}"
    );
    let none = reason(
        |view| {
            view["players"][2]["score_pile"] = json!({"size": 3, "cards": ["5C", "6C", "8C"]});
            view["players"][2]["hidden"] = json!([]);
            view["players"][2]["face_up"] = json!([]);
        },
        &[1],
    );
    assert!(none.contains("both hands of seat 2 are empty"), "{none}");
}

#[test]
fn the_round_and_the_scores_must_be_those_of_the_game() {
    for round in [0, 1, 3, 4, 255] {
        reason(|view| view["round"] = json!(round), &[1]);
    }
    let endless = reason(
        |view| view["scores"] = json!([[i32::MAX], [-3], [-2]]),
        &[1],
    );
    assert!(endless.contains("more than the cards allow"), "{endless}");
    reason(|view| view["scores"][0] = json!([]), &[1]);
    reason(|view| view["scores"] = json!([[4], [-3]]), &[1]);
    let nobody = reason(|view| view["scores"] = json!([[-1], [-3], [-2]]), &[1]);
    assert!(nobody.contains("someone emptied both hands"), "{nobody}");
}

#[test]
fn what_follows_from_the_rest_must_agree_with_it() {
    let total = reason(|view| view["totals"] = json!([5, -3, -2]), &[1]);
    assert!(total.contains("/totals would be [4,-3,-2]"), "{total}");
    reason(|view| view["rounds"] = json!(1), &[1]);
    reason(|view| view["first_seat"] = json!(0), &[1]);
    reason(|view| view["out"]["size"] = json!(0), &[1]);
}

#[test]
fn somebody_must_be_to_move() {
    reason(|_| (), &[]);
    reason(|_| (), &[0, 1]);
    reason(|_| (), &[3]);
    reason(|view| view["phase"] = json!("deal"), &[1]);
    reason(|view| view["phase"] = json!("over"), &[1]);
    reason(|view| view["set_aside"] = json!(["2C"]), &[1]);
    reason(|view| view["players"] = json!([]), &[1]);
}
