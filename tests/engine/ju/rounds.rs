//! §2 and §8: the deal, rounds, the end of the game.

use cardpost::engine::{any::AnyOptions, deck, ju::Options, score::Outcome};

use super::*;

/// A deck in which each seat's hand and face-up card are dealt as named, from seat 0 on.
fn stacked(places: &[(&str, &str)]) -> Vec<Card> {
    let hands: Vec<Vec<Card>> = places.iter().map(|(hand, _)| cards(hand)).collect();
    let mut order: Vec<Card> = (0..5)
        .flat_map(|n| hands.iter().map(move |hand| hand[n]))
        .chain(places.iter().map(|(_, up)| card(up)))
        .collect();
    let mut rest = deck::fresh(1, 2);
    for used in &order {
        let index = rest.iter().position(|card| card == used).unwrap();
        rest.remove(index);
    }
    order.extend(rest);
    order
}

fn new_game(seats: u8) -> Table {
    Table::new(&AnyOptions::Ju(Options::default()), seats)
}

#[test]
fn ju_23_a_joker_dealt_face_up_ends_the_round_before_anyone_plays() {
    let mut table = new_game(3);
    let order = stacked(&[
        ("AC AD AH TC TD", "XX"),
        ("AS KC 5H XX 2D", "9D"),
        ("2C 3C 4C 5C KD", "QH"),
    ]);
    let events = of_ju(table.shuffled(order).unwrap());
    assert_eq!(events.len(), 2, "nobody draws: {events:?}");
    assert_eq!(scored(&events), (Cause::JokerDealt, vec![0, 45, 40]));
    assert_eq!(
        counts(&events)[0].hand,
        0,
        "a hand that doesn't count is not told"
    );
    assert!(is_between_rounds(&table));
    table.shuffled(deck::fresh(1, 2)).unwrap();
    assert_eq!(record(&table).round, 2);
    assert_eq!(table.to_move(), [seat(1)], "the deal moves left");
}

#[test]
fn ju_24_two_jokers_dealt_face_up_spare_two_players() {
    let mut table = new_game(4);
    let order = stacked(&[
        ("AC AD AH TC TD", "XX"),
        ("AS KC 5H 6H 2D", "9D"),
        ("TS TH JC JD JH", "XX"),
        ("2C 3C 4C 5C KD", "QH"),
    ]);
    let events = of_ju(table.shuffled(order).unwrap());
    assert_eq!(scored(&events), (Cause::JokerDealt, vec![0, 45, 0, 40]));
}

#[test]
fn ju_30_five_cards_to_each_hand_and_one_face_up() {
    for (seats, left) in [(2, 42), (3, 36), (4, 30), (5, 24), (6, 18), (7, 12), (8, 6)] {
        let mut table = new_game(seats);
        let events = of_ju(table.shuffled(deck::fresh(1, 2)).unwrap());
        let Event::Dealt { deck, .. } = &events[0] else {
            panic!("not dealt: {events:?}");
        };
        assert_eq!(*deck, left, "{seats} players");
        assert!(matches!(&events[1], Event::Drawn { deck, .. } if *deck == left - 1));
        assert_eq!(table.to_move(), [seat(0)]);
    }
    let players = Kind::Ju.about().players;
    assert!(!players.contains(&1) && !players.contains(&9));
}

#[test]
fn cards_are_dealt_one_at_a_time_from_the_first_seat() {
    let mut table = new_game(3);
    let order = deck::fresh(1, 2);
    table.shuffled(order.clone()).unwrap();
    let view = record(&table);
    for number in 0..3 {
        let dealt: Vec<Card> = (0..5).map(|n| order[3 * n + number]).collect();
        assert_eq!(hand(&table, number)[..5], dealt);
        assert_eq!(view.places[number].sequence, [order[15 + number]]);
    }
    assert_eq!(hand(&table, 0)[5], order[18], "the first turn's draw");
    assert_eq!(view.deck.cards.unwrap(), order[19..]);
}

#[test]
fn the_first_seat_moves_one_to_the_left_each_round() {
    let mut table = new_game(3);
    let joker_up = |first: usize| {
        let mut order = deck::fresh(1, 2);
        // The first joker of a fresh deck is card 52; the n-th seat from the first gets face-up card 15 + n.
        order.swap(52, 15 + (3 - first) % 3);
        order
    };
    for round in 0..4 {
        table.shuffled(joker_up(round % 3)).unwrap();
        assert_eq!(usize::from(record(&table).first_seat.number()), round % 3);
        assert_eq!(sequence(&table, 0), cards("XX"));
    }
}

/// Seat 0 ends the round with its last card: the three others score what they hold.
fn last_card(totals: &'static [i32], target: i64, third: &'static str) -> Table {
    Position {
        players: &[
            place("6S 7S", "8H"),
            place("TC", "AD TH 3C"),
            place(third, "2H"),
        ],
        and_another: Some("8C"),
        deck: Deck::Drawn(17, ""),
        totals,
        target,
        ..Position::default()
    }
    .table()
}

#[test]
fn ju_31_a_total_at_the_target_ends_the_game() {
    let mut table = last_card(&[480, 300, 490, 0], 500, "4S");
    let events = play(&mut table, 0, &lay("8H", 0, End::Right));
    assert_eq!(scored(&events).1[..3], [15, 40, 10]);
    assert_eq!(table.turn(), Turn::Over);
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.totals[..3], [Some(495), Some(340), Some(500)]);
    assert_eq!(outcome.places[..3], [3, 2, 4], "the lowest total is best");
}

#[test]
fn ju_31_below_the_target_another_round_is_played() {
    let mut table = last_card(&[480, 300, 490, 0], 501, "4S");
    play(&mut table, 0, &lay("8H", 0, End::Right));
    assert!(is_between_rounds(&table));
    assert_eq!(table.outcome(), None);
}

#[test]
fn ju_32_equal_lowest_totals_share_the_win() {
    let rounds = [500, 210, 210].map(|total| vec![Some(total)]);
    let outcome = Outcome::new(rounds.to_vec(), Kind::Ju.about().better, &[]);
    assert_eq!(outcome.places, [3, 1, 1]);
}

#[test]
fn the_target_is_50_to_2000() {
    let options = |json| Kind::Ju.parse_options(&json).unwrap();
    for target in [50, 500, 2000] {
        assert!(
            options(serde_json::json!({"target": target}))
                .check()
                .is_ok()
        );
    }
    for target in [-5, 0, 49, 2001, i64::MAX] {
        let error = options(serde_json::json!({"target": target}))
            .check()
            .unwrap_err();
        assert_eq!(error.pointer, "/target");
    }
    assert_eq!(
        options(serde_json::json!({})),
        options(serde_json::json!({"target": 500}))
    );
    assert!(
        Kind::Ju
            .parse_options(&serde_json::json!({"goal": 500}))
            .is_err()
    );
    assert!(
        Kind::Ju
            .parse_options(&serde_json::json!({"target": "500"}))
            .is_err()
    );
}
