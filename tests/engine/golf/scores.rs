//! What six cards score (§5).

use super::*;

#[test]
fn go_01_the_example_of_the_source_scores_17() {
    assert_eq!(points("7S KD TH 7D 9C 2S"), 17);
}

#[test]
fn go_02_two_twos_in_a_column_score_nothing() {
    assert_eq!(points("2S 5D KH 2D 5C KC"), 0);
}

#[test]
fn go_03_twos_in_different_columns_keep_minus_two_each() {
    assert_eq!(points("2S 2D AC KH 9C 3D"), 9);
}

#[test]
fn go_04_a_row_makes_no_pair() {
    assert_eq!(points("7S 7D 4C 9C KH 4D"), 23);
}

#[test]
fn go_05_a_hole_can_score_below_zero() {
    assert_eq!(points("2S 2D 2C KS KD 2H"), -4);
}

#[test]
fn go_06_the_best_hole_of_twos_and_kings_scores_minus_six() {
    assert_eq!(points("2S 2D 2C KS KD KC"), -6);
}

#[test]
fn go_07_jack_queen_and_ten_are_equal_in_points_but_make_no_pair() {
    assert_eq!(points("JS QD TC QH TH JD"), 60);
}

#[test]
fn go_08_the_rank_makes_a_pair() {
    assert_eq!(points("AS JS KS AD JD QD"), 10);
}

#[test]
fn go_09_equal_cards_of_two_decks_make_a_pair() {
    assert_eq!(points("7H 9S 2C 7H 9S 2C"), 0);
}
