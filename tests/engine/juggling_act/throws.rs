//! Throws (§4): what one is, and which beats which.

use cardpost::engine::{
    card::{Card, Rank, Suit},
    juggling_act::{Pattern, Throw},
    table::Table,
};
use proptest::prelude::*;

use super::position::{
    HIDDEN, Position, UP, cards, in_play, pass, piles, play, refused, rest_of_the_deck, rule, throw,
};

fn a_throw(names: &str) -> Throw {
    Throw::new(cards(names)).unwrap()
}

fn beats(mine: &str, theirs: &str) -> bool {
    a_throw(mine).beats(&a_throw(theirs))
}

fn is_a_throw(names: &str) -> bool {
    Throw::new(cards(names)).is_ok()
}

/// Two players: the second is to move, with these face-up cards and one more in the hidden hand, against a throw of
/// the first.
fn against(theirs: &str, mine: &str) -> Table {
    let named = [cards(theirs), cards(mine)];
    let rest = rest_of_the_deck(named.iter().map(Vec::as_slice));
    let (one, other) = (rest[0].to_string(), rest[1].to_string());
    Position {
        hands: &[[&one, ""], [&other, mine]],
        in_play: (0, theirs),
        to_move: 1,
        ..Position::default()
    }
    .table()
}

fn whole_hand(mine: &str) -> cardpost::engine::any::AnyMove {
    throw(UP, 0, u32::try_from(cards(mine).len()).unwrap())
}

/// Throws all of `mine`, and sees that it is legal exactly if it is said to be.
fn thrown_over(theirs: &str, mine: &str, legal: bool) {
    let mut table = against(theirs, mine);
    let mv = whole_hand(mine);
    if legal {
        play(&mut table, &mv);
        assert_eq!(in_play(&table), Some((1, cards(mine))));
        assert_eq!(piles(&table), [0, cards(theirs).len()]);
    } else {
        assert_eq!(rule(&table, &mv), "throw-must-beat");
    }
}

#[test]
fn ja_01_more_cards_beat_fewer() {
    let mut table = Position {
        hands: &[["2C", "3C"], ["JD", "2S 3H 4D KC"], ["5C", "6C"]],
        in_play: (0, "9C 9D"),
        to_move: 1,
        ..Position::default()
    }
    .table();
    play(&mut table, &throw(UP, 0, 3));
    assert_eq!(piles(&table), [0, 2, 0]);
    assert_eq!(super::position::hands(&table, 1), ["JD", "KC"].map(cards));
    assert_eq!(in_play(&table), Some((1, cards("2S 3H 4D"))));
    assert_eq!(table.to_move(), [super::position::seat(2)]);
}

#[test]
fn ja_02_at_the_same_length_a_set_beats_a_run() {
    thrown_over("KD AC", "2S 2H", true);
}

#[test]
fn ja_03_a_run_never_beats_a_set_of_the_same_length() {
    thrown_over("2S 2H", "KD AC", false);
    let (_, sentence) = refused(&against("2S 2H", "KD AC"), &whole_hand("KD AC"));
    assert_eq!(
        sentence,
        "K♦ A♣ doesn't beat 2♠ 2♥: at the same length a set beats a run."
    );
}

#[test]
fn ja_04_of_two_runs_the_highest_card_decides() {
    thrown_over("5D 6H 7S", "6C 7H 8D", true);
}

#[test]
fn ja_05_a_tie_does_not_beat_in_either_direction() {
    thrown_over("7C 6S 5H", "5D 6H 7S", false);
    thrown_over("5D 6H 7S", "7C 6S 5H", false);
    let (_, sentence) = refused(&against("KH", "KS"), &throw(UP, 0, 1));
    assert_eq!(
        sentence,
        "K♠ doesn't beat K♥: its highest card is as high, and a tie beats nothing."
    );
}

#[test]
fn ja_06_any_margin_will_do() {
    thrown_over("KH", "2C 3D 4H 5S 6C", true);
}

#[test]
fn ja_07_of_two_singles_the_higher_wins_and_the_ace_is_high() {
    thrown_over("KH", "AS", true);
    thrown_over("KH", "KS", false);
    thrown_over("AS", "2S", false);
    let (_, sentence) = refused(&against("AS", "2S"), &throw(UP, 0, 1));
    assert_eq!(sentence, "2♠ doesn't beat A♠: its highest card is lower.");
}

#[test]
fn ja_08_of_two_sets_length_comes_first_and_then_rank() {
    thrown_over("7D 7C", "7S 7H", false);
    thrown_over("7D 7C", "8S 8H", true);
    thrown_over("AC AD", "2S 2H 2D", true);
    let (_, sentence) = refused(&against("2S 2H 2D", "AC AD"), &whole_hand("AC AD"));
    assert_eq!(
        sentence,
        "A♣ A♦ doesn't beat 2♠ 2♥ 2♦: it has fewer cards, 2 to 3, and more cards beat fewer."
    );
}

#[test]
fn ja_09_queen_king_ace_is_a_run_in_both_directions() {
    thrown_over("JC QD KH", "QC KD AH", true);
    thrown_over("JC QD KH", "AH KD QC", true);
}

#[test]
fn ja_10_runs_neither_wrap_nor_begin_with_a_low_ace() {
    let table = Position {
        hands: &[["KC AD 2H 3S", ""], ["4C", "5C"]],
        ..Position::default()
    }
    .table();
    for (at, count) in [(0, 3), (1, 3), (1, 2), (0, 4)] {
        assert_eq!(rule(&table, &throw(HIDDEN, at, count)), "not-a-throw");
    }
    play(&mut table.clone(), &throw(HIDDEN, 0, 2));
}

#[test]
fn ja_11_cards_are_read_in_the_order_of_the_hand() {
    for hand in ["5C 7D 6H", "5C 6D 5H", "6C 6D 7H", "5C 7D"] {
        assert!(!is_a_throw(hand));
        let table = Position {
            hands: &[["AS", hand], ["4C", "3C"]],
            ..Position::default()
        }
        .table();
        assert_eq!(rule(&table, &whole_hand(hand)), "not-a-throw");
    }
    let error = Throw::new(cards("5C 7D")).unwrap_err().to_string();
    assert!(error.starts_with("5♣ 7♦ is no throw"), "{error}");
}

#[test]
fn nothing_and_jokers_are_no_throw() {
    assert!(!is_a_throw(""));
    assert!(!is_a_throw("XX"));
    assert!(!is_a_throw("5C XX"));
}

#[test]
fn ja_15_the_lowest_card_of_a_descending_run_is_its_right_end() {
    let mut table = Position {
        hands: &[["2C", "3C"], ["4C", "5C"], ["6C", "7C"]],
        in_play: (0, "7H 6S 5D"),
        to_move: 1,
        ..Position::default()
    }
    .table();
    play(&mut table, &pass());
    assert_eq!(in_play(&table), Some((0, cards("7H 6S"))));
    assert_eq!(piles(&table), [1, 0, 0]);
    assert_eq!(table.to_move(), [super::position::seat(2)]);
}

#[test]
fn of_a_set_the_leftmost_card_goes_first() {
    let (card, left) = a_throw("9S 9H 9D").lose_lowest();
    assert_eq!([card], cards("9S")[..]);
    assert_eq!(left, Some(a_throw("9H 9D")));
}

#[test]
fn a_throw_of_two_that_lost_one_is_a_single() {
    for names in ["7S 7D", "7S 8D", "8D 7S"] {
        let (_, left) = a_throw(names).lose_lowest();
        assert_eq!(left.unwrap().strength().pattern(), Pattern::Single);
    }
    assert_eq!(a_throw("7S").lose_lowest().1, None);
}

/// Any throw at all, whoever might hold it.
fn any_throw() -> impl Strategy<Value = Throw> {
    let suits = || prop::collection::vec(prop::sample::select(Suit::ALL.to_vec()), 13);
    // Heights from the Two to the Ace.
    let rank = |height: u8| Rank::from_number(if height == 14 { 1 } else { height }).unwrap();
    let set = (2_u8..=14, 1_usize..=4).prop_map(move |(height, length)| {
        Suit::ALL[..length]
            .iter()
            .map(|&suit| Card::new(rank(height), suit))
            .collect::<Vec<_>>()
    });
    let run = (2_u8..=14, 1_u8..=13, suits(), any::<bool>()).prop_map(
        move |(lowest, length, suits, falling)| {
            let highest = lowest.saturating_add(length - 1).min(14);
            let mut cards: Vec<Card> = (lowest..=highest)
                .zip(suits)
                .map(|(height, suit)| Card::new(rank(height), suit))
                .collect();
            if falling {
                cards.reverse();
            }
            cards
        },
    );
    prop_oneof![set, run].prop_map(|cards| Throw::new(cards).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn beating_is_a_strict_order(a in any_throw(), b in any_throw(), c in any_throw()) {
        prop_assert!(!a.beats(&a), "nothing beats itself");
        prop_assert!(!(a.beats(&b) && b.beats(&a)), "two throws don't beat each other");
        if a.beats(&b) && b.beats(&c) {
            prop_assert!(a.beats(&c));
        }
        // What ties with a throw beats the same others: no third throw can tell tied ones apart.
        if !a.beats(&b) && !b.beats(&a) {
            prop_assert_eq!(a.beats(&c), b.beats(&c));
            prop_assert_eq!(c.beats(&a), c.beats(&b));
        }
    }

    #[test]
    fn what_is_left_of_a_throw_is_a_throw_that_it_beats(whole in any_throw()) {
        let mut throw = whole.clone();
        let mut taken = 0;
        loop {
            let cards = throw.cards().to_vec();
            let (lowest, left) = throw.lose_lowest();
            taken += 1;
            prop_assert!(cards.contains(&lowest));
            let Some(left) = left else {
                break;
            };
            prop_assert!(whole.beats(&left));
            prop_assert_eq!(left.cards().len() + 1, cards.len());
            let rest: Vec<Card> = cards.into_iter().filter(|&card| card != lowest).collect();
            prop_assert_eq!(left.cards(), rest);
            throw = left;
        }
        prop_assert_eq!(taken, whole.cards().len());
    }

    #[test]
    fn every_part_of_neighbouring_cards_of_a_throw_is_a_throw(throw in any_throw()) {
        let cards = throw.cards();
        for from in 0..cards.len() {
            for to in from + 1..=cards.len() {
                prop_assert!(Throw::new(cards[from..to].to_vec()).is_ok());
            }
        }
    }
}

#[test]
fn the_ways_to_beat_hold_between_throws_alone() {
    assert!(beats("2S 3H 4D", "9C 9D"));
    assert!(beats("2S 2H", "KD AC") && !beats("KD AC", "2S 2H"));
    assert!(beats("6C 7H 8D", "5D 6H 7S"));
    assert!(beats("2C 3D 4H 5S 6C", "KH"));
}
