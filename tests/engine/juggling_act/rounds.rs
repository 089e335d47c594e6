//! Deals, the end of a round and of a game (§2, §6).

use cardpost::engine::{
    any::{AnyMove, AnyView, Kind},
    deck,
    juggling_act::{Event, VisiblePhase},
    rules::Turn,
    table::Table,
    viewer::Viewer,
};
use proptest::prelude::*;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use serde_json::Value;

use super::position::{
    HIDDEN, Position, UP, cards, hands, in_play, of_the_game, pass, piles, play, rule, seat,
    seen_by, throw, whole, wire,
};
use crate::support::walk::{Setup, Walk};

fn scored(events: &[Event]) -> (&[i32], &[i32]) {
    match events.last() {
        Some(Event::RoundScored { scores, totals, .. }) => (scores, totals),
        other => panic!("{other:?} is not the end of a round"),
    }
}

/// JA-25, before the last throw.
fn about_to_go_out() -> Position<'static> {
    Position {
        hands: &[["", "9S 9H 9D"], ["KC", "KH 2C"], ["3C 4C", "3H"]],
        piles: &["6C 6D", "", "7C"],
        in_play: (2, "5C 5D"),
        ..Position::default()
    }
}

#[test]
fn ja_25_who_goes_out_takes_what_they_beat_but_not_their_own_throw() {
    let mut table = about_to_go_out().table();
    let events = play(&mut table, &throw(UP, 0, 3));
    assert_eq!(
        events,
        [
            Event::Thrown {
                seat: seat(0),
                hand: cardpost::engine::juggling_act::Hand::FaceUp,
                at: Some(0),
                cards: cards("9S 9H 9D"),
            },
            Event::Taken {
                seat: seat(0),
                cards: cards("5C 5D"),
                left: 0,
                score_pile: 4
            },
            Event::WentOut {
                seat: seat(0),
                set_aside: cards("9S 9H 9D")
            },
            Event::RoundScored {
                round: 1,
                score_piles: vec![4, 0, 1],
                in_hands: vec![0, 3, 3],
                scores: vec![4, -3, -2],
                totals: vec![4, -3, -2],
            },
        ]
    );
    assert_eq!(table.turn(), Turn::Over);
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.totals, [4, -3, -2].map(Some));
    assert_eq!(outcome.places, [1, 3, 2]);
}

#[test]
fn ja_26_one_empty_hand_is_not_the_end() {
    let mut table = Position {
        hands: &[["2C", "9S 9H 9D"], ["3C", "4C"]],
        ..Position::default()
    }
    .table();
    play(&mut table, &throw(UP, 0, 3));
    assert_eq!(table.to_move(), [seat(1)]);
    assert_eq!(whole(&table).phase, VisiblePhase::Turn);
}

#[test]
fn ja_27_going_out_on_an_empty_table_takes_nothing() {
    let mut table = Position {
        hands: &[["AC KD QH", ""], ["KC", "KH"]],
        piles: &["", "2C"],
        ..Position::default()
    }
    .table();
    let events = play(&mut table, &throw(HIDDEN, 0, 3));
    assert_eq!(scored(&events).0, [0, -1]);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Taken { .. }))
    );
}

#[test]
fn going_out_by_beating_ones_own_throw_takes_it() {
    let mut table = Position {
        hands: &[["", "JD QD KD"], ["3C", "4C"]],
        piles: &["5H"],
        in_play: (0, "6S 7D"),
        ..Position::default()
    }
    .table();
    let events = play(&mut table, &throw(UP, 0, 3));
    assert_eq!(scored(&events).0, [3, -2]);
}

#[test]
fn ja_30_hands_and_what_stays_out_follow_from_the_number_of_players() {
    for (seats, hidden, up, out) in [(2, 9, 8, 18), (3, 9, 8, 1), (4, 7, 6, 0)] {
        let table = dealt(seats, deck::fresh(1, 0));
        let view = whole(&table);
        for player in &view.players {
            assert_eq!((player.hidden.len(), player.face_up.len()), (hidden, up));
        }
        assert_eq!(view.out.size, out);
        assert_eq!(usize::from(seats) * (hidden + up) + out, 52);
    }
    assert_eq!(Kind::JugglingAct.about().players, 2..=4);
    assert_eq!(Kind::JugglingActSolo.about().players, 1..=1);
}

fn dealt(seats: u8, order: Vec<cardpost::engine::card::Card>) -> Table {
    let mut table = Table::new(&Kind::JugglingAct.default_options(), seats);
    table.shuffled(order).unwrap();
    table
}

#[test]
fn cards_are_dealt_one_at_a_time_hidden_hands_first_each_to_the_right_end() {
    let order = deck::fresh(1, 0);
    let table = dealt(3, order.clone());
    let [hidden, up] = hands(&table, 1);
    assert_eq!(hidden[..3], [order[1], order[4], order[7]]);
    assert_eq!(up[..3], [order[28], order[31], order[34]]);
    assert_eq!(whole(&table).out.cards, Some(order[51..].to_vec()));
    assert_eq!(table.to_move(), [seat(0)]);
}

#[test]
fn a_later_round_is_dealt_from_its_first_seat_on() {
    let mut table = Position {
        hands: &[["", "9S"], ["2C", "3C"], ["4C", "5C"]],
        scores: &[&[], &[], &[]],
        ..Position::default()
    }
    .table();
    play(&mut table, &throw(UP, 0, 1));
    // The finished round lies on the table until the next one is dealt.
    assert_eq!(whole(&table).set_aside, cards("9S"));
    assert_eq!(table.turn(), Turn::Shuffle(deck::fresh(1, 0)));
    let order = deck::fresh(1, 0);
    let events = table.shuffled(order.clone()).unwrap();
    let Event::Dealt {
        round,
        first_seat,
        hands: dealt,
        out,
    } = of_the_game(events[0].clone())
    else {
        panic!("{events:?}");
    };
    assert_eq!((round, first_seat, out), (2, seat(1), 1));
    assert_eq!(dealt[1].hidden[0], Some(order[0]));
    assert_eq!(dealt[2].hidden[0], Some(order[1]));
    assert_eq!(dealt[0].hidden[0], Some(order[2]));
    assert_eq!(table.to_move(), [seat(1)]);
    assert_eq!(piles(&table), [0, 0, 0]);
    assert_eq!(whole(&table).set_aside, []);
}

#[test]
fn ja_31_scores_add_up_and_a_tie_at_the_top_is_shared() {
    // The last of three rounds, which ends (1, -2, 8).
    let mut table = Position {
        hands: &[["2C", "3C"], ["4C", "5C"], ["", "9S"]],
        piles: &["6C 6D 6H", "", "7C 7D 7H 7S 8C 8D 8H"],
        in_play: (1, "8S"),
        to_move: 2,
        scores: &[&[4, 0], &[-3, 5], &[-2, -1]],
    }
    .table();
    assert_eq!(whole(&table).first_seat, seat(2));
    let events = play(&mut table, &throw(UP, 0, 1));
    assert_eq!(scored(&events), (&[1, -2, 8][..], &[5, 0, 5][..]));
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.places, [1, 3, 1]);
    assert_eq!(outcome.rounds[2], [-2, -1, 8].map(Some));
}

#[test]
fn ja_33_score_piles_and_what_stays_out_are_counted_but_not_shown() {
    let mut table = about_to_go_out().table();
    play(&mut table, &throw(UP, 0, 3));
    for viewer in Viewer::of_a_running_game(3) {
        let view = seen_by(&table, viewer);
        let piles: Vec<_> = view
            .players
            .iter()
            .map(|player| player.score_pile.size)
            .collect();
        assert_eq!(piles, [4, 0, 1]);
        let held: Vec<_> = view
            .players
            .iter()
            .map(|player| (player.hidden.len(), player.face_up.len()))
            .collect();
        assert_eq!(held, [(0, 0), (1, 2), (2, 1)]);
        assert!(
            view.players
                .iter()
                .all(|player| player.score_pile.cards.is_none())
        );
        assert_eq!(view.out.cards, None);
        assert_eq!(view.out.size, 52 - 4 - 1 - 3 - 6);
    }
}

/// A record from `tests/records/handwritten`, with its start and its moves.
struct Record {
    table: Table,
    moves: Vec<AnyMove>,
}

fn nine_turns() -> Record {
    let json: Value = serde_json::from_str(include_str!(
        "../../records/handwritten/juggling-act-nine-turns.json"
    ))
    .unwrap();
    let options = Kind::JugglingAct.parse_options(&json["options"]).unwrap();
    let view: AnyView = serde_json::from_value(json["start"]["state"].clone()).unwrap();
    let turn: Vec<_> = serde_json::from_value(json["start"]["turn"].clone()).unwrap();
    Record {
        table: Table::from_position(&options, 3, view, &turn).unwrap(),
        moves: json["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| wire(&entry["move"]))
            .collect(),
    }
}

#[test]
fn ja_34_the_example_of_nine_turns() {
    let Record { mut table, moves } = nine_turns();
    let after = [
        (Some((0, "9S 9H 9D")), [2, 0, 0], [3, 5, 2]),
        (Some((0, "9H 9D")), [3, 0, 0], [3, 5, 2]),
        (Some((0, "9D")), [4, 0, 0], [3, 5, 2]),
        (None, [5, 0, 0], [3, 5, 2]),
        (Some((1, "4S 5H 6C 7D")), [5, 0, 0], [3, 1, 2]),
        (Some((1, "5H 6C 7D")), [5, 1, 0], [3, 1, 2]),
        (Some((1, "6C 7D")), [5, 2, 0], [3, 1, 2]),
        (None, [5, 2, 0], [3, 3, 2]),
        (None, [5, 2, 0], [3, 3, 0]),
    ];
    assert_eq!(moves.len(), after.len());
    let pair_of_kings = moves[8].clone();
    for (turn, (mv, (throw, taken, held))) in (1..).zip(moves.iter().zip(after)) {
        if [5, 9].contains(&turn) {
            assert_eq!(rule(&table, &pass()), "must-throw");
        }
        if turn == 6 {
            assert_eq!(rule(&table, &pair_of_kings), "throw-must-beat");
        }
        assert_eq!(table.to_move(), [seat((turn - 1) % 3)], "turn {turn}");
        play(&mut table, mv);
        let throw = throw.map(|(owner, names)| (owner, cards(names)));
        assert_eq!(in_play(&table), throw, "turn {turn}");
        assert_eq!(piles(&table), taken, "turn {turn}");
        let in_hands: Vec<_> = (0..3)
            .map(|seat| hands(&table, seat).concat().len())
            .collect();
        assert_eq!(in_hands, held, "turn {turn}");
    }
    assert_eq!(table.outcome().unwrap().totals, [2, -1, 0].map(Some));
    assert_eq!(whole(&table).set_aside, cards("KH KS"));
}

#[test]
fn who_leaves_prepares_or_throws_the_leftmost_card_of_the_face_up_hand() {
    let mut table = Position {
        hands: &[["2C", "9S TD"], ["3C", "4C"], ["5C 6C", ""]],
        ..Position::default()
    }
    .table();
    for gone in [0, 2] {
        let mut table = table.clone();
        table.resign(seat(gone)).unwrap();
        assert_eq!(
            table.stand_in(),
            (gone == 0).then(|| (seat(0), throw(UP, 0, 1)))
        );
    }
    table.resign(seat(2)).unwrap();
    play(&mut table, &throw(UP, 0, 1));
    play(&mut table, &pass());
    // Nothing is in play now, and the face-up hand of the one who left is empty.
    assert_eq!(table.stand_in(), Some((seat(2), throw(HIDDEN, 0, 1))));
    play(&mut table, &throw(HIDDEN, 0, 1));
    play(&mut table, &throw(UP, 0, 1));
    play(&mut table, &pass());
    assert_eq!(table.to_move(), [seat(2)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// §6.3. With D cards dealt, a prepare puts one of them into a pile for good, and so does every throw that is
    /// beaten. A throw that is worn down or caught was prepared on. So there are at most D − 1 prepares and beaten
    /// throws, no more worn and caught throws than prepares, no more catches than prepares, and one last throw.
    #[test]
    fn a_round_takes_fewer_turns_than_three_times_the_cards_dealt(seats in 2_u8..=4, seed in any::<u64>()) {
        let setup = Setup { kind: Kind::JugglingAct, seats, seed };
        let mut walk = Walk::new(&setup);
        let dealt = if seats == 4 { 52 } else { usize::from(seats) * 17 };
        let mut turns = 0;
        loop {
            match walk.table.turn() {
                Turn::Over => break,
                Turn::Shuffle(_) => turns = 0,
                Turn::Seat(_) => turns += 1,
            }
            prop_assert!(turns < 3 * dealt, "turn {turns}");
            walk.step();
        }
    }

    #[test]
    fn whoever_stands_in_for_all_players_ends_the_game(seats in 2_u8..=4, seed in any::<u64>()) {
        let mut random = StdRng::seed_from_u64(seed);
        let mut table = Table::new(&Kind::JugglingAct.default_options(), seats);
        // Two stay, so that the game goes on, but play like those who left.
        for gone in 2..seats {
            table.resign(seat(gone)).unwrap();
        }
        let mut steps = 0;
        loop {
            match table.turn() {
                Turn::Over => break,
                Turn::Shuffle(mut cards) => {
                    cards.shuffle(&mut random);
                    table.shuffled(cards).unwrap();
                }
                Turn::Seat(mover) => {
                    let mv = table.stand_in().map_or_else(
                        || {
                            let moves = table.legal_moves(mover).moves;
                            if moves.contains(&pass()) { pass() } else { moves[0].clone() }
                        },
                        |(_, mv)| mv,
                    );
                    table.play(mover, &mv).unwrap();
                }
            }
            steps += 1;
            prop_assert!(steps < 3 * 52 * 4);
        }
        prop_assert_eq!(table.outcome().unwrap().rounds[0].len(), usize::from(seats));
    }
}
