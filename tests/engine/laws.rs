//! The laws of every kind, written once for all of them.

use cardpost::engine::{
    any::{AnyEvent, AnyMove, Kind},
    card::Card,
    rules::Turn,
    seat::Seat,
    table::{Refusal, Table},
    viewer::Viewer,
};
use proptest::{prelude::*, test_runner::TestCaseResult};
use rand::{RngExt, rngs::StdRng, seq::SliceRandom};
use serde_json::Value;

use super::hidden;
use crate::support::walk::{Step, Walk, any_setup};

/// How far a random game is followed: long enough for several rounds of every kind.
const STEPS: usize = 300;

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

fn mover(table: &Table) -> Option<Seat> {
    match table.turn() {
        Turn::Seat(seat) => Some(seat),
        Turn::Shuffle(_) | Turn::Over => None,
    }
}

/// Plays the move on a copy and hands back what became of it.
fn tried(table: &Table, seat: Seat, mv: &AnyMove) -> (Table, Result<Vec<AnyEvent>, Refusal>) {
    let mut copy = table.clone();
    let answer = copy.play(seat, mv);
    (copy, answer)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_is_listed_or_fits_an_open_form_exactly_if_it_is_accepted(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        for _ in 0..STEPS {
            if let Some(seat) = mover(&walk.table) {
                listed_moves_are_accepted(&mut walk, seat)?;
                accepted_moves_are_listed(&mut walk, seat)?;
            }
            if walk.step().is_none() {
                break;
            }
        }
    }

    #[test]
    fn a_refused_move_leaves_the_game_untouched(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        for _ in 0..STEPS {
            for seat in Seat::all(setup.seats) {
                let sample = walk.sampler.a_move(&mut walk.random);
                let mv = setup.kind.parse_move(&sample).unwrap();
                let (after, answer) = tried(&walk.table, seat, &mv);
                if answer.is_err() {
                    prop_assert_eq!(&after, &walk.table);
                }
                if mover(&walk.table) != Some(seat) {
                    prop_assert!(answer.is_err(), "seat {seat} moved out of turn");
                    prop_assert!(walk.table.legal_moves(seat).moves.is_empty());
                }
            }
            if walk.step().is_none() {
                break;
            }
        }
    }

    #[test]
    fn cards_are_conserved(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        let mut cards = cards_of(&json(&walk.table.view(Viewer::Record)));
        while let Some(step) = walk.step() {
            let now = cards_of(&json(&walk.table.view(Viewer::Record)));
            if let Step::Shuffled(mut order) = step && now != cards {
                // A fresh deal: the table holds just the deck that was shuffled.
                order.sort();
                prop_assert_eq!(&now, &order);
            } else {
                prop_assert_eq!(&now, &cards);
            }
            cards = now;
            if cards.len() > 10_000 {
                break;
            }
        }
        prop_assert!(walk.table.outcome().is_some(), "a game that is over has an outcome");
    }

    #[test]
    fn a_state_survives_its_own_serialization(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        for _ in 0..STEPS {
            let snapshot = serde_json::to_string(&walk.table).unwrap();
            let read = Table::read(setup.kind, &snapshot);
            prop_assert_eq!(read.as_ref().ok(), Some(&walk.table), "{}", snapshot);
            if walk.step().is_none() {
                break;
            }
        }
    }

    #[test]
    fn a_game_starts_again_from_what_the_record_sees(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        for _ in 0..STEPS {
            if mover(&walk.table).is_some() {
                let view = walk.table.view(Viewer::Record);
                let again = Table::from_position(&walk.options, setup.seats, view, &walk.table.to_move());
                let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(json(&again)["state"].clone(), json(&walk.table)["state"].clone());
            }
            if walk.step().is_none() {
                break;
            }
        }
    }

    #[test]
    fn the_stand_in_only_makes_legal_moves_and_always_ends_its_turn(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        for _ in 0..STEPS {
            if let Some(seat) = mover(&walk.table) && setup.seats > 1 {
                stand_in_ends_its_turn(&walk.table, seat)?;
            }
            if walk.step().is_none() {
                break;
            }
        }
    }

    #[test]
    fn nothing_hidden_leaks(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        let (mut tried, mut found) = (0, 0);
        for _ in 0..STEPS {
            // One step in ten: the comparison costs as much as hundreds of moves.
            if let Some(seat) = mover(&walk.table) && walk.random.random_bool(0.1) {
                for viewer in Viewer::of_a_running_game(setup.seats) {
                    tried += 1;
                    if let Some(other) = rearranged(&mut walk, viewer) {
                        found += 1;
                        arrangements_look_alike(&mut walk, &other, viewer, seat)?;
                    }
                }
            }
            if walk.step().is_none() {
                break;
            }
        }
        prop_assert!(found > 0 || tried < 30, "no other arrangement was ever found: nothing was compared");
    }
}

fn listed_moves_are_accepted(walk: &mut Walk, seat: Seat) -> TestCaseResult {
    let legal = walk.table.legal_moves(seat);
    for (i, mv) in legal.moves.iter().enumerate() {
        prop_assert!(
            !legal.moves[..i].contains(mv),
            "{} is listed twice",
            json(mv)
        );
    }
    let mut moves = legal.moves;
    moves.shuffle(&mut walk.random);
    for mv in moves.iter().take(20) {
        let (_, answer) = tried(&walk.table, seat, mv);
        prop_assert!(
            answer.is_ok(),
            "{} is listed but refused: {:?}",
            json(mv),
            answer
        );
        let again = walk.table.kind().parse_move(&json(mv)).unwrap();
        prop_assert_eq!(&again, mv, "a move survives its own serialization");
    }
    Ok(())
}

fn accepted_moves_are_listed(walk: &mut Walk, seat: Seat) -> TestCaseResult {
    let legal = walk.table.legal_moves(seat);
    let open: Vec<_> = legal
        .open
        .iter()
        .map(|schema| jsonschema::validator_for(schema).unwrap())
        .collect();
    for (validator, schema) in open.iter().zip(&legal.open) {
        // A declaration that doesn't hold is legal too, and never an example of what to do.
        prop_assert!(
            walk.table.kind() == Kind::Rummy
                || legal.moves.iter().any(|mv| validator.is_valid(&json(mv))),
            "an open form without an example: {schema}"
        );
    }
    for _ in 0..10 {
        let sample = walk.sampler.a_move(&mut walk.random);
        let mv = walk.table.kind().parse_move(&sample).unwrap();
        let (_, answer) = tried(&walk.table, seat, &mv);
        if answer.is_ok() {
            let fits = open.iter().any(|validator| validator.is_valid(&json(&mv)));
            prop_assert!(
                fits || legal.moves.contains(&mv),
                "{} is accepted but not listed",
                json(&mv)
            );
        }
    }
    Ok(())
}

fn stand_in_ends_its_turn(table: &Table, seat: Seat) -> TestCaseResult {
    let mut table = table.clone();
    table.resign(seat).unwrap();
    for _ in 0..20 {
        let Some((left, mv)) = table.stand_in() else {
            break;
        };
        let legal = table.legal_moves(left);
        prop_assert!(
            legal.moves.contains(&mv),
            "the stand-in's {} is not listed",
            json(&mv)
        );
        table.play(left, &mv).unwrap();
    }
    prop_assert!(
        table.stand_in().is_none(),
        "the stand-in doesn't end its turn"
    );
    Ok(())
}

/// The cards in a JSON document, sorted.
fn cards_of(document: &Value) -> Vec<Card> {
    let mut places = Vec::new();
    card_places(document, &mut String::new(), &mut places);
    let mut cards: Vec<Card> = places.into_iter().map(|(_, card)| card).collect();
    cards.sort();
    cards
}

/// The places of a JSON document, as pointers, at which cards stand.
fn card_places(document: &Value, pointer: &mut String, places: &mut Vec<(String, Card)>) {
    let mut visit = |step: &str, value| {
        let length = pointer.len();
        pointer.push('/');
        pointer.push_str(step);
        card_places(value, pointer, places);
        pointer.truncate(length);
    };
    match document {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(i, item)| visit(&i.to_string(), item)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| visit(name, field)),
        Value::String(text) => places.extend(text.parse().ok().map(|card| (pointer.clone(), card))),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The same game with the cards that the viewer can't see in another arrangement; `None` where there is none, or
/// where no game could be in it.
fn rearranged(walk: &mut Walk, viewer: Viewer) -> Option<Table> {
    let mut whole = json(&walk.table.view(Viewer::Record));
    let places = hidden::places(walk.table.kind(), &whole, viewer);
    let card_at = |pointer: &String| whole.pointer(pointer)?.as_str()?.parse().ok();
    let mut cards: Vec<Card> = places
        .iter()
        .map(|pointer| card_at(pointer).unwrap_or_else(|| panic!("no card at {pointer}: {whole}")))
        .collect();
    rearrange(&mut cards, &mut walk.random);
    for (pointer, card) in places.iter().zip(cards) {
        *whole.pointer_mut(pointer).unwrap() = json(&card);
    }
    let view = serde_json::from_value(whole).unwrap();
    let other = Table::from_position(
        &walk.options,
        walk.table.seats(),
        view,
        &walk.table.to_move(),
    )
    .ok()?;
    (json(&other)["state"] != json(&walk.table)["state"]).then_some(other)
}

/// All cards, or only two of them: other players' hands then often allow the same moves still.
fn rearrange(cards: &mut [Card], random: &mut StdRng) {
    if cards.len() > 1 && random.random_bool(0.5) {
        let (a, b) = (
            random.random_range(0..cards.len()),
            random.random_range(0..cards.len()),
        );
        cards.swap(a, b);
    } else {
        cards.shuffle(random);
    }
}

/// Everything that the viewer is sent is the same in both arrangements.
fn arrangements_look_alike(
    walk: &mut Walk,
    other: &Table,
    viewer: Viewer,
    seat: Seat,
) -> TestCaseResult {
    let table = walk.table.clone();
    prop_assert_eq!(
        json(&table.view(viewer)),
        json(&other.view(viewer)),
        "the view tells them apart"
    );
    if viewer == Viewer::Seat(seat) {
        let (one, two) = (table.legal_moves(seat), other.legal_moves(seat));
        prop_assert_eq!(
            json(&one.moves),
            json(&two.moves),
            "the legal moves tell them apart"
        );
        prop_assert_eq!(one.open, two.open, "the open forms tell them apart");
    }
    let mut moves: Vec<AnyMove> = (0..4)
        .map(|_| walk.sampler.a_move(&mut walk.random))
        .map(|sample| table.kind().parse_move(&sample).unwrap())
        .collect();
    moves.push(walk.choose(seat));
    for mv in moves {
        let (one_after, one) = tried(&table, seat, &mv);
        let (two_after, two) = tried(other, seat, &mv);
        match (one, two) {
            (Err(one), Err(two)) if viewer == Viewer::Seat(seat) => {
                prop_assert_eq!(one, two, "the refusals tell them apart");
            }
            // What may still look the same after the move must not be told apart by its entry.
            (Ok(one), Ok(two)) if one_after.view(viewer) == two_after.view(viewer) => {
                prop_assert_eq!(
                    shown(&one, viewer),
                    shown(&two, viewer),
                    "the events tell them apart"
                );
            }
            (Ok(_), Err(_)) | (Err(_), Ok(_)) if viewer == Viewer::Seat(seat) => {
                return Err(TestCaseError::fail(
                    "whether a move is legal tells them apart",
                ));
            }
            // Another player's refusals are not shown, and a hand that allows a move is told by making it.
            (Ok(_) | Err(_), _) => {}
        }
    }
    Ok(())
}

fn shown(events: &[AnyEvent], viewer: Viewer) -> Vec<Value> {
    events
        .iter()
        .filter_map(|event| event.shown_to(viewer))
        .map(|event| json(&event))
        .collect()
}
