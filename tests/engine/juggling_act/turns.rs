//! Turns (§5): throwing, preparing, catching.

use cardpost::engine::{
    any::{AnyMove, Kind},
    juggling_act::{Event, Hand, Move},
    table::Table,
};
use serde_json::json;

use super::position::{
    HIDDEN, Position, UP, cards, catch, hands, in_play, pass, piles, play, prepare, refused, rule,
    seat, throw, wire,
};

#[test]
fn ja_12_the_cards_of_a_throw_are_neighbours_in_one_hand() {
    let table = Position {
        hands: &[["2C 5H", "6S 9C 7D"], ["3C", "4C"]],
        ..Position::default()
    }
    .table();
    // A throw names one hand and a range of it: cards of both, or with a gap, can't even be written down.
    assert_eq!(rule(&table, &throw(UP, 0, 3)), "not-a-throw");
    assert_eq!(rule(&table, &throw(HIDDEN, 1, 2)), "no-such-card");
    for mv in [
        json!({"type": "juggling.throw", "hand": ["hidden", "face_up"], "at": 1, "count": 2}),
        json!({"type": "juggling.throw", "hand": "both", "at": 1, "count": 2}),
        json!({"type": "juggling.throw", "hand": "face_up", "at": [0, 2], "count": 2}),
    ] {
        assert!(Kind::JugglingAct.parse_move(&mv).is_err(), "{mv}");
    }
}

#[test]
fn ja_13_the_gap_closes_when_cards_leave_a_hand() {
    let mut table = Position {
        hands: &[["2C 3C", "5H 9C 6S 2D"], ["3D", "4D"]],
        ..Position::default()
    }
    .table();
    assert_eq!(rule(&table, &throw(UP, 0, 2)), "not-a-throw");
    play(&mut table, &throw(UP, 1, 1));
    assert_eq!(hands(&table, 0), ["2C 3C", "5H 6S 2D"].map(cards));
    play(&mut table, &pass());
    assert_eq!(piles(&table), [1, 0]);
    assert_eq!(in_play(&table), None);
    play(&mut table, &throw(UP, 0, 2));
    assert_eq!(in_play(&table), Some((0, cards("5H 6S"))));
}

#[test]
fn ja_14_while_nothing_is_in_play_one_must_throw() {
    let table = Position {
        hands: &[["2C 3C", "5H 9C"], ["3D", "4D"]],
        ..Position::default()
    }
    .table();
    assert_eq!(rule(&table, &pass()), "must-throw");
    assert_eq!(rule(&table, &prepare((HIDDEN, 0), (UP, 0))), "must-throw");
    assert_eq!(rule(&table, &catch(&[("2C", UP, 0)])), "nothing-in-play");
    assert_eq!(rule(&table, &catch(&[])), "nothing-in-play");
    let legal = table.legal_moves(seat(0));
    let throws = [
        throw(HIDDEN, 0, 1),
        throw(HIDDEN, 0, 2),
        throw(HIDDEN, 1, 1),
        throw(UP, 0, 1),
        throw(UP, 1, 1),
    ];
    assert_eq!(legal.moves, throws);
    assert!(legal.open.is_empty());
}

#[test]
fn ja_16_what_is_left_is_what_must_be_beaten() {
    let table = Position {
        hands: &[["2C", "3C"], ["4C", "5C"], ["6C", "2S 2H"]],
        in_play: (0, "5H 6S 7D"),
        to_move: 2,
        ..Position::default()
    }
    .table();
    assert_eq!(rule(&table, &throw(UP, 0, 2)), "throw-must-beat");

    let mut table = Position {
        hands: &[["2C", "3C"], ["4C", "5C"], ["6C", "2S 2H"]],
        in_play: (0, "5H 6S 7D"),
        to_move: 1,
        ..Position::default()
    }
    .table();
    play(&mut table, &pass());
    assert_eq!(in_play(&table), Some((0, cards("6S 7D"))));
    play(&mut table, &throw(UP, 0, 2));
    assert_eq!(piles(&table), [1, 0, 2]);
}

#[test]
fn ja_17_a_pair_that_lost_a_card_is_a_single() {
    let mut table = Position {
        hands: &[["2C", "3C"], ["4C", "5C"], ["8C 7C", "6H"]],
        in_play: (0, "7S 7D"),
        to_move: 1,
        ..Position::default()
    }
    .table();
    play(&mut table, &pass());
    assert_eq!(in_play(&table), Some((0, cards("7D"))));
    assert_eq!(rule(&table, &throw(HIDDEN, 1, 1)), "throw-must-beat");
    play(&mut table, &throw(HIDDEN, 0, 1));
    assert_eq!(piles(&table), [1, 0, 1]);
}

#[test]
fn ja_18_after_the_last_card_is_taken_the_next_player_must_throw() {
    let mut table = Position {
        hands: &[["2C", "3C"], ["4C", "5C"], ["6C", "7C"]],
        in_play: (0, "4H"),
        to_move: 1,
        ..Position::default()
    }
    .table();
    let events = play(&mut table, &pass());
    assert_eq!(
        events,
        [
            Event::Prepared {
                seat: seat(1),
                card: None,
                from: None,
                to: None
            },
            Event::Taken {
                seat: seat(0),
                cards: cards("4H"),
                left: 0,
                score_pile: 1
            },
        ]
    );
    assert_eq!(in_play(&table), None);
    assert_eq!(table.to_move(), [seat(2)]);
    assert_eq!(rule(&table, &pass()), "must-throw");
}

/// JA-19 and JA-20: the owner's turn with a throw in play that has come back.
fn own_throw_is_back() -> Table {
    Position {
        hands: &[["2C 9S", "JD QD KD"], ["3C", "4C"]],
        piles: &["5H"],
        in_play: (0, "6S 7D"),
        ..Position::default()
    }
    .table()
}

#[test]
fn ja_19_ones_own_throw_can_be_beaten() {
    let mut table = own_throw_is_back();
    let events = play(&mut table, &throw(UP, 0, 3));
    assert_eq!(
        events,
        [
            Event::Thrown {
                seat: seat(0),
                hand: Hand::FaceUp,
                at: Some(0),
                cards: cards("JD QD KD")
            },
            Event::Taken {
                seat: seat(0),
                cards: cards("6S 7D"),
                left: 0,
                score_pile: 3
            },
        ]
    );
    assert_eq!(in_play(&table), Some((0, cards("JD QD KD"))));
}

#[test]
fn ja_20_the_owner_who_prepares_takes_the_lowest_card_too() {
    let mut table = own_throw_is_back();
    play(&mut table, &prepare((HIDDEN, 0), (UP, 3)));
    assert_eq!(piles(&table), [2, 0]);
    assert_eq!(in_play(&table), Some((0, cards("7D"))));
    assert_eq!(hands(&table, 0), ["9S", "JD QD KD 2C"].map(cards));
    assert_eq!(table.to_move(), [seat(1)]);
}

#[test]
fn ja_21_a_catch_can_be_split_over_both_hands() {
    let mut table = Position {
        hands: &[["9S", "JD KD"], ["2C", "3C"], ["4C", "5C"]],
        in_play: (0, "6S 7D"),
        ..Position::default()
    }
    .table();
    play(&mut table, &catch(&[("6S", HIDDEN, 0), ("7D", UP, 1)]));
    assert_eq!(hands(&table, 0), ["6S 9S", "JD 7D KD"].map(cards));
    assert_eq!(in_play(&table), None);
    assert_eq!(piles(&table), [0, 0, 0]);
    assert_eq!(table.to_move(), [seat(1)]);
    assert_eq!(rule(&table, &pass()), "must-throw");
}

#[test]
fn ja_22_only_the_owner_catches_and_only_the_whole_throw() {
    let at = |to_move| {
        Position {
            hands: &[["9S", "JD KD"], ["2C", "3C"], ["4C", "5C"]],
            in_play: (0, "6S 7D"),
            to_move,
            ..Position::default()
        }
        .table()
    };
    let whole = catch(&[("6S", HIDDEN, 0), ("7D", UP, 1)]);
    assert_eq!(rule(&at(1), &whole), "catch-not-yours");
    assert!(at(1).legal_moves(seat(1)).open.is_empty());
    let (rule_of, sentence) = refused(&at(0), &catch(&[("6S", HIDDEN, 0)]));
    assert_eq!(rule_of, "catch-all");
    assert_eq!(
        sentence,
        "A catch puts back every card of the throw, each once: 6♠ 7♦."
    );
    for places in [
        &[][..],
        &[("6S", HIDDEN, 0), ("6S", UP, 0)],
        &[("6S", HIDDEN, 0), ("9S", UP, 0)],
        &[("6S", HIDDEN, 0), ("7D", UP, 0), ("7D", UP, 0)],
    ] {
        assert_eq!(rule(&at(0), &catch(places)), "catch-all");
    }
}

#[test]
fn ja_23_between_two_players_one_prepare_brings_a_throw_back() {
    let mut table = Position {
        hands: &[["9S", "4D 5S 6C KD"], ["2C", "3C"]],
        ..Position::default()
    }
    .table();
    play(&mut table, &throw(UP, 0, 3));
    play(&mut table, &pass());
    let events = play(&mut table, &catch(&[("5S", UP, 1), ("6C", UP, 0)]));
    assert_eq!(piles(&table), [1, 0]);
    assert_eq!(hands(&table, 0), ["9S", "6C KD 5S"].map(cards));
    // The event tells where the cards are in the end, in the order of the throw.
    assert_eq!(
        serde_json::to_value(&events).unwrap(),
        json!([{"type": "juggling.caught", "seat": 0, "cards": [
            {"card": "5S", "hand": "face_up", "at": 2}, {"card": "6C", "hand": "face_up", "at": 0},
        ]}])
    );
    assert_eq!(table.to_move(), [seat(1)]);
    assert_eq!(rule(&table, &pass()), "must-throw");
}

#[test]
fn ja_24_the_owner_may_prepare_and_catch_a_lap_later() {
    let mut table = Position {
        hands: &[["9S", "4D 5S 6C 7H"], ["2C", "3C"]],
        ..Position::default()
    }
    .table();
    play(&mut table, &throw(UP, 0, 4));
    for _ in 0..3 {
        play(&mut table, &pass());
    }
    play(&mut table, &catch(&[("7H", HIDDEN, 1)]));
    assert_eq!(piles(&table), [3, 0]);
    assert_eq!(hands(&table, 0), ["9S 7H", ""].map(cards));
    assert_eq!(in_play(&table), None);
    assert_eq!(table.to_move(), [seat(1)]);
}

/// A throw of the other player in play, and these cards in the hands of the player to move.
fn preparing(hidden: &str, up: &str) -> Table {
    Position {
        hands: &[[hidden, up], ["TC", "TD"]],
        in_play: (1, "AS"),
        ..Position::default()
    }
    .table()
}

#[test]
fn ja_28_the_target_is_counted_after_the_card_is_lifted_out() {
    let mut table = preparing("2C 9H 4C 5C", "");
    play(&mut table, &prepare((HIDDEN, 0), (HIDDEN, 2)));
    assert_eq!(hands(&table, 0), ["9H 4C 2C 5C", ""].map(cards));

    let mut table = preparing("2C 9H 4C 5C", "");
    play(&mut table, &prepare((HIDDEN, 3), (HIDDEN, 1)));
    assert_eq!(hands(&table, 0), ["2C 5C 9H 4C", ""].map(cards));
}

#[test]
fn a_card_can_go_to_either_end_of_either_hand() {
    for (from, to, after) in [
        ((HIDDEN, 0), (HIDDEN, 1), ["9H 2C", "4C 5C"]),
        ((HIDDEN, 0), (UP, 0), ["9H", "2C 4C 5C"]),
        ((HIDDEN, 0), (UP, 2), ["9H", "4C 5C 2C"]),
        ((UP, 1), (HIDDEN, 0), ["5C 2C 9H", "4C"]),
        ((UP, 1), (HIDDEN, 2), ["2C 9H 5C", "4C"]),
        ((UP, 1), (UP, 0), ["2C 9H", "5C 4C"]),
    ] {
        let mut table = preparing("2C 9H", "4C 5C");
        play(&mut table, &prepare(from, to));
        assert_eq!(hands(&table, 0), after.map(cards), "{from:?} to {to:?}");
    }
}

#[test]
fn ja_29_a_card_is_not_moved_to_where_it_is() {
    let table = preparing("2C 9H", "4C");
    assert_eq!(
        rule(&table, &prepare((HIDDEN, 0), (HIDDEN, 0))),
        "prepare-other-place"
    );
    let mut passed = table.clone();
    play(&mut passed, &pass());
    assert_eq!(piles(&passed), [0, 1]);
    assert_eq!(in_play(&passed), None);
}

#[test]
fn a_prepare_that_names_no_place_of_the_hands_is_refused() {
    let table = preparing("2C 9H", "4C");
    for (from, to, slug) in [
        ((HIDDEN, 2), (UP, 0), "no-such-card"),
        ((UP, 1), (UP, 1), "no-such-card"),
        ((HIDDEN, u32::MAX), (HIDDEN, u32::MAX), "no-such-card"),
        // The card is lifted before the places are counted, so its own hand has one less.
        ((HIDDEN, 0), (HIDDEN, 2), "no-such-place"),
        ((HIDDEN, 0), (UP, 2), "no-such-place"),
        ((HIDDEN, 0), (UP, u32::MAX), "no-such-place"),
    ] {
        assert_eq!(rule(&table, &prepare(from, to)), slug, "{from:?} to {to:?}");
    }
    for half in ["from", "to"] {
        let mv = wire(&json!({"type": "juggling.prepare", half: {"hand": "hidden", "at": 0}}));
        assert_eq!(rule(&table, &mv), "prepare-from-and-to");
    }
}

#[test]
fn a_throw_that_names_no_cards_of_the_hands_is_refused() {
    let table = Position {
        hands: &[["2C 3C", "9H"], ["TC", "TD"]],
        ..Position::default()
    }
    .table();
    for (hand, at, count, slug) in [
        (HIDDEN, 0, 0, "not-a-throw"),
        (HIDDEN, 0, 3, "no-such-card"),
        (HIDDEN, 2, 1, "no-such-card"),
        (UP, 0, u32::MAX, "no-such-card"),
        (UP, u32::MAX, u32::MAX, "no-such-card"),
        (UP, u32::MAX, 0, "no-such-card"),
    ] {
        assert_eq!(
            rule(&table, &throw(hand, at, count)),
            slug,
            "{hand} {at} {count}"
        );
    }
    let (_, sentence) = refused(&table, &throw(HIDDEN, 0, 3));
    assert_eq!(
        sentence,
        "Your hidden hand has no card at 2: its cards are 0 to 1."
    );
    let (_, sentence) = refused(&table, &throw(UP, 1, 1));
    assert_eq!(
        sentence,
        "Your face-up hand has no card at 1, only one at 0."
    );
}

#[test]
fn every_way_to_move_one_card_is_listed() {
    let table = preparing("2C 9H 3D", "4C 5C");
    let moves = table.legal_moves(seat(0)).moves;
    let prepares = moves.iter().filter(|mv| {
        matches!(
            mv,
            AnyMove::JugglingAct(Move::Prepare {
                from: Some(_),
                to: Some(_)
            })
        )
    });
    // Within the hands 3 · 2 and 2 · 1, from one into the other 3 · 3 and 2 · 4.
    assert_eq!(prepares.count(), 6 + 2 + 9 + 8);
    assert!(moves.contains(&pass()));
    // Against an Ace none of these cards can be thrown but two together, and 4 5 is the only pair.
    let throws: Vec<_> = moves
        .iter()
        .filter(|mv| matches!(mv, AnyMove::JugglingAct(Move::Throw { .. })))
        .collect();
    assert_eq!(throws, [&throw(UP, 0, 2)]);
}

#[test]
fn moves_of_the_wrong_shape_are_not_read() {
    for mv in [
        json!({"type": "juggling.pass"}),
        json!({"type": "juggling.prepare", "from": 0, "to": 1}),
        json!({"type": "juggling.prepare", "card": "2C"}),
        json!({"type": "juggling.prepare", "from": {"hand": "top", "at": 0}, "to": {"hand": "hidden", "at": 1}}),
        json!({"type": "juggling.prepare", "from": {"hand": "hidden", "at": 0, "card": "2C"}, "to": null}),
        json!({"type": "juggling.throw", "hand": "hidden", "at": 0}),
        json!({"type": "juggling.throw", "hand": "hidden", "at": -1, "count": 1}),
        json!({"type": "juggling.catch", "places": [{"card": "6S", "hand": "hidden"}]}),
        json!({"type": "juggling.catch", "places": [{"card": "S6", "hand": "hidden", "at": 0}]}),
        json!({"type": "juggling.catch"}),
        json!({"type": "solo.prepare"}),
    ] {
        assert!(Kind::JugglingAct.parse_move(&mv).is_err(), "{mv}");
    }
}
