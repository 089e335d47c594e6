//! Catches: lists that mean the same, and the schema of those that are legal (§9).

use cardpost::engine::{
    any::{AnyMove, Kind},
    card::Card,
    table::Table,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::position::{HIDDEN, Position, UP, catch, hands, play, refused, rule, seat};

/// A player whose own throw has come back, with two cards in the hidden hand and one face up.
fn own_throw(cards: &'static str) -> Position<'static> {
    Position {
        hands: &[["2C 9S", "JD"], ["3C", "4C"]],
        in_play: (0, cards),
        ..Position::default()
    }
}

#[test]
fn lists_that_put_cards_into_the_same_places_are_the_same_catch() {
    // 5H and 6H end up side by side, whichever is put back first.
    let first = catch(&[("5H", UP, 0), ("6H", UP, 1), ("7H", HIDDEN, 1)]);
    for places in [
        [("6H", UP, 0), ("5H", UP, 0), ("7H", HIDDEN, 1)],
        [("7H", HIDDEN, 1), ("5H", UP, 0), ("6H", UP, 1)],
        [("6H", UP, 0), ("7H", HIDDEN, 1), ("5H", UP, 0)],
    ] {
        assert_eq!(catch(&places), first);
    }
    for places in [
        [("6H", UP, 0), ("5H", UP, 1), ("7H", HIDDEN, 1)],
        [("5H", UP, 0), ("6H", UP, 1), ("7H", HIDDEN, 0)],
        [("5H", UP, 0), ("6H", HIDDEN, 1), ("7H", UP, 1)],
    ] {
        assert_ne!(catch(&places), first);
    }
    // It is recorded from left to right, the hidden hand first.
    assert_eq!(
        serde_json::to_value(&first).unwrap()["places"],
        json!([
            {"card": "7H", "hand": "hidden", "at": 1},
            {"card": "5H", "hand": "face_up", "at": 0},
            {"card": "6H", "hand": "face_up", "at": 1},
        ])
    );
}

#[test]
fn a_card_is_not_put_back_beyond_the_end_of_a_hand() {
    let table = own_throw("5H 6H").table();
    play(&mut table.clone(), &catch(&[("5H", UP, 1), ("6H", UP, 2)]));
    let (slug, sentence) = refused(&table, &catch(&[("5H", UP, 2), ("6H", UP, 0)]));
    assert_eq!(slug, "no-such-place");
    assert_eq!(
        sentence,
        "5♥ would lie beyond the end of your face-up hand."
    );
    for places in [
        [("5H", UP, 2), ("6H", UP, 1)],
        [("5H", HIDDEN, 3), ("6H", UP, 1)],
        [("5H", UP, u32::MAX), ("6H", UP, u32::MAX)],
        [("5H", HIDDEN, 51), ("6H", HIDDEN, 51)],
    ] {
        assert_eq!(rule(&table, &catch(&places)), "no-such-place");
    }
}

#[test]
fn a_catch_of_more_cards_than_a_deck_has_is_refused_like_any_other() {
    let table = own_throw("5H 6H").table();
    let many = vec![("5H", UP, 0); 5_000];
    assert_eq!(rule(&table, &catch(&many)), "catch-all");
}

/// A list of places for these cards as a client could send it: mostly legal ones, not always.
fn a_list(cards: Vec<Card>) -> impl Strategy<Value = Value> {
    let length = cards.len();
    let order = Just(cards).prop_shuffle();
    let places = prop::collection::vec((any::<bool>(), 0_u32..5), length);
    let spoiled = prop::option::weighted(0.1, any::<prop::sample::Index>());
    (order, places, spoiled).prop_map(|(mut cards, places, spoiled)| {
        if let Some(index) = spoiled {
            let other = cards[0];
            *index.get_mut(&mut cards) = other;
        }
        let place = |(card, (hidden, at)): (Card, (bool, u32))| json!({"card": card, "hand": if hidden { HIDDEN } else { UP }, "at": at});
        cards.into_iter().zip(places).map(place).collect()
    })
}

fn catching(list: &Value) -> Value {
    json!({"type": "juggling.catch", "places": list})
}

/// What the cards of the hands are after the catch, or `None` where it is refused.
fn caught(table: &Table, mv: &AnyMove) -> Option<[Vec<Card>; 2]> {
    let mut after = table.clone();
    after.play(seat(0), mv).ok()?;
    Some(hands(&after, 0))
}

/// Puts the cards back one after the other, exactly as the list says: what a catch must come to.
fn one_after_the_other(table: &Table, list: &Value) -> Option<[Vec<Card>; 2]> {
    let mut hands = hands(table, 0);
    for entry in list.as_array().unwrap() {
        let hand = &mut hands[usize::from(entry["hand"] == UP)];
        let at = usize::try_from(entry["at"].as_u64().unwrap()).unwrap();
        if at > hand.len() {
            return None;
        }
        hand.insert(at, entry["card"].as_str().unwrap().parse().unwrap());
    }
    Some(hands)
}

const THROW: &str = "5H 6H 7H 8H";

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_schema_of_catches_fits_exactly_those_that_are_legal(list in a_list(super::position::cards(THROW))) {
        let table = own_throw(THROW).table();
        let legal = table.legal_moves(seat(0));
        prop_assert_eq!(legal.open.len(), 1);
        let schema = jsonschema::validator_for(&legal.open[0]).unwrap();
        let sent = catching(&list);
        let mv = Kind::JugglingAct.parse_move(&sent).unwrap();
        let after = caught(&table, &mv);
        prop_assert_eq!(schema.is_valid(&sent), after.is_some(), "as sent: {}", sent);
        let recorded = serde_json::to_value(&mv).unwrap();
        prop_assert_eq!(schema.is_valid(&recorded), after.is_some(), "as recorded: {}", recorded);
        if after.is_some() {
            prop_assert_eq!(after, one_after_the_other(&table, &list));
        }
    }

    #[test]
    fn two_catches_are_equal_exactly_if_they_come_to_the_same_hands(
        one in a_list(super::position::cards("5H 6H 7H")),
        other in a_list(super::position::cards("5H 6H 7H")),
    ) {
        let table = own_throw("5H 6H 7H").table();
        let moves = [&one, &other].map(|list| Kind::JugglingAct.parse_move(&catching(list)).unwrap());
        let after = [0, 1].map(|i| caught(&table, &moves[i]));
        if let [Some(one), Some(other)] = after {
            prop_assert_eq!(moves[0] == moves[1], one == other);
        }
    }
}

#[test]
fn the_example_of_a_catch_is_legal_and_fits_the_schema() {
    let table = own_throw(THROW).table();
    let legal = table.legal_moves(seat(0));
    let schema = jsonschema::validator_for(&legal.open[0]).unwrap();
    let examples: Vec<_> = legal
        .moves
        .iter()
        .filter(|mv| serde_json::to_value(mv).unwrap()["type"] == "juggling.catch")
        .collect();
    assert_eq!(examples.len(), 1);
    assert!(schema.is_valid(&serde_json::to_value(examples[0]).unwrap()));
    play(&mut table.clone(), examples[0]);
}
