//! Options (§1), and moves of another shape.

use super::*;

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
