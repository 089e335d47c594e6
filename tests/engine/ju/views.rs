//! §10, who sees what.

use cardpost::engine::ju::Source;

use super::*;

fn everyone() -> [Viewer; 5] {
    [
        Viewer::Seat(seat(0)),
        Viewer::Seat(seat(1)),
        Viewer::Seat(seat(2)),
        Viewer::Spectator,
        Viewer::Record,
    ]
}

/// Seat 0 owes one card for a JU on seat 1.
fn owing(up: &'static str, hand: &'static str, drawn: usize) -> Table {
    let mut table = Position {
        players: &[place(up, hand), place("JS", "+"), place("4S", "+")],
        deck: Deck::Drawn(drawn, ""),
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &lay("QC KD AH 2S", 1, End::Right));
    table
}

/// The card that seat 0 gave, as its move, its event and the view show it to this viewer.
fn given_as_seen(
    table: &Table,
    mv: &AnyMove,
    event: &AnyEvent,
    viewer: Viewer,
) -> [Option<Card>; 3] {
    let by_move = mv.is_shown_to(seat(0), viewer).then(|| match mv {
        AnyMove::Ju(Move::Give { card, .. }) => *card,
        other => panic!("not a give: {other:?}"),
    });
    let by_event = match event.shown_to(viewer) {
        Some(AnyEvent::Ju(Event::Given { card, .. })) => card,
        other => panic!("not given: {other:?}"),
    };
    [
        by_move,
        by_event,
        view(table, viewer).places[2].given[0].card,
    ]
}

#[test]
fn ju_33_a_card_given_from_a_hand_is_known_to_the_giver_alone() {
    let mut table = owing("5S", "QC KD AH 2S 9C 5D", 1);
    let mv = give("9C", 2);
    let events = table.play(seat(0), &mv).unwrap();
    for viewer in everyone() {
        let knows = matches!(viewer, Viewer::Record) || viewer == Viewer::Seat(seat(0));
        let card = knows.then(|| card("9C"));
        assert_eq!(given_as_seen(&table, &mv, &events[0], viewer), [card; 3]);
        let given = &view(&table, viewer).places[2].given[0];
        assert_eq!(
            (given.by, given.from),
            (seat(0), Source::Hand),
            "that is public"
        );
    }
    assert_refused(&mut table, 0, &lay("TD", 2, End::Right), "not-in-hand");
}

#[test]
fn ju_33_a_card_given_from_a_sequence_is_known_to_all() {
    let mut table = owing("KC AC 2D 3H 4D", "QC KD AH 2S 9C", 10);
    let mv = give("AC", 2);
    let events = table.play(seat(0), &mv).unwrap();
    for viewer in everyone() {
        let [_, by_event, by_view] = given_as_seen(&table, &mv, &events[0], viewer);
        assert_eq!([by_event, by_view], [Some(card("AC")); 2]);
    }
}

#[test]
fn ju_33_a_given_card_counts_against_its_receiver_and_is_then_turned_up() {
    let mut table = Position {
        players: &[
            place("8S", "9D"),
            Player {
                up: "QS KS AS",
                hand: "5C",
                given: &[("2S", 0, Source::Hand)],
            },
        ],
        and_another: Some("4C"),
        deck: Deck::Drawn(19, ""),
        ..Position::default()
    }
    .table();
    let spectator = Viewer::Spectator;
    assert_eq!(view(&table, spectator).places[1].given[0].card, None);
    let events = play(&mut table, 0, &lay("9D", 0, End::Right));
    assert_eq!(
        counts(&events)[1],
        Count {
            hand: 5,
            sequence: 0,
            given: 5,
            given_cards: cards("2S")
        },
        "the 2 of spades is not part of the run"
    );
    let seen = view(&table, spectator);
    assert_eq!(seen.places[1].given[0].card, Some(card("2S")));
    assert_eq!(seen.places[1].hand.cards, None, "a hand is never shown");
}

#[test]
fn only_the_one_who_draws_sees_the_card() {
    let mut table = Position {
        players: &[place("8S", "+"), place("JS", "+"), place("4S", "+")],
        deck: Deck::Drawn(1, "QD"),
        ..Position::default()
    }
    .table();
    let events = table.play(seat(0), &pass()).unwrap();
    for viewer in everyone() {
        let sees = viewer.sees_as(seat(1));
        let Some(AnyEvent::Ju(Event::Drawn { card: drawn, .. })) = events[1].shown_to(viewer)
        else {
            panic!("not drawn");
        };
        assert_eq!(drawn, sees.then(|| card("QD")));
        let hand = &view(&table, viewer).places[1].hand;
        assert_eq!(hand.cards.is_some(), sees);
        assert_eq!(hand.size, 6);
    }
}

#[test]
fn the_deal_shows_each_player_their_own_hand() {
    let mut table = Table::new(&Kind::Ju.default_options(), 2);
    let Turn::Shuffle(order) = table.turn() else {
        panic!("nothing to shuffle");
    };
    let events = table.shuffled(order).unwrap();
    let hands = |viewer| match events[0].shown_to(viewer) {
        Some(AnyEvent::Ju(Event::Dealt { hands, .. })) => hands,
        other => panic!("not dealt: {other:?}"),
    };
    let own = cards("AC 3C 5C 7C 9C");
    assert_eq!(hands(Viewer::Seat(seat(0))), [Some(own), None]);
    assert_eq!(hands(Viewer::Spectator), [None, None]);
}
