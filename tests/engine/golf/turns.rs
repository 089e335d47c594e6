//! Turns (§4).

use super::*;

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
