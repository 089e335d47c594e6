//! §7, the score of a round.

use cardpost::engine::ju::{Sequence, points};

use super::*;

/// What these cards score in front of a player.
fn face_up(names: &str) -> i32 {
    Sequence::new(cards(names)).points()
}

/// What a player scores with these cards when another empties their hand.
fn scored_with(up: &str, hand: &str) -> i32 {
    let mut table = Position {
        players: &[place("6D", "7D"), place(up, hand)],
        and_another: Some("4C"),
        deck: Deck::Drawn(16, ""),
        ..Position::default()
    }
    .table();
    scored(&play(&mut table, 0, &lay("7D", 0, End::Right))).1[1]
}

#[test]
fn an_ace_is_15_a_ten_and_the_court_are_10_and_all_others_are_5() {
    let each = |names: &str| cards(names).into_iter().map(points).collect::<Vec<_>>();
    assert_eq!(each("AC TD JH QS KC"), [15, 10, 10, 10, 10]);
    assert_eq!(each("2C 3D 4H 5S 6C 7D 8H 9S XX"), [5; 9]);
}

#[test]
fn ju_01_the_example_of_the_source_scores_35() {
    assert_eq!(face_up("8H 9S TD JD QD KC AC"), 35);
}

#[test]
fn ju_01_who_empties_their_hand_scores_what_lies_in_front_of_them() {
    let mut table = Position {
        players: &[place("8H 9S TD JD QD KC", "AC"), place("6S", "+")],
        and_another: Some("4C"),
        deck: Deck::Drawn(22, ""),
        ..Position::default()
    }
    .table();
    let events = play(&mut table, 0, &lay("AC", 0, End::Right));
    assert_eq!(scored(&events).0, Cause::HandEmptied);
    assert_eq!(scored(&events).1[0], 35);
}

#[test]
fn ju_02_a_suited_run_goes_round_the_ace() {
    assert_eq!(face_up("QS KS AS 2S"), 0);
    assert_eq!(face_up("QS KS AH 2S"), 40, "two of a suit are no run");
}

#[test]
fn ju_03_a_sequence_goes_round_the_ace() {
    assert_eq!(face_up("KD AC 2S 3H 4D"), 40);
    let mut table = Position {
        players: &[place("2S", "3H 4D AC KD+"), place("9C", "+")],
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &lay("3H 4D", 0, End::Right));
    play(&mut table, 0, &lay("AC KD", 0, End::Left));
    assert_eq!(sequence(&table, 0), cards("KD AC 2S 3H 4D"));
}

#[test]
fn ju_04_a_gap_breaks_a_suited_run() {
    assert_eq!(face_up("8H 9H TH JH"), 0);
    assert_eq!(face_up("8H TH JH"), 25);
}

#[test]
fn ju_05_what_is_left_of_a_run_is_free_if_it_is_long_enough() {
    assert_eq!(face_up("KS AD 2H 3H 4H"), 25);
    assert_eq!(face_up("KS 2H 3H 4H"), 10);
}

#[test]
fn ju_06_the_hand_counts_and_so_does_what_lies_face_up() {
    assert_eq!(scored_with("9C", "AH KH 3H"), 35);
}

#[test]
fn ju_07_a_suited_run_in_the_hand_still_counts() {
    assert_eq!(scored_with("9C", "QH KH AH"), 40);
}

#[test]
fn ju_08_a_joker_left_in_the_hand_counts_5() {
    assert_eq!(scored_with("9D", "AS KC 5H XX 2D"), 45);
}

#[test]
fn ju_09_a_blocking_joker_counts_5() {
    assert_eq!(face_up("8S 9D TC JH XX"), 35);
    assert_eq!(face_up("XX 9H TH JH XX"), 10, "and belongs to no run");
    assert_eq!(face_up("XX TH JH"), 25, "nor makes one longer");
}
