//! The time to find the best melding of a hand. Every request for a hand pays for it, so the worst hands count.
#![allow(
    missing_docs,
    clippy::expect_used,
    reason = "a bench is no library, and fails by panicking"
)]

use cardpost::engine::{
    card::Card,
    rummy::{MeldRules, Melding, Wild},
};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A hand, as the indicator and the cards.
struct Hand {
    name: &'static str,
    indicator: &'static str,
    cards: &'static str,
}

impl std::fmt::Display for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const HANDS: &[Hand] = &[
    Hand {
        name: "ordinary hand of two decks",
        indicator: "3C",
        cards: "5H 6H 7H 8C 8D 8S KD QC XX 2H 4C TS JD",
    },
    Hand {
        name: "ordinary hand of two decks after drawing",
        indicator: "3C",
        cards: "5H 6H 7H 8C 8D 8S KD QC XX 2H 4C TS JD 9D",
    },
    Hand {
        name: "nothing fits",
        indicator: "KC",
        cards: "2S 4D 5C 7H 9S 2D 4H 6S 7C 3H 8D 5D 9H",
    },
    Hand {
        name: "complete hand with two jokers",
        indicator: "4C",
        cards: "5H 6H 7H 9S XX JS 8C 8D 8S KC KD KH KS",
    },
    Hand {
        name: "thirteen jokers",
        indicator: "7C",
        cards: "XX XX XX 7C 7C 7D 7D 7D 7H 7H 7H 7S 7S",
    },
    Hand {
        name: "fourteen cards with seven jokers",
        indicator: "7C",
        cards: "XX XX XX 7D 7H 7S 7S 5H 6H 8H 9H 5S 6S 8S",
    },
    Hand {
        name: "fourteen cards of three ranks",
        indicator: "2C",
        cards: "7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S TH XX",
    },
    // The slowest that a search for slow hands has found, by climbing from some hundred random ones.
    Hand {
        name: "slowest known of thirteen cards",
        indicator: "4H",
        cards: "AC 4C 6C 6C 6C 7C 8C 9C TC JC QC KC 4D",
    },
    Hand {
        name: "slowest known of fourteen cards",
        indicator: "3H",
        cards: "AH 6H 7H 7H 7H 8H 9H TH JH QH KH 3S 9S XX",
    },
];

#[divan::bench(args = HANDS)]
fn best_melding(bencher: Bencher<'_, '_>, hand: &Hand) {
    let cards: Vec<Card> = hand
        .cards
        .split_whitespace()
        .map(|name| name.parse().expect("the name of a card"))
        .collect();
    let rules = MeldRules {
        wild: Wild::of_indicator(hand.indicator.parse().expect("the name of a card")),
        jokers_in_sets: true,
    };
    bencher.bench(|| Melding::best(black_box(rules), black_box(&cards)));
}
