//! Going out, the last turns, the end of a hole and of a game (§4.5, §4.6, §5).

use super::*;

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
