//! §3 and §4, turns: the draw, plays, blocks and the pass.

use super::*;

/// The first turn of a round.
fn first_turn(own: Player<'static>, other: &'static str) -> Table {
    Position {
        players: &[own, place(other, "+"), place("4S", "+")],
        ..Position::default()
    }
    .table()
}

#[test]
fn ju_10_a_joker_blocks_an_end_and_leaves_the_other_open() {
    let mut table = Position {
        players: &[
            place("5D", "7C QD +"),
            place("8S 9D TC JH XX", "+"),
            place("4S", "+"),
        ],
        deck: Deck::Drawn(16, ""),
        ..Position::default()
    }
    .table();
    assert_refused(&mut table, 0, &lay("QD", 1, End::Right), "end-blocked");
    assert_legal(&table, 0, &lay("7C", 1, End::Left));
}

#[test]
fn ju_11_the_right_end_goes_up_and_the_left_end_goes_down() {
    let mut table = first_turn(place("5S", "QC TD +"), "JS");
    assert_refused(&mut table, 0, &lay("QC", 1, End::Left), "not-next-rank");
    assert_refused(&mut table, 0, &lay("TD", 1, End::Right), "not-next-rank");
    let events = play(&mut table, 0, &lay("QC", 1, End::Right));
    assert_eq!(
        events,
        [Event::Played {
            seat: seat(0),
            cards: cards("QC"),
            onto: seat(1),
            end: End::Right
        }]
    );
    play(&mut table, 0, &lay("TD", 1, End::Left));
    assert_eq!(sequence(&table, 1), cards("TD JS QC"));
}

#[test]
fn ju_12_several_cards_go_on_round_the_ace() {
    let mut table = first_turn(place("5S", "QC KD AH 2S +"), "JS");
    play(&mut table, 0, &lay("QC KD AH", 1, End::Right));
    assert_eq!(sequence(&table, 1), cards("JS QC KD AH"));
    assert_eq!(owed(&table), 0, "three cards are no JU");
    assert_legal(&table, 0, &lay("2S", 1, End::Right));
}

#[test]
fn a_chain_is_laid_outward_from_the_end() {
    let mut table = first_turn(place("5S", "TD 9H 8C +"), "JS");
    assert_refused(
        &mut table,
        0,
        &lay("8C 9H TD", 1, End::Left),
        "not-next-rank",
    );
    play(&mut table, 0, &lay("TD 9H 8C", 1, End::Left));
    assert_eq!(sequence(&table, 1), cards("8C 9H TD JS"));
}

#[test]
fn cards_are_laid_on_several_sequences_in_one_turn() {
    let mut table = first_turn(place("5S", "QC 3D 6H +"), "JS");
    play(&mut table, 0, &lay("QC", 1, End::Right));
    play(&mut table, 0, &lay("3D", 2, End::Left));
    play(&mut table, 0, &lay("6H", 0, End::Right));
    assert_eq!(sequence(&table, 0), cards("5S 6H"));
    assert_eq!(sequence(&table, 1), cards("JS QC"));
    assert_eq!(sequence(&table, 2), cards("3D 4S"));
    assert_eq!(table.to_move(), [seat(0)]);
}

#[test]
fn what_can_not_be_laid_is_refused_by_name() {
    let mut table = first_turn(place("5S", "QC XX 6D 6H +"), "JS");
    let right = End::Right;
    for (mv, rule) in [
        (lay("", 1, right), "no-cards"),
        (lay("QD", 1, right), "not-in-hand"),
        (lay("QC QC", 1, right), "not-in-hand"),
        (lay("QC KC", 1, right), "not-in-hand"),
        (lay("6D 6H", 0, right), "not-next-rank"),
        (lay("XX", 0, right), "joker-only-blocks"),
        (lay("QC", 3, right), "no-such-seat"),
        (lay("QC", u32::MAX, right), "no-such-seat"),
        (give("QC", 1), "nothing-owed"),
        (give("QC", u32::MAX), "nothing-owed"),
    ] {
        assert_refused(&mut table, 0, &mv, rule);
    }
    assert_eq!(
        table.play(seat(1), &pass()),
        Err(Refusal::NotYourTurn(seat(1)))
    );
}

#[test]
fn ju_21_jokers_go_only_to_free_ends_of_ones_own() {
    let mut table = first_turn(place("8S", "XX XX 3C 7D 9D TD"), "JS");
    assert_refused(
        &mut table,
        0,
        &lay("XX", 1, End::Right),
        "joker-only-blocks",
    );
    let events = play(&mut table, 0, &block(End::Right));
    assert_eq!(
        events,
        [Event::Blocked {
            seat: seat(0),
            end: End::Right
        }]
    );
    assert_refused(&mut table, 0, &block(End::Right), "end-blocked");
    play(&mut table, 0, &block(End::Left));
    assert_eq!(sequence(&table, 0), cards("XX 8S XX"));
    assert_refused(&mut table, 0, &lay("7D", 0, End::Left), "end-blocked");
    assert_refused(&mut table, 0, &lay("9D", 0, End::Right), "end-blocked");
    assert_refused(&mut table, 0, &block(End::Left), "no-joker");
    play(&mut table, 0, &pass());
    let legal = table.legal_moves(seat(1)).moves;
    let onto_it = |mv: &AnyMove| matches!(mv, AnyMove::Ju(Move::Play { onto: 0, .. }));
    assert!(!legal.iter().any(onto_it), "nobody can play there");
}

#[test]
fn ju_22_a_joker_can_be_the_last_card() {
    let mut table = Position {
        players: &[place("8S", "XX"), place("JS", "2C")],
        and_another: Some("4C"),
        deck: Deck::Drawn(13, ""),
        ..Position::default()
    }
    .table();
    let events = play(&mut table, 0, &block(End::Left));
    let (cause, scores) = scored(&events);
    assert_eq!(cause, Cause::HandEmptied);
    assert_eq!(scores[..2], [10, 15]);
    assert!(is_between_rounds(&table));
}

#[test]
fn ju_28_who_draws_the_last_card_may_pass() {
    let mut table = Position {
        players: &[place("8S", "+"), place("JS", "+"), place("4S", "+")],
        deck: Deck::Drawn(35, "7D"),
        to_move: 2,
        ..Position::default()
    }
    .table();
    let events = play(&mut table, 2, &pass());
    assert_eq!(
        events[1],
        Event::Drawn {
            seat: seat(0),
            card: Some(card("7D")),
            deck: 0
        }
    );
    assert_legal(&table, 0, &lay("7D", 0, End::Left));
    assert_legal(&table, 0, &pass());
    let events = play(&mut table, 0, &pass());
    assert_eq!(events, [Event::Passed { seat: seat(0) }], "nothing to draw");
    assert_refused(&mut table, 1, &pass(), "must-play");
}

#[test]
fn ju_29_a_turn_begins_with_the_draw_that_the_game_makes() {
    let mut table = Position {
        players: &[place("8S", "+"), place("JS", "+"), place("4S", "+")],
        deck: Deck::Drawn(1, "QD KD"),
        ..Position::default()
    }
    .table();
    let held = hand(&table, 1);
    let events = play(&mut table, 0, &pass());
    let drawn = Event::Drawn {
        seat: seat(1),
        card: Some(card("QD")),
        deck: 34,
    };
    assert_eq!(events, [Event::Passed { seat: seat(0) }, drawn]);
    assert_eq!(hand(&table, 1), [held, cards("QD")].concat(), "one card");
    assert_legal(&table, 1, &lay("QD", 1, End::Right));
    assert_legal(&table, 1, &pass());
    // There is no move to draw with, a second time or at all.
    let draw = serde_json::json!({"type": "ju.draw"});
    assert!(Kind::Ju.parse_move(&draw).is_err());
}
