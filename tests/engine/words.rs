//! Grammar for the sentences that people read.

use cardpost::engine::words::{agree, count};

#[test]
fn one_is_singular_and_all_else_is_plural() {
    let cards = [0, 1, 2, 11, 21].map(|number: usize| count(number, "card"));
    assert_eq!(
        cards,
        ["0 cards", "1 card", "2 cards", "11 cards", "21 cards"]
    );
    let points = [-2, -1, 0, 1].map(|number: i32| count(number, "point"));
    assert_eq!(points, ["-2 points", "-1 point", "0 points", "1 point"]);
}

#[test]
fn a_number_that_is_too_large_to_tell_is_plural() {
    assert!(count(u64::MAX, "card").ends_with(" cards"));
}

#[test]
fn a_verb_agrees_with_its_number() {
    let verbs = [0, 1, 2].map(|number| agree(number, "is", "are"));
    assert_eq!(verbs, ["are", "is", "are"]);
}
