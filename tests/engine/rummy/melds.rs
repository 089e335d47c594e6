//! Melds (§4): RU-01 … RU-10.

use cardpost::engine::{
    deck,
    rummy::{MeldKind, MeldRules, NotAMeld, Reading},
};
use proptest::prelude::*;

use super::table::{card, cards, names, rules};

fn read(indicator: &str, names: &str) -> Result<MeldKind, NotAMeld> {
    let reading = rules(indicator).read(&cards(names));
    reading.map(|reading| reading.kind)
}

const PURE: Result<MeldKind, NotAMeld> = Ok(MeldKind::PureSequence);
const IMPURE: Result<MeldKind, NotAMeld> = Ok(MeldKind::ImpureSequence);
const SET: Result<MeldKind, NotAMeld> = Ok(MeldKind::Set);

/// The card that each card stands for, in the order of the reading.
fn stands_for(reading: &Reading) -> String {
    let cards: Vec<_> = reading.cards.iter().map(|&(_, card)| card).collect();
    names(&cards)
}

#[test]
fn ru_01_a_wild_card_that_stands_for_itself_keeps_a_sequence_pure() {
    assert_eq!(read("KC", "5H 6H 7H"), PURE);
    assert_eq!(read("7C", "5H 6H 7H"), PURE);
}

#[test]
fn ru_02_a_joker_fills_a_gap() {
    let reading = rules("4C").read(&cards("9S XX JS")).unwrap();
    assert_eq!(reading.kind, MeldKind::ImpureSequence);
    assert_eq!(names(&reading.order()), "9S XX JS");
    assert_eq!(stands_for(&reading), "9S TS JS");
}

#[test]
fn ru_03_a_set_has_three_or_four_cards_of_different_suits() {
    assert_eq!(read("4C", "8C 8D 8S"), SET);
    assert_eq!(read("4C", "8C 8D 8S 8H"), SET);
    assert_eq!(read("4C", "8C 8C 8S"), Err(NotAMeld::SuitTwice));
    assert_eq!(read("4C", "8C 8D 8S 8H XX"), Err(NotAMeld::LargeSet));
}

#[test]
fn ru_04_jokers_fill_sets_if_the_game_lets_them() {
    let without = MeldRules {
        jokers_in_sets: false,
        ..rules("4C")
    };
    for set in ["8C 8D XX", "8C 8D 4H", "8C XX 4H"] {
        let cards = cards(set);
        let reading = rules("4C").read_as_set(&cards).unwrap();
        assert_eq!(reading.kind, MeldKind::Set, "{set}");
        assert_eq!(
            without.read_as_set(&cards),
            Err(NotAMeld::JokersInSet),
            "{set}"
        );
    }
    assert_eq!(without.read(&cards("8C 8D XX")), Err(NotAMeld::JokersInSet));
    // One card and two jokers are a sequence too.
    assert_eq!(read("4C", "8C XX 4H"), IMPURE);
    // Four wild cards that stand for themselves are no jokers.
    assert!(without.read_as_set(&cards("4C 4D 4H 4S")).is_ok());
}

#[test]
fn ru_05_the_ace_is_low_or_high_and_a_sequence_does_not_go_round_it() {
    assert_eq!(read("8C", "AS 2S 3S"), PURE);
    assert_eq!(read("8C", "QS KS AS"), PURE);
    for wrapping in ["KS AS 2S", "KS AS 2S 3S", "QS KS AS 2S"] {
        assert_eq!(read("8C", wrapping), Err(NotAMeld::Wraps), "{wrapping}");
    }
    assert_eq!(read("8C", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"), PURE);
    assert_eq!(
        read("8C", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
        Err(NotAMeld::LongSequence)
    );
}

#[test]
fn ru_06_a_joker_beside_the_ace() {
    assert_eq!(read("8C", "KS XX 2S"), Err(NotAMeld::Wraps));
    let joker_of = |names: &str| stands_for(&rules("8C").read(&cards(names)).unwrap());
    assert_eq!(joker_of("AS XX 3S"), "AS 2S 3S");
    assert_eq!(joker_of("KS AS XX"), "QS KS AS");
    assert_eq!(joker_of("AS 2S XX"), "AS 2S 3S");
}

#[test]
fn ru_07_a_wild_card_of_another_suit_is_a_joker() {
    let reading = rules("7C").read(&cards("5H 6H 7S")).unwrap();
    assert_eq!(reading.kind, MeldKind::ImpureSequence);
    assert_eq!(stands_for(&reading), "5H 6H 7H");
}

#[test]
fn ru_08_of_twin_wild_cards_one_stands_for_itself() {
    let twins = cards("7H 7H 7S");
    let reading = rules("7C").read_as_set(&twins).unwrap();
    assert_eq!(names(&reading.order()), "7H 7S 7H");
    assert_eq!(stands_for(&reading), "7H 7S 7C");
    assert_eq!(read("8C", "7H 7H 7S"), Err(NotAMeld::SuitTwice));
}

#[test]
fn ru_09_a_sequence_has_no_twins() {
    assert_eq!(read("8C", "5H 5H 6H"), Err(NotAMeld::RankTwice));
    assert_eq!(read("8C", "5H 6H 7H 7H"), Err(NotAMeld::RankTwice));
    // Unless one of them is wild: it is the joker at the other end.
    assert_eq!(read("7C", "5H 6H 7H 7H"), IMPURE);
}

#[test]
fn ru_10_a_printed_joker_as_the_indicator_makes_aces_wild() {
    assert_eq!(read("XX", "AS 2S 3S"), PURE);
    let reading = rules("XX").read(&cards("AS KD QD")).unwrap();
    assert_eq!(reading.kind, MeldKind::ImpureSequence);
    assert_eq!(stands_for(&reading), "QD KD AD");
    assert_eq!(rules("XX").wild.points(card("AH")), 0);
    assert_eq!(rules("4C").wild.points(card("AH")), 10);
}

#[test]
fn a_wild_card_is_tried_in_its_place_before_any_other() {
    let reading = rules("7C").read(&cards("8H 9H 7H")).unwrap();
    assert_eq!(reading.kind, MeldKind::PureSequence);
    // Here it can't be itself: the suit goes on at the other end.
    assert_eq!(read("7C", "7H 9H TH"), IMPURE);
    assert_eq!(read("2C", "2H KH QH"), IMPURE);
}

#[test]
fn at_least_one_card_of_a_meld_stands_for_itself() {
    assert_eq!(read("7C", "XX XX XX"), Err(NotAMeld::OnlyPrintedJokers));
    assert_eq!(read("7C", "7S XX XX"), IMPURE);
    assert!(rules("7C").read_as_set(&cards("7S XX XX")).is_ok());
    assert_eq!(read("7C", "7S 7S 7S 7S 7H XX"), IMPURE);
}

#[test]
fn cards_that_are_no_meld_are_refused_with_the_reason() {
    for (names, reason) in [
        ("", NotAMeld::TooFew),
        ("5H 6H", NotAMeld::TooFew),
        ("5H 6H 2C", NotAMeld::NothingInCommon),
        ("5H 6H 9H", NotAMeld::Gaps),
        ("5H 9H XX", NotAMeld::Gaps),
        ("8C 8D 8H 8S 8S", NotAMeld::LargeSet),
        ("8C 8C XX", NotAMeld::SuitTwice),
    ] {
        assert_eq!(read("3C", names), Err(reason), "{names}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reading_lays_out_exactly_the_cards_and_their_order_says_nothing(
        (indicator, jokers_in_sets, one, other) in (
            prop::sample::select(deck::fresh(1, 1)),
            any::<bool>(),
            prop::collection::vec(prop::sample::select(deck::fresh(2, 4)), 0..7),
        ).prop_flat_map(|(indicator, jokers_in_sets, cards)| (
            Just(indicator), Just(jokers_in_sets), Just(cards.clone()), Just(cards).prop_shuffle(),
        ))
    ) {
        let rules = MeldRules { jokers_in_sets, ..rules(&indicator.to_string()) };
        let reading = rules.read(&one);
        prop_assert_eq!(&reading, &rules.read(&other));
        if let Ok(reading) = reading {
            prop_assert!(deck::same_cards(&reading.order(), &one));
            for (card, stands_for) in reading.cards {
                prop_assert!(card == stands_for || rules.wild.makes_joker(card));
            }
        }
    }
}
