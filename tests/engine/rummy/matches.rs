//! The end of a match (§7): RU-33 … RU-35.

use cardpost::engine::{
    any::{AnyMove, AnyOptions, Kind},
    rules::Turn,
    rummy::{Event, HandStatus},
};
use serde_json::json;

use super::table::{
    Held, Position, deals, declare, drop_out, holds, play, pool, record, seat, shuffle,
};

#[test]
fn ru_33_reaching_the_limit_of_a_pool_puts_a_player_out() {
    let clubs = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D";
    let counts_40 = "4H 5H 6H 4S 5S 6S 8H 8D 8S KD QC JH TD";
    let dropped = Held {
        status: "dropped",
        has_drawn: false,
        cards: "",
    };
    let mut table = Position {
        options: pool(101),
        hands: vec![dropped, holds(counts_40), holds(clubs)],
        to_move: 2,
        scores: vec![vec![41, 40], vec![60, 0], vec![0, 0]],
        ..Position::new("9D", &["", "", ""])
    }
    .table();
    let groups = "AC 2C 3C / 4C 5C 6C 7C 8C 9C TC JC QC KC";
    let events = play(&mut table, 2, &declare("2D", groups));
    let [
        _,
        Event::DealScored { scores, totals, .. },
        Event::WentOut { seat: out, total },
    ] = &events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!(*scores, [Some(20), Some(40), Some(0)]);
    assert_eq!(*totals, [101, 100, 0]);
    assert_eq!((*out, *total), (seat(0), 101));
    let Turn::Shuffle(cards) = table.turn() else {
        panic!("the match goes on");
    };
    assert_eq!(cards.len(), 53, "two players are left: one deck");
    shuffle(&mut table);
    let hands = record(&table).hands;
    let sizes: Vec<usize> = hands.iter().map(|hand| hand.size).collect();
    assert_eq!(sizes, [0, 13, 13]);
    assert_eq!(hands[0].status, HandStatus::Out);
}

#[test]
fn ru_34_the_last_one_left_in_a_pool_wins() {
    let fresh = Held {
        has_drawn: false,
        ..holds("")
    };
    let mut table = Position {
        options: pool(101),
        hands: vec![fresh, fresh],
        drawn: false,
        turned_up: true,
        scores: vec![vec![80, 15, 0, 0], vec![0, 0, 80, 17]],
        ..Position::new("9D", &["", ""])
    }
    .table();
    let events = play(&mut table, 0, &drop_out());
    assert!(events.contains(&Event::WentOut {
        seat: seat(0),
        total: 115
    }));
    assert_eq!(table.turn(), Turn::Over);
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.totals, [Some(115), Some(97)]);
    assert_eq!(outcome.places, [2, 1]);
    assert_eq!(outcome.rounds[0].len(), 5);
}

#[test]
fn the_rounds_of_a_seat_are_the_deals_that_it_was_dealt_into() {
    let out = Held {
        status: "out",
        has_drawn: false,
        cards: "",
    };
    let mut table = Position {
        options: pool(101),
        hands: vec![out, holds(""), holds("")],
        to_move: 1,
        scores: vec![vec![40, 80], vec![0, 20, 40], vec![20, 0, 0]],
        ..Position::new("9D", &["", "", ""])
    }
    .table();
    let events = play(&mut table, 1, &drop_out());
    let Event::DealScored { scores, .. } = &events[1] else {
        panic!("{events:?}");
    };
    assert_eq!(*scores, [None, Some(40), Some(0)]);
    let outcome = table.outcome();
    assert!(outcome.is_none(), "100 points are below the limit");
    assert_eq!(
        record(&table).scores,
        [vec![40, 80], vec![0, 20, 40, 40], vec![20, 0, 0, 0]]
    );
}

#[test]
fn ru_35_after_the_set_number_of_deals_equal_totals_share_the_win() {
    let mut table = Position {
        options: deals(3),
        hands: vec![holds(""), holds(""), holds("")],
        to_move: 0,
        drawn: false,
        scores: vec![vec![5, 0], vec![0, 5], vec![20, 40]],
        ..Position::new("9D", &["", "", ""])
    }
    .table();
    play(&mut table, 0, &drop_out());
    let events = play(&mut table, 1, &drop_out());
    let Event::DealScored { totals, .. } = &events[1] else {
        panic!("{events:?}");
    };
    assert_eq!(*totals, [45, 45, 60]);
    assert_eq!(table.turn(), Turn::Over);
    assert_eq!(table.outcome().unwrap().places, [1, 1, 3]);
}

#[test]
fn who_left_drops_at_every_turn_and_the_match_goes_on() {
    let mut table = super::table::dealt(deals(2), 3);
    table.resign(seat(0)).unwrap();
    let (who, mv) = table.stand_in().unwrap();
    assert_eq!(
        (who, &mv),
        (
            seat(0),
            &AnyMove::Rummy(cardpost::engine::rummy::Move::Drop {})
        )
    );
    play(&mut table, 0, &mv);
    assert!(table.stand_in().is_none());
    assert_eq!(table.to_move(), [seat(1)]);
}

#[test]
fn options_that_no_match_is_played_with_are_refused() {
    for (options, pointer) in [
        (
            json!({"match": {"type": "deals", "deals": 0}}),
            "/match/deals",
        ),
        (
            json!({"match": {"type": "deals", "deals": 21}}),
            "/match/deals",
        ),
        (
            json!({"match": {"type": "deals", "deals": -3}}),
            "/match/deals",
        ),
        (
            json!({"match": {"type": "pool", "limit": 100}}),
            "/match/limit",
        ),
    ] {
        let options = Kind::Rummy.parse_options(&options).unwrap();
        assert_eq!(options.check().unwrap_err().pointer, pointer);
    }
    for malformed in [
        json!({"match": "deals"}),
        json!({"match": {"type": "deals"}}),
        json!({"match": {"type": "pool", "limit": 101, "deals": 3}}),
        json!({"deals": 3}),
    ] {
        assert!(
            Kind::Rummy.parse_options(&malformed).is_err(),
            "{malformed}"
        );
    }
    let default = Kind::Rummy.parse_options(&json!({})).unwrap();
    assert_eq!(default, AnyOptions::Rummy(deals(3)));
    assert_eq!(
        serde_json::to_value(default).unwrap(),
        json!({"match": {"type": "deals", "deals": 3}, "jokers_in_sets": true})
    );
}
