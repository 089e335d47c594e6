//! The fewest points of a hand (§6.3), against a second search that knows nothing of the first.

use cardpost::engine::{
    card::{Card, Rank},
    deck,
    rummy::{Groups, MeldKind, MeldRules, Melding, Wild},
};
use proptest::{
    prelude::*,
    test_runner::{TestCaseResult, TestRunner},
};

use super::{slow::Slow, table::rules};

/// A hand and the rules for melds in it.
#[derive(Debug, Clone)]
struct Dealt {
    rules: MeldRules,
    hand: Vec<Card>,
}

/// Hands of these many cards from `decks` decks. Half of them are drawn from a few neighbouring ranks or suits, where
/// melds compete for cards, and half hold as many jokers as it comes.
fn hands(decks: usize, sizes: Vec<usize>) -> impl Strategy<Value = Dealt> {
    let deck = deck::fresh(decks, 1);
    (
        Just(deck.clone()).prop_shuffle(),
        prop::sample::select(deck),
        any::<bool>(),
        prop::sample::select(sizes),
        prop::option::of(0..=8_usize),
        prop::option::of((1..=13_u8, 3..=6_u8)),
        1..=4_usize,
    )
        .prop_map(
            |(deck, indicator, jokers_in_sets, size, jokers, ranks, suits)| {
                let rules = MeldRules {
                    wild: Wild::of_indicator(indicator),
                    jokers_in_sets,
                };
                let near = |card: &Card| {
                    let in_ranks = |rank: Rank| {
                        ranks.is_none_or(|(lowest, count)| {
                            (rank.number() + 13 - lowest) % 13 < count
                        })
                    };
                    let in_suits = card.suit().is_none_or(|suit| (suit as usize) < suits);
                    card.rank().is_none_or(in_ranks) && in_suits
                };
                let (held_jokers, naturals): (Vec<Card>, Vec<Card>) = deck
                    .into_iter()
                    .partition(|&card| rules.wild.makes_joker(card));
                let jokers = jokers.unwrap_or(size / 6);
                let mut hand: Vec<Card> = held_jokers.into_iter().take(jokers.min(size)).collect();
                hand.extend(naturals.into_iter().filter(near).take(size - hand.len()));
                Dealt { rules, hand }
            },
        )
}

fn the_searches_agree(dealt: &Dealt) -> TestCaseResult {
    let Dealt { rules, hand } = dealt;
    let best = Melding::best(*rules, hand);
    let slow = Slow::new(hand, *rules);
    prop_assert_eq!(best.points, slow.fewest_points());
    prop_assert_eq!(best.holds, slow.can_be_declared());
    it_is_what_it_says(dealt, &best)
}

/// Its melds are melds, no card is in two of them, and the left-over cards have the points that it says.
fn it_is_what_it_says(Dealt { rules, hand }: &Dealt, best: &Melding) -> TestCaseResult {
    let left = best.left(hand.len());
    for position in 0..hand.len() {
        let melds = best.melds.iter().filter(|meld| meld.contains(position));
        prop_assert_eq!(melds.count() + usize::from(left.contains(position)), 1);
    }
    let kinds: Result<Vec<MeldKind>, _> = best
        .melds
        .iter()
        .map(|meld| rules.read(&meld.of(hand)).map(|reading| reading.kind))
        .collect();
    let kinds = kinds.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let sequences = kinds.iter().filter(|kind| kind.is_sequence()).count();
    let both = sequences >= 2 && kinds.contains(&MeldKind::PureSequence);
    let counted = if both { left.of(hand) } else { hand.clone() };
    let mut points: Vec<i32> = counted
        .iter()
        .map(|&card| rules.wild.points(card))
        .collect();
    points.sort_unstable();
    if hand.len() == 14 {
        points.pop();
    }
    prop_assert_eq!(best.points, points.iter().sum::<i32>().min(80));
    prop_assert!(!best.holds || both && left.len() == hand.len().saturating_sub(13));
    Ok(())
}

/// Small hands for the many ways in which melds compete, whole ones for the rules about thirteen and fourteen cards.
fn compare(decks: usize) {
    for (cases, sizes) in [(1000, vec![6, 7, 8, 9, 10]), (150, vec![13, 14])] {
        let config = ProptestConfig {
            cases,
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        TestRunner::new(config)
            .run(&hands(decks, sizes), |dealt| the_searches_agree(&dealt))
            .unwrap();
    }
}

#[test]
fn the_best_melding_is_the_best_with_one_deck() {
    compare(1);
}

#[test]
fn the_best_melding_is_the_best_with_two_decks() {
    compare(2);
}

#[test]
fn the_best_melding_is_the_best_with_three_decks() {
    compare(3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_best_melding_follows_from_the_cards_and_not_from_their_order(
        (rules, one, other) in hands(2, vec![13, 14]).prop_flat_map(|Dealt { rules, hand }| {
            (Just(rules), Just(hand.clone()), Just(hand).prop_shuffle())
        })
    ) {
        let laid = |hand: &[Card]| {
            let best = Melding::best(rules, hand);
            let groups: Vec<Vec<Card>> = best.melds.iter().map(|meld| meld.of(hand)).collect();
            (Groups::from(groups), best.points, best.holds)
        };
        prop_assert_eq!(laid(&one), laid(&other));
    }
}

#[test]
fn more_cards_than_a_hand_has_are_left_over() {
    let best = Melding::best(rules("7C"), &deck::fresh(1, 1));
    assert!(best.melds.is_empty() && !best.holds);
}
