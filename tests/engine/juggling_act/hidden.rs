//! Who sees what (§7).

use cardpost::engine::{
    any::{AnyMove, Kind},
    card::Card,
    table::Table,
    viewer::Viewer,
};
use serde_json::{Value, json};

use super::position::{
    HIDDEN, Position, UP, cards, catch, entry, hands, pass, prepare, seat, seen_by, throw,
};

/// The first event of a move of seat 1 as seat 0 and a spectator see it; both see the same, and its owner and the record
/// see the whole of it.
fn as_others_see(table: &Table, mv: &AnyMove) -> Value {
    let mut table = table.clone();
    let events = table.play(seat(1), mv).unwrap();
    let seen = |viewer| entry(seat(1), mv, &events, viewer);
    for viewer in [Viewer::Seat(seat(1)), Viewer::Record] {
        assert_eq!(seen(viewer), json!({"move": mv, "events": events}));
    }
    assert_eq!(seen(Viewer::Spectator), seen(Viewer::Seat(seat(0))));
    let mut shown = seen(Viewer::Spectator);
    json!({"move": shown["move"].take(), "event": shown["events"][0].take()})
}

fn someone_prepares() -> Table {
    Position {
        hands: &[["2C", "3C"], ["9S 9H 4D", "JD QD"], ["4C", "5C"]],
        in_play: (0, "6S 7D"),
        to_move: 1,
        ..Position::default()
    }
    .table()
}

#[test]
fn ja_32_of_a_prepare_within_the_hidden_hand_others_learn_only_that_it_happened() {
    let table = someone_prepares();
    let seen = as_others_see(&table, &prepare((HIDDEN, 1), (HIDDEN, 0)));
    let nowhere = json!({"hand": "hidden", "at": null});
    assert_eq!(
        seen,
        json!({"move": null, "event": {
            "type": "juggling.prepared", "seat": 1, "card": null, "from": nowhere, "to": nowhere,
        }})
    );
    let mut after = table.clone();
    after
        .play(seat(1), &prepare((HIDDEN, 1), (HIDDEN, 0)))
        .unwrap();
    assert_eq!(hands(&after, 1)[0], cards("9H 9S 4D"));
    for viewer in [
        Viewer::Seat(seat(0)),
        Viewer::Seat(seat(2)),
        Viewer::Spectator,
    ] {
        assert_eq!(seen_by(&after, viewer).players[1].hidden, [None; 3]);
    }
    let own: Vec<Option<Card>> = cards("9H 9S 4D").into_iter().map(Some).collect();
    assert_eq!(
        seen_by(&after, Viewer::Seat(seat(1))).players[1].hidden,
        own
    );
}

#[test]
fn ja_32_of_a_card_that_goes_into_the_hidden_hand_others_see_where_it_left() {
    let seen = as_others_see(&someone_prepares(), &prepare((UP, 1), (HIDDEN, 2)));
    assert_eq!(
        seen,
        json!({"move": null, "event": {
            "type": "juggling.prepared", "seat": 1, "card": "QD",
            "from": {"hand": "face_up", "at": 1}, "to": {"hand": "hidden", "at": null},
        }})
    );
}

#[test]
fn ja_32_of_a_card_that_comes_out_of_the_hidden_hand_others_see_where_it_goes() {
    let seen = as_others_see(&someone_prepares(), &prepare((HIDDEN, 2), (UP, 0)));
    assert_eq!(
        seen,
        json!({"move": null, "event": {
            "type": "juggling.prepared", "seat": 1, "card": "4D",
            "from": {"hand": "hidden", "at": null}, "to": {"hand": "face_up", "at": 0},
        }})
    );
}

#[test]
fn a_prepare_within_the_face_up_hand_and_the_pass_button_are_seen_by_all() {
    let mv = prepare((UP, 1), (UP, 0));
    let seen = as_others_see(&someone_prepares(), &mv);
    assert_eq!(
        seen,
        json!({"move": mv, "event": {
            "type": "juggling.prepared", "seat": 1, "card": "QD",
            "from": {"hand": "face_up", "at": 1}, "to": {"hand": "face_up", "at": 0},
        }})
    );
    let seen = as_others_see(&someone_prepares(), &pass());
    assert_eq!(seen["move"], json!({"type": "juggling.prepare"}));
    assert_eq!(
        seen["event"],
        json!({"type": "juggling.prepared", "seat": 1, "card": null, "from": null, "to": null})
    );
}

#[test]
fn of_a_throw_from_the_hidden_hand_others_see_the_cards_but_not_their_place() {
    let table = Position {
        hands: &[["2C", "3C"], ["9S 4D 4H", "JD QD"]],
        in_play: (0, "6S"),
        to_move: 1,
        ..Position::default()
    }
    .table();
    let seen = as_others_see(&table, &throw(HIDDEN, 1, 2));
    assert_eq!(
        seen,
        json!({"move": null, "event": {
            "type": "juggling.thrown", "seat": 1, "hand": "hidden", "at": null, "cards": ["4D", "4H"],
        }})
    );
    let seen = as_others_see(&table, &throw(UP, 0, 2));
    assert_eq!(
        seen["move"],
        json!({"type": "juggling.throw", "hand": "face_up", "at": 0, "count": 2})
    );
    assert_eq!(seen["event"]["at"], 0);
}

#[test]
fn of_a_catch_others_see_which_card_goes_into_which_hand() {
    let table = Position {
        hands: &[["2C", "3C"], ["9S 4D", "JD QD"]],
        in_play: (1, "6S 7S 8S"),
        to_move: 1,
        ..Position::default()
    }
    .table();
    // The order of the event is that of the throw: the order of the list would tell how the hidden cards lie.
    let seen = as_others_see(
        &table,
        &catch(&[("8S", HIDDEN, 0), ("6S", HIDDEN, 2), ("7S", UP, 1)]),
    );
    assert_eq!(
        seen,
        json!({"move": null, "event": {"type": "juggling.caught", "seat": 1, "cards": [
            {"card": "6S", "hand": "hidden", "at": null},
            {"card": "7S", "hand": "face_up", "at": 1},
            {"card": "8S", "hand": "hidden", "at": null},
        ]}})
    );
    let mv = catch(&[("6S", UP, 0), ("7S", UP, 1), ("8S", UP, 4)]);
    assert_eq!(as_others_see(&table, &mv)["move"], json!(mv));
}

#[test]
fn a_deal_shows_each_player_their_own_hidden_hand_only() {
    let mut table = Table::new(&Kind::JugglingAct.default_options(), 2);
    let events = table.shuffled(cardpost::engine::deck::fresh(1, 0)).unwrap();
    for (viewer, seen) in [
        (Viewer::Seat(seat(0)), [true, false]),
        (Viewer::Seat(seat(1)), [false, true]),
        (Viewer::Spectator, [false, false]),
        (Viewer::Record, [true, true]),
    ] {
        let event = serde_json::to_value(events[0].shown_to(viewer)).unwrap();
        let view = seen_by(&table, viewer);
        for (seat, seen) in seen.into_iter().enumerate() {
            let hidden = event["hands"][seat]["hidden"].as_array().unwrap();
            assert_eq!(hidden.len(), 9);
            assert!(
                hidden.iter().all(|card| card.is_null() != seen),
                "{viewer:?} {seat}"
            );
            assert_eq!(json!(view.players[seat].hidden), json!(hidden));
            assert_eq!(
                json!(view.players[seat].face_up),
                event["hands"][seat]["face_up"]
            );
        }
    }
}
