//! §11, moves and events as they are sent.

use serde_json::json;

use super::*;

#[test]
fn moves_have_the_form_of_the_rules_page() {
    for (mv, form) in [
        (
            lay("QH KD", 1, End::Right),
            json!({"type": "ju.play", "cards": ["QH", "KD"], "onto": 1, "end": "right"}),
        ),
        (block(End::Left), json!({"type": "ju.block", "end": "left"})),
        (
            give("AS", 2),
            json!({"type": "ju.give", "card": "AS", "to": 2}),
        ),
        (pass(), json!({"type": "ju.pass"})),
    ] {
        assert_eq!(serde_json::to_value(&mv).unwrap(), form);
        assert_eq!(wire(&form), mv);
    }
}

#[test]
fn a_move_of_another_shape_is_not_read() {
    for mv in [
        json!({}),
        json!(null),
        json!("ju.pass"),
        json!({"type": "ju.draw"}),
        json!({"type": "ju.pass", "turn": 1}),
        json!({"type": "ju.block"}),
        json!({"type": "ju.block", "end": "top"}),
        json!({"type": "ju.block", "end": "left", "onto": 1}),
        json!({"type": "ju.play", "cards": "QH", "onto": 1, "end": "left"}),
        json!({"type": "ju.play", "cards": ["1H"], "onto": 1, "end": "left"}),
        json!({"type": "ju.play", "cards": [null], "onto": 1, "end": "left"}),
        json!({"type": "ju.play", "cards": ["QH"], "onto": -1, "end": "left"}),
        json!({"type": "ju.play", "cards": ["QH"], "onto": 1.5, "end": "left"}),
        json!({"type": "ju.give", "card": "AS"}),
        json!({"type": "ju.give", "card": ["AS"], "to": 1}),
    ] {
        assert!(Kind::Ju.parse_move(&mv).is_err(), "{mv}");
    }
}

#[test]
fn every_event_survives_its_own_serialization_and_can_be_told() {
    use cardpost::engine::rules::Names;
    let names = ["Ann", "Ben", "Cem", "Dee"].map(String::from);
    let mut table = Position {
        players: &[
            place("5S 6D 7C", "QC KD AH 2S 3D"),
            place("JS", "2C"),
            place("4S", "3C"),
        ],
        and_another: Some("8C"),
        deck: Deck::Drawn(13, ""),
        ..Position::default()
    }
    .table();
    let mut told = Vec::new();
    for mv in [lay("QC KD AH 2S 3D", 1, End::Right), give("6D", 2)] {
        for event in table.play(seat(0), &mv).unwrap() {
            let json = serde_json::to_value(&event).unwrap();
            assert_eq!(Kind::Ju.parse_event(&json).unwrap(), event);
            told.extend(event.tell(Names(&names)));
        }
    }
    assert_eq!(
        told[..4],
        [
            "Ann plays Q♣ K♦ A♥ 2♠ 3♦ at the right end of Ben.",
            "Ann makes an Advanced JU of 5 cards on Ben and owes 2 cards.",
            "Ann gives Cem 6♦ from the middle of their sequence.",
            "Ann has nothing left to give: 1 card owed lapses.",
        ]
    );
    assert!(
        told[4].starts_with("Ann has no card left. Round 1 is scored: Ann 10 (10 in all), Ben 60")
    );
    let picture = table.view(Viewer::Spectator).picture(Names(&names));
    assert!(picture.contains("given 6♦ by Ann"), "{picture}");
}
