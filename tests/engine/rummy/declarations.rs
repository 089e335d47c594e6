//! Declarations (§5): RU-11 … RU-16, and what a player is told before making one.

use cardpost::engine::{
    any::AnyMove,
    rummy::{Event, Fault, MeldKind, Move, Rummy, Verdict},
    table::Table,
};
use serde_json::json;

use super::table::{Position, card, declare, discard, listed, play, refused, seat, seen_by, wire};

const COMPLETE: &str = "5H 6H 7H 9S XX JS 8C 8D 8S KC KD KH KS 2C";
const COMPLETE_GROUPS: &str = "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KS";

/// Three players, wild fours, the first about to discard or declare from these cards.
fn about_to_declare(cards: &str) -> Table {
    Position::new("4C", &[cards, "", ""]).table()
}

/// What is wrong with the first player's declaration. After a wrong one the deal goes on without them.
#[track_caller]
fn fault(cards: &str, put_down: &str, groups: &str) -> Option<Fault> {
    let mut table = about_to_declare(cards);
    let events = play(&mut table, 0, &declare(put_down, groups));
    let Event::Declared { fault, .. } = &events[0] else {
        panic!("{events:?}");
    };
    if fault.is_some() {
        assert_eq!(events.len(), 1);
        assert_eq!(table.to_move(), [seat(1)]);
        let view = seen_by(&table, 1);
        assert_eq!(view.open.top, Some(card(put_down)), "like a discard");
        let laid_out = view.hands[0].laid_out.as_ref().unwrap();
        assert_eq!(laid_out.points, 80);
    }
    *fault
}

#[test]
fn ru_11_a_right_declaration_ends_the_deal_and_the_declarer_scores_nothing() {
    let mut table = about_to_declare(COMPLETE);
    let events = play(&mut table, 0, &declare("2C", COMPLETE_GROUPS));
    let [
        Event::Declared {
            fault: None,
            groups,
            ..
        },
        Event::DealScored { scores, hands, .. },
    ] = &events[..]
    else {
        panic!("{events:?}");
    };
    let kinds: Vec<Option<MeldKind>> = groups.iter().map(|group| group.kind).collect();
    assert_eq!(
        kinds,
        [
            Some(MeldKind::Set),
            Some(MeldKind::Set),
            Some(MeldKind::PureSequence),
            Some(MeldKind::ImpureSequence),
        ]
    );
    assert_eq!(scores[0], Some(0));
    for hand in [1, 2] {
        let counted = hands[hand].as_ref().unwrap().points;
        assert_eq!(scores[hand], Some(counted));
    }
}

#[test]
fn ru_12_without_a_pure_sequence_it_is_wrong() {
    assert_eq!(
        fault(
            "5H 6H XX 9S 4D JS 8C 8D 8S KC KD KH KS 2C",
            "2C",
            "5H 6H XX / 9S 4D JS / 8C 8D 8S / KC KD KH KS",
        ),
        Some(Fault::NoPureSequence)
    );
}

#[test]
fn ru_13_with_only_one_sequence_it_is_wrong() {
    assert_eq!(
        fault(
            "5H 6H 7H 2C 2D 2S 8C 8D 8S KC KD KH KS 3C",
            "3C",
            "5H 6H 7H / 2C 2D 2S / 8C 8D 8S / KC KD KH KS",
        ),
        Some(Fault::OneSequence)
    );
}

#[test]
fn ru_14_a_long_run_is_one_sequence_as_laid_out_and_two_if_laid_out_as_two() {
    let hearts = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH";
    let cards = format!("{hearts} 2C");
    assert_eq!(fault(&cards, "2C", hearts), Some(Fault::OneSequence));
    let two = "AH 2H 3H / 4H 5H 6H 7H 8H 9H TH JH QH KH";
    assert_eq!(fault(&cards, "2C", two), None, "4H stands for itself");
}

#[test]
fn ru_15_one_group_that_is_no_meld_spoils_it() {
    let mut table = about_to_declare("5H 6H 7H 8H 9H TH 8C 8D 8S KC KD KH 2C KS");
    let wrong = declare("KS", "5H 6H 7H / 8H 9H TH / 8C 8D 8S / KC KD KH 2C");
    let verdict = verdict(&table, &wrong).unwrap();
    assert!(!verdict.holds);
    assert!(
        verdict.reason.contains("is not a meld"),
        "{}",
        verdict.reason
    );
    let events = play(&mut table, 0, &wrong);
    let Event::Declared { fault, groups, .. } = &events[0] else {
        panic!("{events:?}");
    };
    assert_eq!(
        *fault,
        Some(Fault::NotAMeld),
        "although another layout would hold"
    );
    assert_eq!(
        groups.iter().filter(|group| group.kind.is_none()).count(),
        1
    );
}

#[test]
fn ru_16_what_is_no_layout_of_the_hand_is_refused_without_a_penalty() {
    let mut table = about_to_declare(COMPLETE);
    for (put_down, groups, rule) in [
        (
            "2C",
            "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH",
            "card-missing",
        ),
        (
            "2C",
            "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KS 2C",
            "card-laid-twice",
        ),
        (
            "2C",
            "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KH",
            "card-laid-twice",
        ),
        (
            "2C",
            "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH 4S",
            "card-not-held",
        ),
        (
            "3C",
            "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KS",
            "card-not-held",
        ),
        (
            "2C",
            "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KS /",
            "empty-group",
        ),
    ] {
        let mv = declare(put_down, groups);
        assert_eq!(refused(&mut table, 0, &mv), rule, "{groups}");
        assert_eq!(verdict(&table, &mv), None);
    }
    let mut before_drawing = Position {
        drawn: false,
        ..Position::new("4C", &["5H 6H 7H 9S XX JS 8C 8D 8S KC KD KH KS", "", ""])
    }
    .table();
    let mv = declare("2C", COMPLETE_GROUPS);
    assert_eq!(refused(&mut before_drawing, 0, &mv), "draw-first");
    assert_eq!(verdict(&before_drawing, &mv), None);
}

#[test]
fn a_long_list_of_cards_is_refused_and_not_counted_out() {
    let mut table = about_to_declare(COMPLETE);
    let groups = vec![vec!["KS"; 500]; 500];
    let mv = wire(&json!({"type": "rummy.declare", "discard": "2C", "groups": groups}));
    assert_eq!(refused(&mut table, 0, &mv), "card-laid-twice");
}

/// What the first player is told about a move without making it.
fn verdict(table: &Table, mv: &AnyMove) -> Option<Verdict> {
    let AnyMove::Rummy(mv) = mv else {
        panic!("{mv:?} is no move of Rummy");
    };
    let state = serde_json::to_value(table).unwrap()["state"].clone();
    let rummy: Rummy = serde_json::from_value(state).unwrap();
    rummy.would_hold(seat(0), mv)
}

#[test]
fn a_verdict_says_whether_a_declaration_would_hold_and_changes_nothing() {
    let table = about_to_declare(COMPLETE);
    let right = verdict(&table, &declare("2C", COMPLETE_GROUPS)).unwrap();
    assert!(right.holds, "{}", right.reason);
    let wrong = verdict(
        &table,
        &declare("9S", "5H 6H 7H XX / JS 2C / 8C 8D 8S / KC KD KH KS"),
    );
    let wrong = wrong.unwrap();
    assert_eq!(
        wrong.reason,
        "2♣ J♠ is not a meld: a meld has at least three cards."
    );
    assert_eq!(verdict(&table, &discard("2C")), None);
}

#[test]
fn equal_declarations_are_equal_whatever_their_order() {
    let one = wire(
        &json!({"type": "rummy.declare", "discard": "2C", "groups": [["5H", "6H"], ["XX", "9S"]]}),
    );
    let other = wire(
        &json!({"type": "rummy.declare", "discard": "2C", "groups": [["9S", "XX"], ["6H", "5H"]]}),
    );
    assert_eq!(one, other);
}

#[test]
fn a_declaration_that_holds_is_listed_whenever_some_discard_allows_one() {
    for (cards, holds) in [
        (COMPLETE, true),
        // No card is left over: one of a longer meld is discarded.
        ("5H 6H 7H 8H 9S TS JS 8C 8D 8S KC KD KH KS", true),
        // Ten jokers, and one sequence of natural cards.
        ("5H 6H 7H 4C 4D 4D 4H 4H 4S 4S XX XX 9D KC", true),
        ("5H 6H XX 9S 4D JS 8C 8D 8S KC KD KH KS 2C", false),
        ("2S 4D 5C 7H 9S 2D 4H 6S 7C 3H 8D 5D 9H TC", false),
    ] {
        let mut table = about_to_declare(cards);
        assert_eq!(seen_by(&table, 0).best.unwrap().holds, holds, "{cards}");
        let moves = listed(&table, 0);
        let declarations: Vec<&AnyMove> = moves
            .iter()
            .filter(|mv| matches!(mv, AnyMove::Rummy(Move::Declare { .. })))
            .collect();
        assert_eq!(declarations.len(), usize::from(holds), "{cards}");
        for mv in declarations {
            assert!(verdict(&table, mv).unwrap().holds);
            let events = play(&mut table, 0, mv);
            assert!(matches!(&events[1], Event::DealScored { .. }), "{events:?}");
        }
    }
}

#[test]
fn a_declaration_is_open_to_a_player_with_fourteen_cards_in_the_form_that_fits_their_hand() {
    let table = about_to_declare(COMPLETE);
    let legal = table.legal_moves(seat(0));
    let form = &legal.open[0];
    assert_eq!(form["properties"]["type"]["const"], "rummy.declare");
    let cards = form["properties"]["discard"]["enum"].as_array().unwrap();
    assert_eq!(cards.len(), 14, "each card of the hand once");
    let before_drawing = Position {
        drawn: false,
        ..Position::new("4C", &["", "", ""])
    };
    assert!(before_drawing.table().legal_moves(seat(0)).open.is_empty());
}
