//! Cards, seats, decks, scores: what all games are written in.

use cardpost::engine::{
    any::Kind,
    card::Card,
    deck::{self, Pile},
    score::{Better, Outcome},
    seat::Seat,
};

#[test]
fn every_card_survives_its_name() {
    let mut deck = deck::fresh(1, 1);
    for card in &deck {
        assert_eq!(card.to_string().parse(), Ok(*card));
        assert_eq!(serde_json::to_value(card).unwrap(), card.to_string());
    }
    deck.sort();
    deck.dedup();
    assert_eq!(deck.len(), 53, "no two cards of a deck share a name");
}

#[test]
fn a_text_that_names_no_card_is_refused() {
    for text in ["", "T", "10D", "1D", "tD", "TX", "DT", "XXX", "🂡", "null"] {
        let error = text.parse::<Card>().unwrap_err();
        assert!(
            error.to_string().contains("is not a card"),
            "{text}: {error}"
        );
    }
}

#[test]
fn a_fresh_deck_goes_suit_by_suit_from_the_ace_with_its_jokers_last() {
    let names = |cards: Vec<Card>| {
        cards
            .iter()
            .map(Card::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        names(deck::fresh(2, 1)),
        format!("{0} {0}", names(deck::fresh(1, 1)))
    );
    assert_eq!(
        names(deck::fresh(1, 2)),
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD \
         AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS XX XX"
    );
}

#[test]
fn a_pile_is_read_top_first_and_drawn_from_the_top() {
    let cards = ["AC", "2C", "3C"].map(|name| name.parse::<Card>().unwrap());
    let mut pile = Pile::from_top(cards.to_vec());
    assert_eq!(pile.top(), Some(cards[0]));
    assert_eq!(pile.draw(), Some(cards[0]));
    assert_eq!(pile.top_first(), cards[1..]);
    assert_eq!(pile.bottom_first(), [cards[2], cards[1]]);
    assert_eq!(serde_json::to_value(&pile).unwrap(), "3C2C");
    assert_eq!(serde_json::from_str::<Pile>("\"3C2C\"").unwrap(), pile);
    assert!(
        serde_json::from_str::<Pile>("\"3C2\"").is_err(),
        "half a card"
    );
    assert!(serde_json::from_str::<Pile>("\"3C2Z\"").is_err(), "no card");
}

#[test]
fn the_left_of_the_last_seat_is_the_first() {
    assert_eq!(Seat::new(1).left(3), Seat::new(2));
    assert_eq!(Seat::new(2).left(3), Seat::FIRST);
    let round: Vec<Seat> = Seat::new(2).round_the_table(4).collect();
    assert_eq!(round, [2, 3, 0, 1].map(Seat::new));
}

#[test]
fn every_kind_survives_its_name() {
    for &kind in Kind::ALL {
        assert_eq!(kind.as_str().parse(), Ok(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
    }
    assert!("poker".parse::<Kind>().is_err());
}

fn rounds(totals: &[i32]) -> Vec<Vec<Option<i32>>> {
    totals.iter().map(|&total| vec![Some(total)]).collect()
}

#[test]
fn equal_totals_share_a_place_and_the_next_place_stays_empty() {
    let places = |better| Outcome::new(rounds(&[17, 17, 21, -3]), better, &[]).places;
    assert_eq!(places(Better::Lower), [2, 2, 4, 1]);
    assert_eq!(places(Better::Higher), [2, 2, 1, 4]);
}

#[test]
fn who_left_stands_behind_all_who_stayed_and_the_later_to_leave_stands_better() {
    let left = [Seat::new(1), Seat::new(0)];
    let outcome = Outcome::new(rounds(&[-50, -60, 5, 90]), Better::Lower, &left);
    assert_eq!(outcome.places, [3, 4, 1, 2]);
}

#[test]
fn a_seat_without_points_is_behind_those_with_points() {
    let outcome = Outcome::new(vec![vec![None], vec![Some(0)]], Better::Higher, &[]);
    assert_eq!(outcome.totals, [None, Some(0)]);
    assert_eq!(outcome.places, [2, 1]);
}
