//! Turns (§2, §3): RU-27 … RU-32, RU-36.

use cardpost::engine::{
    any::AnyMove,
    deck,
    rules::Turn,
    rummy::{Event, HandStatus, Source, VisiblePhase, Wild},
    table::{Refusal, Table},
};

use super::table::{
    Held, Position, card, deals, dealt, declare, discard, draw, drop_out, holds, listed, play,
    pool, record, refused, seat, seen_by, shuffle,
};

/// A turn that draws from the closed pile and discards what came.
#[track_caller]
fn pass(table: &mut Table, number: u8) {
    play(table, number, &draw(Source::Closed));
    let hand = seen_by(table, number).hands[usize::from(number)]
        .cards
        .clone();
    let drawn = hand.unwrap().pop().unwrap();
    play(table, number, &discard(&drawn.to_string()));
}

#[track_caller]
fn drops_for(table: &mut Table, number: u8) -> i32 {
    match play(table, number, &drop_out())[0] {
        Event::Dropped { points, .. } => points,
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn ru_27_dropping_costs_20_before_the_first_draw_and_40_after_it() {
    let mut first = dealt(deals(1), 3);
    assert_eq!(drops_for(&mut first, 0), 20);

    let mut second = dealt(deals(1), 3);
    for number in [0, 1, 2, 0] {
        pass(&mut second, number);
    }
    assert_eq!(drops_for(&mut second, 1), 40);

    let mut third = dealt(deals(1), 3);
    pass(&mut third, 0);
    pass(&mut third, 1);
    play(&mut third, 2, &draw(Source::Closed));
    assert_eq!(drops_for(&mut third, 2), 40);
    let dropped = &record(&third).hands[2];
    assert_eq!((dropped.size, dropped.status), (14, HandStatus::Dropped));
    assert_eq!(
        third.play(seat(1), &drop_out()),
        Err(Refusal::NotYourTurn(seat(1)))
    );
}

#[test]
fn ru_28_the_last_one_left_scores_nothing_even_without_a_turn() {
    let mut table = dealt(deals(1), 3);
    play(&mut table, 0, &drop_out());
    play(&mut table, 1, &draw(Source::Closed));
    let hand = seen_by(&table, 1).hands[1].cards.clone().unwrap();
    let AnyMove::Rummy(wrong) = declare(&hand[13].to_string(), &super::table::names(&hand[..13]))
    else {
        unreachable!("a declaration is a move of Rummy");
    };
    let events = play(&mut table, 1, &AnyMove::Rummy(wrong));
    let Event::DealScored { scores, hands, .. } = &events[1] else {
        panic!("{events:?}");
    };
    assert_eq!(*scores, [Some(20), Some(80), Some(0)]);
    assert_eq!(*hands, [None, None, None], "nobody lays out a hand");
    assert_eq!(table.outcome().unwrap().places, [2, 3, 1]);
}

/// The start of a deal with this card turned up.
fn turned_up(name: &str) -> Table {
    let fresh = Held {
        has_drawn: false,
        ..holds("")
    };
    Position {
        open: name,
        turned_up: true,
        drawn: false,
        hands: vec![fresh; 3],
        ..Position::new("7C", &["", "", ""])
    }
    .table()
}

#[test]
fn ru_29_the_joker_that_was_turned_up_may_be_taken_as_long_as_it_lies_on_top() {
    for joker in ["7D", "XX"] {
        let mut table = turned_up(joker);
        play(&mut table, 0, &draw(Source::Open));

        let mut table = turned_up(joker);
        play(&mut table, 0, &drop_out());
        play(&mut table, 1, &draw(Source::Open));

        let mut table = turned_up(joker);
        play(&mut table, 0, &draw(Source::Open));
        play(&mut table, 0, &discard(joker));
        assert_eq!(
            refused(&mut table, 1, &draw(Source::Open)),
            "joker-was-discarded"
        );
        assert_eq!(listed(&table, 1), [draw(Source::Closed), drop_out()]);
    }
}

#[test]
fn the_joker_that_was_turned_up_comes_back_to_the_top_when_the_card_on_it_is_taken() {
    let mut table = turned_up("7D");
    pass(&mut table, 0);
    play(&mut table, 1, &draw(Source::Open));
    play(&mut table, 1, &drop_out());
    assert_eq!(seen_by(&table, 2).open.top, Some(card("7D")));
    play(&mut table, 2, &draw(Source::Open));
}

#[test]
fn ru_30_a_joker_that_someone_discarded_cannot_be_taken() {
    for joker in ["7C", "XX"] {
        let mut table = Position::new("7D", &[joker, "", ""]).table();
        play(&mut table, 0, &discard(joker));
        assert_eq!(
            refused(&mut table, 1, &draw(Source::Open)),
            "joker-was-discarded"
        );
        play(&mut table, 1, &draw(Source::Closed));
    }
}

#[test]
fn ru_31_when_the_closed_pile_runs_out_the_open_pile_is_shuffled_but_for_its_top_card() {
    let mut table = Position {
        closed: "9H",
        rest_is_open: true,
        drawn: false,
        ..Position::new("7D", &["5C", ""])
    }
    .table();
    play(&mut table, 0, &draw(Source::Closed));
    let before = record(&table);
    assert_eq!(before.open.size, 25);
    play(&mut table, 0, &discard("5C"));
    let Turn::Shuffle(cards) = table.turn() else {
        panic!("nothing is to be shuffled");
    };
    assert_eq!(cards.len(), 25);
    let mut order = cards.clone();
    order.reverse();
    let events = table.shuffled(order).unwrap();
    assert_eq!(events.len(), 1);
    let after = record(&table);
    assert_eq!((after.open.size, after.open.top), (1, Some(card("5C"))));
    assert_eq!(after.closed.size, 25);
    assert_eq!(after.indicator, Some(card("7D")), "the indicator stays out");
    assert!(!after.open.turned_up);
    assert_eq!(table.to_move(), [seat(1)]);
}

#[test]
fn hands_that_are_out_of_play_stay_out_when_the_closed_pile_is_rebuilt() {
    let dropped = Held {
        status: "dropped",
        ..holds("2C 3D")
    };
    let wrong = Held {
        status: "declared_wrongly",
        ..holds("5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH 2D")
    };
    let mut table = Position {
        closed: "9H",
        rest_is_open: true,
        drawn: false,
        to_move: 2,
        hands: vec![dropped, wrong, holds("AS"), holds("")],
        ..Position::new("4C", &["", "", "", ""])
    }
    .table();
    play(&mut table, 2, &draw(Source::Closed));
    play(&mut table, 2, &discard("AS"));
    shuffle(&mut table);
    let after = record(&table);
    assert_eq!([0, 1].map(|hand| after.hands[hand].size), [13, 13]);
    // 106 cards: four hands, the indicator, the top of the open pile.
    assert_eq!(after.closed.size, 106 - 4 * 13 - 2);
}

#[test]
fn ru_32_pile_sizes() {
    for (seats, closed, all) in [
        (2, 25, 53),
        (3, 65, 106),
        (4, 52, 106),
        (5, 39, 106),
        (6, 26, 106),
        (7, 66, 159),
        (8, 53, 159),
    ] {
        let table = dealt(deals(1), seats);
        let view = record(&table);
        assert_eq!(
            (view.closed.size, view.open.size),
            (closed, 1),
            "{seats} players"
        );
        assert_eq!(closed + 2 + 13 * usize::from(seats), all);
    }
}

#[test]
fn cards_are_dealt_one_at_a_time_and_the_bottom_card_is_the_indicator() {
    let view = record(&dealt(deals(1), 2));
    let fresh = deck::fresh(1, 1);
    let hand = |number: usize| view.hands[number].cards.clone().unwrap();
    assert_eq!(hand(0)[..3], [fresh[0], fresh[2], fresh[4]]);
    assert_eq!(hand(1)[..3], [fresh[1], fresh[3], fresh[5]]);
    assert_eq!(
        view.indicator,
        Some(card("XX")),
        "the bottom card of a fresh deck"
    );
    assert_eq!(view.wild, Some(Wild::of_indicator(card("AS"))));
    assert_eq!(view.open.top, Some(fresh[26]));
    assert_eq!(view.closed.cards.unwrap()[0], fresh[27]);
}

#[test]
fn the_card_that_was_taken_may_be_discarded_again() {
    let mut table = dealt(deals(1), 3);
    let top = seen_by(&table, 0).open.top.unwrap().to_string();
    play(&mut table, 0, &draw(Source::Open));
    play(&mut table, 0, &discard(&top));
    assert_eq!(seen_by(&table, 1).open.top, Some(card(&top)));
}

#[test]
fn a_player_who_takes_the_only_open_card_and_drops_leaves_an_empty_pile() {
    let mut table = dealt(deals(1), 3);
    play(&mut table, 0, &draw(Source::Open));
    play(&mut table, 0, &drop_out());
    let view = record(&table);
    assert_eq!((view.open.size, view.open.turned_up), (0, false));
    assert_eq!(
        refused(&mut table, 1, &draw(Source::Open)),
        "open-pile-empty"
    );
    assert_eq!(listed(&table, 1), [draw(Source::Closed), drop_out()]);
    pass(&mut table, 1);
    assert_eq!(seen_by(&table, 2).open.size, 1);
}

#[test]
fn moves_out_of_order_are_refused() {
    let mut table = dealt(deals(1), 2);
    assert_eq!(refused(&mut table, 0, &discard("AC")), "draw-first");
    play(&mut table, 0, &draw(Source::Closed));
    assert_eq!(
        refused(&mut table, 0, &draw(Source::Closed)),
        "already-drawn"
    );
    assert_eq!(refused(&mut table, 0, &draw(Source::Open)), "already-drawn");
    assert_eq!(refused(&mut table, 0, &discard("2C")), "card-not-held");
    assert_eq!(seen_by(&table, 0).phase, VisiblePhase::Discard);
}

#[test]
fn equal_cards_are_discarded_by_one_move() {
    let table = Position::new("9C", &["7H 7H 6S", "", ""]).table();
    let moves = listed(&table, 0);
    assert_eq!(moves.iter().filter(|mv| **mv == discard("7H")).count(), 1);
}

#[test]
fn ru_36_the_deal_moves_left_and_turns_skip_those_who_are_out_of_the_deal() {
    let dropped = Held {
        status: "dropped",
        ..holds("")
    };
    let mut table = Position {
        options: deals(5),
        hands: vec![dropped, holds(""), holds(""), holds(""), dropped],
        to_move: 3,
        scores: vec![
            vec![20, 40, 20],
            vec![0; 3],
            vec![20; 3],
            vec![40; 3],
            vec![20; 3],
        ],
        ..Position::new("7D", &["", "", "", "", ""])
    }
    .table();
    let view = record(&table);
    assert_eq!((view.dealer, view.first_seat), (seat(2), seat(3)));
    let own = seen_by(&table, 3).hands[3].cards.clone().unwrap();
    play(&mut table, 3, &discard(&own[0].to_string()));
    assert_eq!(
        table.to_move(),
        [seat(1)],
        "past seats 4 and 0, who dropped"
    );
    play(&mut table, 1, &drop_out());
    play(&mut table, 2, &drop_out());
    let events = shuffle(&mut table);
    let Event::Dealt {
        dealer, first_seat, ..
    } = &events[0]
    else {
        panic!("{events:?}");
    };
    assert_eq!((*dealer, *first_seat), (seat(3), seat(4)));
    assert_eq!(table.to_move(), [seat(4)]);
}

#[test]
fn the_first_seat_and_the_dealer_skip_those_who_are_out_of_the_pool() {
    let out = Held {
        status: "out",
        has_drawn: false,
        cards: "",
    };
    // Four players, of whom seat 1 went out in the second deal, which seat 1 began.
    let mut table = Position {
        options: pool(101),
        hands: vec![holds(""), out, holds(""), holds("")],
        to_move: 2,
        scores: vec![vec![20, 0], vec![80, 40], vec![0, 20], vec![20, 20]],
        ..Position::new("7D", &["", "", "", ""])
    }
    .table();
    let view = record(&table);
    assert_eq!((view.first_seat, view.dealer), (seat(2), seat(0)));
    play(&mut table, 2, &drop_out());
    assert_eq!(table.to_move(), [seat(3)]);
    play(&mut table, 3, &drop_out());
    shuffle(&mut table);
    let view = record(&table);
    assert_eq!((view.first_seat, view.dealer), (seat(3), seat(2)));
    play(&mut table, 3, &drop_out());
    play(&mut table, 0, &drop_out());
    shuffle(&mut table);
    assert_eq!(table.to_move(), [seat(0)], "past seat 1");
    assert_eq!(record(&table).dealer, seat(3));
}
