//! What a hand counts when someone else declares (§6): RU-17 … RU-26.

use cardpost::engine::rummy::{Event, LaidOut, MeldRules, Melding};

use super::table::{Position, cards, declare, groups, names, play, rules, seen_by};

/// The second player's hand as it is laid out when the first declares a suit of clubs, which are two pure sequences
/// whatever is wild.
#[track_caller]
fn laid_out(indicator: &str, hand: &str) -> LaidOut {
    let clubs = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC";
    let mut table = Position::new(indicator, &[clubs, hand, ""]).table();
    assert_eq!(
        seen_by(&table, 1).best.unwrap().points,
        count_of(indicator, hand),
        "the player knew it before",
    );
    let fourteenth = seen_by(&table, 0).hands[0].cards.as_ref().unwrap()[13].to_string();
    let groups = "AC 2C 3C / 4C 5C 6C 7C 8C 9C TC JC QC KC";
    let events = play(&mut table, 0, &declare(&fourteenth, groups));
    let Event::DealScored { hands, scores, .. } = &events[1] else {
        panic!("{events:?}");
    };
    let laid_out = hands[1].clone().unwrap();
    assert_eq!(scores[1], Some(laid_out.points));
    assert_eq!(
        seen_by(&table, 2).hands[1].laid_out,
        hands[1],
        "for all to see"
    );
    laid_out
}

fn count_of(indicator: &str, hand: &str) -> i32 {
    Melding::best(rules(indicator), &cards(hand)).points
}

#[track_caller]
fn points(indicator: &str, hand: &str) -> i32 {
    laid_out(indicator, hand).points
}

#[test]
fn ru_17_without_a_second_sequence_everything_counts_up_to_80() {
    assert_eq!(points("3C", "5H 6H 7H 8C 8D 8S KD QC 2H 4C TS JD 9C"), 80);
}

#[test]
fn ru_18_one_joker_gives_the_second_sequence() {
    let hand = laid_out("3C", "5H 6H 7H 8C 8D 8S KD QC XX 2H 4C TS JD");
    assert_eq!(hand.points, 26);
    assert_eq!(names(&hand.left), "4C QC 2H TS");
    let lying: Vec<_> = hand.groups.into_iter().map(|group| group.cards).collect();
    for group in groups("5H 6H 7H / JD XX KD / 8C 8D 8S") {
        assert!(lying.contains(&group), "{lying:?}");
    }
}

#[test]
fn ru_19_without_sequences_a_hand_below_the_cap_counts_what_it_counts() {
    assert_eq!(points("KH", "2S 4D 5C 7H 9S 2D 4H 6S 7C 3H 8D 5D 9H"), 71);
}

#[test]
fn ru_20_jokers_count_nothing_where_everything_counts() {
    assert_eq!(points("4H", "XX 4C 4D KS QD JH 9C 7D 2S 3H TS 8H AC"), 79);
}

#[test]
fn ru_21_a_run_of_six_is_two_sequences() {
    assert_eq!(points("AH", "3H 4H 5H 6H 7H 8H KS QD JC 9C 9S 2D 4D"), 54);
}

#[test]
fn ru_22_the_ace_goes_where_it_saves_most() {
    assert_eq!(points("4C", "QS KS AS 2S 3S 9D 9C 9H 5D 6D 7D TC JH"), 25);
}

#[test]
fn ru_23_twins_go_into_two_sequences() {
    assert_eq!(points("3H", "5H 6H 7H 7H 8H 9H KD KC KS 2C 4D QC JD"), 26);
}

#[test]
fn ru_24_a_pure_run_of_four_is_one_sequence() {
    assert_eq!(points("8H", "AS 2S 3S 4S KD KC KH QH QC QD 5C 7D 9H"), 80);
}

#[test]
fn ru_25_jokers_a_long_run_and_a_set_together() {
    let hand = laid_out("4H", "6D 7D 8D 9D TD JD 9C 9H 9S JC XX QH 4S");
    assert_eq!(hand.points, 10);
    assert_eq!(names(&hand.left), "QH");
}

#[test]
fn ru_26_three_sevens_want_two_melds() {
    assert_eq!(points("9H", "7H 7H 6H 6H 5H 5H 7S 7D 2C 3C KD AD QD"), 16);
}

#[test]
fn jokers_that_are_left_over_count_nothing() {
    let hand = laid_out("7D", "5H 6H 7H 8S 9S TS KD QD XX 7S 7D 7C 2H");
    assert_eq!(hand.points, 0);
}

#[test]
fn three_jokers_are_a_sequence_if_one_of_them_can_stand_for_itself() {
    let holds = |indicator, names| {
        let rules = MeldRules {
            jokers_in_sets: false,
            ..rules(indicator)
        };
        Melding::best(rules, &cards(names)).holds
    };
    assert!(holds("4S", "5H 6H 7H 8H 9C 9D 9S KC KD KH 4C 4D XX"));
    assert!(holds("8C", "5H 6H 7H 8C XX XX"));
    assert!(!holds("8C", "5H 6H 7H XX XX XX"));
    // The only wild card is needed for the pure sequence.
    assert!(!holds("7C", "5H 6H 7H XX XX XX"));
    assert!(holds("7C", "5H 6H 7H 7S XX XX"));
}
