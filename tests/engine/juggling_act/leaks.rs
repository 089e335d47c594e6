//! Nothing that the rules hide (§7) can be told from what a viewer is sent.
//!
//! The law of all kinds takes from a view itself which cards it hides. Here the hidden places are named by hand, so
//! that a view that shows too much is found too; and moves are compared that differ in hidden places only, so that a
//! place that is told is found.

use std::collections::BTreeMap;

use cardpost::engine::{
    any::{AnyMove, AnyView, Kind},
    card::Card,
    juggling_act::{Hand, Move, Place, View},
    seat::Seat,
    table::Table,
    viewer::Viewer,
};
use proptest::{prelude::*, test_runner::TestCaseResult};
use rand::{RngExt, rngs::StdRng, seq::SliceRandom};
use serde_json::{Value, json};

use super::position::{HIDDEN, UP, entry, hands, in_play, whole, wire};
use crate::support::walk::{Setup, Walk};

/// Every card that this viewer may not see: the hidden hands but their own, the score piles, what stays out.
fn unseen(view: &mut View, viewer: Viewer) -> Vec<&mut Card> {
    let players = (0..).map(Seat::new).zip(&mut view.players);
    let of_players = players.flat_map(|(seat, player)| {
        let hidden = player.hidden.iter_mut().flatten();
        let pile = player.score_pile.cards.iter_mut().flatten();
        hidden
            .filter(move |_| viewer != Viewer::Seat(seat))
            .chain(pile)
    });
    of_players
        .chain(view.out.cards.iter_mut().flatten())
        .collect()
}

/// The hidden hand of a player.
fn hidden_hand(view: &mut View, of: Seat) -> Vec<&mut Card> {
    view.players[of.index()]
        .hidden
        .iter_mut()
        .flatten()
        .collect()
}

/// The same round with the cards that these are in another order.
fn rearranged(walk: &mut Walk, of: impl Fn(&mut View) -> Vec<&mut Card>) -> Table {
    let mut view = whole(&walk.table);
    let places = of(&mut view);
    let mut cards: Vec<Card> = places.iter().map(|card| **card).collect();
    cards.shuffle(&mut walk.random);
    for (place, card) in places.into_iter().zip(cards) {
        *place = card;
    }
    let (seats, turn) = (walk.table.seats(), walk.table.to_move());
    Table::from_position(&walk.options, seats, AnyView::JugglingAct(view), &turn).unwrap()
}

/// What everybody may know of a move: the same for moves that differ in places of the hidden hand only.
fn public_part(table: &Table, mv: &AnyMove) -> String {
    let AnyMove::JugglingAct(mv) = mv else {
        panic!("{mv:?} is of another game");
    };
    let index = |hand: Hand, at: u32| (hand == Hand::FaceUp).then_some(at);
    let part = match mv {
        Move::Throw { hand, at, count } => json!(["throw", hand, index(*hand, *at), count]),
        Move::Prepare { from, to } => {
            let side = |place: &Option<Place>| {
                place.map(|Place { hand, at }| json!([hand, index(hand, at)]))
            };
            json!(["prepare", side(from), side(to)])
        }
        Move::Catch { places } => {
            let mut put: Vec<_> = places.as_slice().to_vec();
            let thrown = in_play(table).unwrap().1;
            put.sort_by_key(|placing| thrown.iter().position(|&card| card == placing.card));
            let hands = put
                .iter()
                .map(|put| json!([put.hand, index(put.hand, put.at)]));
            json!(["catch", hands.collect::<Vec<_>>()])
        }
    };
    part.to_string()
}

/// Some legal moves of the player to move, and catches of all forms where catching is legal.
fn some_moves(table: &Table, random: &mut StdRng) -> Vec<AnyMove> {
    let mover = table.to_move()[0];
    let mut some = table.legal_moves(mover).moves;
    some.shuffle(random);
    some.truncate(60);
    if let Some((owner, thrown)) = in_play(table)
        && owner == mover.number()
    {
        let held = hands(table, mover.index()).map(|hand| hand.len());
        some.extend((0..40).map(|_| a_catch(&thrown, held, random)));
    }
    some
}

fn a_catch(thrown: &[Card], mut held: [usize; 2], random: &mut StdRng) -> AnyMove {
    let place = |card: &Card| {
        let (name, held) = if random.random_bool(0.7) {
            (HIDDEN, &mut held[0])
        } else {
            (UP, &mut held[1])
        };
        let at = random.random_range(0..=*held);
        *held += 1;
        json!({"card": card, "hand": name, "at": at})
    };
    let places: Vec<Value> = thrown.iter().map(place).collect();
    wire(&json!({"type": "juggling.catch", "places": places}))
}

/// Whatever a viewer is sent is the same for everything that they can't tell apart: cards that they can't see in other
/// places, and moves that differ only in places of the hidden hand, as long as the table looks the same afterwards.
fn nothing_is_told(walk: &mut Walk, mover: Seat, viewer: Viewer) -> TestCaseResult {
    let before = walk.table.view(viewer);
    let tables = [
        walk.table.clone(),
        rearranged(walk, |view| unseen(view, viewer)),
        rearranged(walk, |view| hidden_hand(view, mover)),
    ];
    let mut seen: BTreeMap<String, Vec<(AnyView, Value)>> = BTreeMap::new();
    for table in tables {
        prop_assert_eq!(table.view(viewer), before.clone());
        for mv in some_moves(&table, &mut walk.random) {
            let mut after = table.clone();
            let events = after.play(mover, &mv).unwrap();
            let told = entry(mover, &mv, &events, viewer);
            let alike = seen.entry(public_part(&table, &mv)).or_default();
            let view = after.view(viewer);
            match alike.iter().find(|(other, _)| *other == view) {
                Some((_, other)) => prop_assert_eq!(other, &told),
                None => alike.push((view, told)),
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_hidden_is_told_to_others(seats in 2_u8..=4, seed in any::<u64>()) {
        let mut walk = Walk::new(&Setup { kind: Kind::JugglingAct, seats, seed });
        for step in 0..150 {
            if let [mover] = walk.table.to_move()[..] {
                // A throw of several cards that has come back is rare, and a catch of it tells most.
                let back = in_play(&walk.table)
                    .is_some_and(|(owner, cards)| owner == mover.number() && cards.len() > 1);
                if back || step % 8 == 0 {
                    let others = Viewer::of_a_running_game(seats).filter(|&viewer| viewer != Viewer::Seat(mover));
                    for viewer in others {
                        nothing_is_told(&mut walk, mover, viewer)?;
                    }
                }
            }
            if walk.step().is_none() {
                break;
            }
        }
    }

    /// Whoever is to move is told nothing either, by their view, their legal moves or a refusal.
    #[test]
    fn nothing_that_is_hidden_is_told_to_the_player_to_move(seats in 2_u8..=4, seed in any::<u64>()) {
        let mut walk = Walk::new(&Setup { kind: Kind::JugglingAct, seats, seed });
        for _ in 0..150 {
            if let [mover] = walk.table.to_move()[..] {
                let viewer = Viewer::Seat(mover);
                let other = rearranged(&mut walk, |view| unseen(view, viewer));
                prop_assert_eq!(walk.table.view(viewer), other.view(viewer));
                prop_assert_eq!(walk.table.legal_moves(mover), other.legal_moves(mover));
                let sample = wire(&walk.sampler.a_move(&mut walk.random));
                let refusal = |table: &Table| table.clone().play(mover, &sample).err();
                prop_assert_eq!(refusal(&walk.table), refusal(&other));
            }
            if walk.step().is_none() {
                break;
            }
        }
    }
}
