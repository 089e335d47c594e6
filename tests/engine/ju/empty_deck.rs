//! §6, when the deck is empty.

use super::*;

#[test]
fn ju_25_with_an_empty_deck_a_card_must_be_laid() {
    let mut table = Position {
        players: &[place("8S", "3C"), place("JS", "+"), place("2H", "+")],
        and_another: Some("8C"),
        deck: Deck::Empty,
        ..Position::default()
    }
    .table();
    assert_refused(&mut table, 0, &pass(), "must-play");
    let events = play(&mut table, 0, &lay("3C", 2, End::Right));
    assert_eq!(scored(&events).0, Cause::HandEmptied);
}

#[test]
fn ju_26_if_nothing_else_fits_it_must_be_laid_on_oneself() {
    let mut table = Position {
        players: &[place("8S", "7C KD"), place("XX JS XX", "+")],
        and_another: Some("8C"),
        deck: Deck::Empty,
        ..Position::default()
    }
    .table();
    assert_refused(&mut table, 0, &pass(), "must-play");
    let only = lay("7C", 0, End::Left);
    assert_eq!(
        table.legal_moves(seat(0)).moves,
        std::slice::from_ref(&only)
    );
    play(&mut table, 0, &only);
    assert_legal(&table, 0, &pass());
}

#[test]
fn a_joker_that_can_block_must_be_laid_too() {
    let mut table = Position {
        players: &[place("8S", "3C XX"), place("JS XX", "+"), place("QH", "+")],
        and_another: Some("8C"),
        deck: Deck::Empty,
        ..Position::default()
    }
    .table();
    assert_refused(&mut table, 0, &pass(), "must-play");
    let blocks = [block(End::Left), block(End::Right)];
    assert_eq!(table.legal_moves(seat(0)).moves, blocks);
    play(&mut table, 0, &blocks[0]);
    assert_legal(&table, 0, &pass());
}

/// Nobody has a card that fits.
fn nobody_can_play() -> Table {
    Position {
        players: &[
            place("8S", "3C 4D"),
            place("JC", "4S"),
            place("AH", "5D 5H"),
        ],
        and_another: Some("3D"),
        deck: Deck::Empty,
        ..Position::default()
    }
    .table()
}

#[test]
fn ju_27_once_round_the_table_without_a_play_ends_the_round() {
    let mut table = nobody_can_play();
    for number in 0..3 {
        assert_eq!(table.legal_moves(seat(number)).moves, [pass()]);
        let events = play(&mut table, number, &pass());
        assert_eq!(events, [Event::Passed { seat: seat(number) }]);
        assert_eq!(record(&table).turn.unwrap().stuck, number + 1);
    }
    let events = play(&mut table, 3, &pass());
    let (cause, scores) = scored(&events);
    assert_eq!(cause, Cause::NobodyCanPlay);
    assert_eq!(scores[..3], [15, 15, 25]);
}

#[test]
fn a_card_laid_starts_the_rotation_anew() {
    let mut table = Position {
        players: &[
            place("8S", "3C 4D"),
            place("JC", "4S TD"),
            place("AH", "5D 5H"),
        ],
        and_another: Some("3D"),
        deck: Deck::Empty,
        ..Position::default()
    }
    .table();
    play(&mut table, 0, &pass());
    assert_refused(&mut table, 1, &pass(), "must-play");
    play(&mut table, 1, &lay("TD", 1, End::Left));
    play(&mut table, 1, &pass());
    for number in [2, 3, 0] {
        let events = play(&mut table, number, &pass());
        assert_eq!(events, [Event::Passed { seat: seat(number) }]);
    }
    let events = play(&mut table, 1, &pass());
    assert_eq!(scored(&events).0, Cause::NobodyCanPlay);
}

#[test]
fn the_stand_in_lays_only_what_it_must() {
    let mut table = Position {
        players: &[place("8S", "KD 7C"), place("XX JS XX", "+")],
        and_another: Some("8C"),
        deck: Deck::Empty,
        ..Position::default()
    }
    .table();
    table.resign(seat(0)).unwrap();
    let forced = lay("7C", 0, End::Left);
    assert_eq!(table.stand_in(), Some((seat(0), forced.clone())));
    play(&mut table, 0, &forced);
    assert_eq!(table.stand_in(), Some((seat(0), pass())));
}
