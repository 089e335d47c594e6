//! §5, the JU and what is owed for it.

use cardpost::engine::ju::Source;

use super::*;

fn three_players(own: Player<'static>, drawn: usize) -> Table {
    Position {
        players: &[own, place("JS", "+"), place("4S", "+")],
        deck: Deck::Drawn(drawn, ""),
        ..Position::default()
    }
    .table()
}

/// Few cards in the hands of three, because the fourth has most that were laid.
fn short_hands(own: Player<'static>) -> Table {
    Position {
        players: &[own, place("JS", "2C"), place("4S", "3C")],
        and_another: Some("8C"),
        deck: Deck::Drawn(13, ""),
        ..Position::default()
    }
    .table()
}

/// The JU of most vectors.
fn ju() -> AnyMove {
    lay("QC KD AH 2S", 1, End::Right)
}

#[test]
fn ju_13_with_one_card_face_up_the_hand_pays() {
    let mut table = three_players(place("5S", "QC KD AH 2S 9C 5D"), 1);
    let events = play(&mut table, 0, &ju());
    assert_eq!(
        events[1],
        Event::Made {
            seat: seat(0),
            onto: seat(1),
            end: End::Right,
            cards: 4,
            owed: 1
        }
    );
    for mv in [pass(), lay("5D", 2, End::Right), block(End::Left)] {
        assert_refused(&mut table, 0, &mv, "give-owed");
    }
    assert_refused(&mut table, 0, &give("5S", 2), "hand-only");
    assert_refused(&mut table, 0, &give("QC", 2), "not-in-hand");
    assert_refused(&mut table, 0, &give("9C", 0), "not-to-yourself");
    assert_refused(&mut table, 0, &give("9C", 3), "no-such-seat");
    assert_eq!(
        table.legal_moves(seat(0)).moves.len(),
        4,
        "two cards to two players"
    );
    let events = play(&mut table, 0, &give("9C", 2));
    assert_eq!(
        events,
        [Event::Given {
            seat: seat(0),
            to: seat(2),
            card: Some(card("9C")),
            from: Source::Hand
        }]
    );
    assert_eq!(hand(&table, 0), cards("5D"));
    assert_eq!(table.to_move(), [seat(0)], "the turn goes on");
    assert_legal(&table, 0, &lay("5D", 2, End::Right));
}

#[test]
fn ju_14_the_middle_is_all_but_the_two_ends() {
    let mut table = Position {
        players: &[
            place("KC AC 2D 3H 4D", "QC KD AH 2S 9C"),
            place("JS", "QD 5C+"),
            place("4S", "+"),
        ],
        deck: Deck::Drawn(10, ""),
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &ju());
    for not_middle in ["KC", "4D", "9C", "7H"] {
        assert_refused(&mut table, 0, &give(not_middle, 1), "middle-only");
    }
    assert_refused(&mut table, 0, &give("AC", 0), "not-to-yourself");
    for middle in ["AC", "2D", "3H"] {
        assert_legal(&table, 0, &give(middle, 1));
        assert_legal(&table, 0, &give(middle, 2));
    }
    play(&mut table, 0, &give("AC", 2));
    assert_eq!(sequence(&table, 0), cards("KC 2D 3H 4D"));
    play(&mut table, 0, &pass());
    play(&mut table, 1, &lay("QD", 0, End::Left));
    play(&mut table, 1, &lay("5C", 0, End::Right));
    assert_eq!(sequence(&table, 0), cards("QD KC 2D 3H 4D 5C"));
}

#[test]
fn ju_15_an_advanced_ju_of_six_cards_owes_three() {
    let own = place("7C 8C 9S TS JD QD", "QC KD AH 2S 3D 4H 9C 9D");
    let mut table = three_players(own, 22);
    let events = play(&mut table, 0, &lay("QC KD AH 2S 3D 4H", 1, End::Right));
    assert!(matches!(
        events[1],
        Event::Made {
            cards: 6,
            owed: 3,
            ..
        }
    ));
    play(&mut table, 0, &give("9S", 1));
    play(&mut table, 0, &give("TS", 2));
    assert_eq!(owed(&table), 1);
    assert_refused(&mut table, 0, &pass(), "give-owed");
    play(&mut table, 0, &give("JD", 2));
    assert_eq!(sequence(&table, 0), cards("7C 8C QD"));
    assert_legal(&table, 0, &pass());
}

#[test]
fn ju_15_card_by_card_each_from_the_fourth_on_owes_one() {
    let own = place("7C 8C 9S TS JD QD", "QC KD AH 2S 3D 4H 9C 9D");
    let mut table = three_players(own, 22);
    for name in ["QC", "KD", "AH"] {
        let events = play(&mut table, 0, &lay(name, 1, End::Right));
        assert_eq!(events.len(), 1, "no JU yet");
    }
    for (name, middle, count) in [("2S", "9S", 4), ("3D", "TS", 5), ("4H", "JD", 6)] {
        let events = play(&mut table, 0, &lay(name, 1, End::Right));
        assert!(matches!(events[1], Event::Made { cards, owed: 1, .. } if cards == count));
        assert_refused(&mut table, 0, &lay("9C", 1, End::Right), "give-owed");
        play(&mut table, 0, &give(middle, 2));
    }
    assert_eq!(sequence(&table, 0), cards("7C 8C QD"));
}

#[test]
fn ju_16_two_cards_on_each_end_are_no_ju() {
    let mut table = three_players(place("5S", "QC KD TH 9D 3C +"), 1);
    play(&mut table, 0, &lay("QC KD", 1, End::Right));
    let events = play(&mut table, 0, &lay("TH 9D", 1, End::Left));
    assert_eq!(events.len(), 1);
    assert_legal(&table, 0, &pass());
}

#[test]
fn ju_17_four_cards_on_oneself_are_no_ju() {
    let mut table = three_players(place("5S", "6C 7D 8H 9C 3C +"), 1);
    let events = play(&mut table, 0, &lay("6C 7D 8H 9C", 0, End::Right));
    assert_eq!(events.len(), 1);
    assert_legal(&table, 0, &pass());
}

#[test]
fn the_count_for_a_ju_begins_again_with_each_turn() {
    let mut table = three_players(place("5S", "QC KD AH 2S 9C 5D"), 1);
    play(&mut table, 0, &lay("QC KD AH", 1, End::Right));
    assert_eq!(record(&table).turn.unwrap().laid[0].cards, 3);
    for number in 0..3 {
        play(&mut table, number, &pass());
    }
    let events = play(&mut table, 0, &lay("2S", 1, End::Right));
    assert_eq!(events.len(), 1, "the fourth, but the first of this turn");
}

#[test]
fn two_jus_in_one_turn_are_counted_apart() {
    let own = place("9C TC JC QH KH AC 2D 3C", "QC KD AH 2S 5H 6H 7D 8H 9D KS");
    let mut table = three_players(own, 34);
    play(&mut table, 0, &ju());
    play(&mut table, 0, &give("TC", 1));
    let events = play(&mut table, 0, &lay("5H 6H 7D 8H 9D", 2, End::Right));
    assert!(matches!(
        events[1],
        Event::Made {
            cards: 5,
            owed: 2,
            ..
        }
    ));
}

#[test]
fn ju_18_with_nothing_left_to_give_nothing_is_owed() {
    let mut table = short_hands(place("5S", "QC KD AH 2S"));
    let events = play(&mut table, 0, &ju());
    assert_eq!(
        events[2],
        Event::Lapsed {
            seat: seat(0),
            owed: 1
        }
    );
    let (cause, scores) = scored(&events);
    assert_eq!(cause, Cause::HandEmptied);
    assert_eq!(scores[..3], [5, 55, 10]);
}

#[test]
fn ju_19_with_an_empty_hand_the_middle_is_still_given_first() {
    let mut table = short_hands(place("5S 6D 7C", "QC KD AH 2S"));
    let events = play(&mut table, 0, &ju());
    assert_eq!(events.len(), 2, "the round goes on: {events:?}");
    assert_refused(&mut table, 0, &pass(), "give-owed");
    let events = play(&mut table, 0, &give("6D", 2));
    assert_eq!(scored(&events).1[..3], [10, 55, 15]);
    assert_eq!(counts(&events)[2].given_cards, cards("6D"));
}

#[test]
fn with_an_empty_hand_the_middle_is_given_as_far_as_it_goes() {
    let mut table = short_hands(place("5S 6D 7C", "QC KD AH 2S 3D 4H"));
    play(&mut table, 0, &lay("QC KD AH 2S 3D 4H", 1, End::Right));
    assert_eq!(owed(&table), 3);
    let events = play(&mut table, 0, &give("6D", 2));
    assert_eq!(
        events[1],
        Event::Lapsed {
            seat: seat(0),
            owed: 2
        }
    );
    assert_eq!(scored(&events).0, Cause::HandEmptied);
}

#[test]
fn when_the_middle_is_used_up_the_hand_pays_the_rest() {
    let mut table = short_hands(place("5S 6D 7C", "QC KD AH 2S 3D 9C 9D"));
    play(&mut table, 0, &lay("QC KD AH 2S 3D", 1, End::Right));
    play(&mut table, 0, &give("6D", 2));
    assert_refused(&mut table, 0, &give("7C", 2), "hand-only");
    play(&mut table, 0, &give("9C", 2));
    assert_eq!(sequence(&table, 0), cards("5S 7C"));
    assert_eq!(hand(&table, 0), cards("9D"));
}

#[test]
fn ju_20_a_hand_emptied_by_a_give_ends_the_round() {
    let mut table = short_hands(place("5S 6D", "QC KD AH 2S 9C"));
    play(&mut table, 0, &ju());
    let events = play(&mut table, 0, &give("9C", 1));
    let (cause, scores) = scored(&events);
    assert_eq!(cause, Cause::HandEmptied);
    assert_eq!(scores[..3], [10, 60, 10]);
}

#[test]
fn a_joker_at_an_end_is_an_end_and_one_in_the_hand_can_be_given() {
    let mut table = three_players(place("XX 8S XX", "QC KD AH 2S 3D 9C"), 7);
    play(&mut table, 0, &ju());
    assert_refused(&mut table, 0, &give("XX", 1), "middle-only");
    play(&mut table, 0, &give("8S", 1));
    assert_eq!(sequence(&table, 0), cards("XX XX"));
    play(&mut table, 0, &lay("3D", 1, End::Right));
    assert_refused(&mut table, 0, &give("XX", 1), "hand-only");

    let mut table = three_players(place("5S", "QC KD AH 2S XX 9C"), 1);
    play(&mut table, 0, &ju());
    play(&mut table, 0, &give("XX", 1));
    let given = &record(&table).places[1].given;
    assert_eq!(given[0].card, Some(card("XX")));
}

#[test]
fn a_block_is_a_move_of_its_own_and_counts_for_no_ju() {
    let mut table = three_players(place("5S", "QC KD AH XX 9C 5D"), 1);
    play(&mut table, 0, &lay("QC KD AH", 1, End::Right));
    let events = play(&mut table, 0, &block(End::Left));
    assert_eq!(events.len(), 1);
    assert_legal(&table, 0, &pass());
}
