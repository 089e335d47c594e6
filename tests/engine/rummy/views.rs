//! Who sees what (§8).

use cardpost::engine::{
    any::AnyEvent,
    rummy::{Event, Source, View},
    table::Table,
    viewer::Viewer,
};

use super::table::{
    Held, Position, cards, declare, discard, draw, drop_out, holds, play, record, seat, seen_by,
    view,
};

const COMPLETE: &str = "5H 6H 7H 9S XX JS 8C 8D 8S KC KD KH KS 2C";
const COMPLETE_GROUPS: &str = "5H 6H 7H / 9S XX JS / 8C 8D 8S / KC KD KH KS";

fn viewers() -> [Viewer; 4] {
    [
        Viewer::Seat(seat(0)),
        Viewer::Seat(seat(1)),
        Viewer::Seat(seat(2)),
        Viewer::Spectator,
    ]
}

/// Whether the viewer sees the cards of this seat, in whatever form.
fn sees(view: &View, number: usize) -> bool {
    view.hands[number].cards.is_some() || view.hands[number].laid_out.is_some()
}

#[test]
fn a_hand_is_seen_by_its_owner_only_and_the_piles_by_nobody() {
    let table = Position::new("4C", &[COMPLETE, "", ""]).table();
    for viewer in viewers() {
        let view = view(&table, viewer);
        for number in 0..3 {
            let own = viewer == Viewer::Seat(seat(u8::try_from(number).unwrap()));
            assert_eq!(sees(&view, number), own);
        }
        assert_eq!(view.hands[0].size, 14);
        assert!(view.closed.cards.is_none() && view.open.under.is_none());
        assert!(view.open.top.is_some() && view.indicator.is_some() && view.wild.is_some());
        assert_eq!(view.best.is_some(), viewer != Viewer::Spectator);
    }
    let record = record(&table);
    assert!((0..3).all(|number| sees(&record, number)));
    assert!(record.best.is_none(), "each card stands in the record once");
}

#[test]
fn the_best_melding_of_the_own_hand_is_shown_with_its_points() {
    let table = Position::new("3C", &["", "5H 6H 7H 8C 8D 8S KD QC XX 2H 4C TS JD", ""]).table();
    let best = seen_by(&table, 1).best.unwrap();
    assert_eq!(best.points, 26);
    assert_eq!(best.left, cards("4C QC 2H TS"));
    assert!(!best.holds);
    let complete = Position::new("4C", &[COMPLETE, "", ""]).table();
    let best = seen_by(&complete, 0).best.unwrap();
    assert!(best.holds && best.points == 0);
    assert_eq!(best.left, cards("2C"), "the card to put down");
}

#[test]
fn a_card_from_the_closed_pile_is_seen_by_its_drawer_and_one_from_the_open_pile_by_all() {
    let mut table = Position {
        drawn: false,
        ..Position::new("4C", &["", "", ""])
    }
    .table();
    let mut other = table.clone();
    let event = table
        .play(seat(0), &draw(Source::Closed))
        .unwrap()
        .remove(0);
    let seen = |event: &AnyEvent, viewer| match event.shown_to(viewer) {
        Some(AnyEvent::Rummy(Event::Drawn { card, .. })) => card.is_some(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        viewers().map(|viewer| seen(&event, viewer)),
        [true, false, false, false]
    );
    let event = other.play(seat(0), &draw(Source::Open)).unwrap().remove(0);
    assert_eq!(viewers().map(|viewer| seen(&event, viewer)), [true; 4]);
}

#[test]
fn at_a_right_declaration_all_hands_still_in_the_deal_are_laid_out_and_dropped_ones_stay_hidden() {
    let dropped = Held {
        status: "dropped",
        ..holds("")
    };
    let mut table = Position {
        hands: vec![holds(COMPLETE), holds(""), dropped],
        ..Position::new("4C", &["", "", ""])
    }
    .table();
    play(&mut table, 0, &declare("2C", COMPLETE_GROUPS));
    for viewer in viewers() {
        let view = view(&table, viewer);
        assert!(view.hands[0].laid_out.is_some() && view.hands[1].laid_out.is_some());
        assert!(view.hands[0].cards.is_none());
        assert_eq!(sees(&view, 2), viewer == Viewer::Seat(seat(2)));
        assert_eq!(view.open.top, Some(cards("2C")[0]));
    }
    assert!(sees(&record(&table), 2), "the game is over");
}

#[test]
fn when_one_player_is_left_no_hand_is_laid_out() {
    let mut table = Position::new("4C", &[COMPLETE, "", ""]).table();
    for number in 0..2 {
        play(&mut table, number, &drop_out());
    }
    let spectator = view(&table, Viewer::Spectator);
    assert!((0..3).all(|number| !sees(&spectator, number)));
}

#[test]
fn the_cards_of_a_wrong_declaration_lie_open_until_the_deal_is_over() {
    let mut table = Position::new("4C", &[COMPLETE, "", ""]).table();
    play(
        &mut table,
        0,
        &declare("2C", "5H 6H 7H 9S XX JS 8C 8D 8S KC KD KH KS"),
    );
    let shown = |table: &Table| view(table, Viewer::Spectator).hands[0].laid_out.clone();
    let groups = shown(&table).unwrap().groups;
    assert_eq!((groups.len(), groups[0].kind), (1, None));
    play(&mut table, 1, &draw(Source::Closed));
    let own = seen_by(&table, 1).hands[1].cards.clone().unwrap();
    play(&mut table, 1, &discard(&own[0].to_string()));
    assert!(shown(&table).is_some());
    play(&mut table, 2, &drop_out());
    assert!(shown(&table).is_some(), "it still lies on the table");
}
