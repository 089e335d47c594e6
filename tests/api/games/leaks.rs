//! What nobody may see before it is theirs to see, nobody is sent.

use serde_json::{Value, json};

use crate::support::{
    client::Caller as _,
    played::{PLAYED, Played},
    server::TestServer,
    table::{Table, golf, new_players, version},
};

/// Whether all that is shown is true: it may hide things, but not tell others.
fn agrees(shown: &Value, truth: &Value) -> bool {
    match (shown, truth) {
        (Value::Null, _) => true,
        (Value::Array(shown), Value::Array(truth)) => {
            shown.len() == truth.len()
                && shown
                    .iter()
                    .zip(truth)
                    .all(|(shown, truth)| agrees(shown, truth))
        }
        (Value::Object(shown), Value::Object(truth)) => shown
            .iter()
            .all(|(name, shown)| truth.get(name).is_some_and(|truth| agrees(shown, truth))),
        _ => shown == truth,
    }
}

/// The seat of the one who looked, where they have one.
fn own_seat(game: &Value) -> &Value {
    &game["you"]["seat"]
}

#[test]
fn a_card_that_lies_face_down_is_shown_to_nobody() {
    for look in PLAYED.iter().flat_map(|played| &played.looks) {
        let state = &look.game["state"];
        for hand in state["hands"].as_array().into_iter().flatten() {
            let (slots, face_up) = (&hand["slots"], &hand["face_up"]);
            for slot in 0..6 {
                assert_eq!(slots[slot].is_string(), face_up[slot] == true, "{state}");
            }
        }
        assert!(state["stock"]["cards"].is_null() && state["discards"]["under"].is_null());
    }
}

#[test]
fn a_card_that_was_drawn_is_shown_to_the_one_who_drew_it() {
    let mut drawn_cards = 0;
    for look in PLAYED.iter().flat_map(|played| &played.looks) {
        let drawn = &look.game["state"]["drawn"];
        if drawn.is_object() {
            drawn_cards += 1;
            let is_own = drawn["seat"] == *own_seat(&look.game);
            assert_eq!(drawn["card"].is_string(), is_own, "{drawn}");
        }
    }
    assert!(drawn_cards > 100, "{drawn_cards}");
}

#[test]
fn what_is_shown_is_true() {
    let played = &PLAYED[0];
    let begin = version(&played.truths[0]);
    for look in &played.looks {
        let at = version(&look.game);
        if at < begin {
            continue;
        }
        let index = usize::try_from(at - begin).expect("a small number");
        assert!(
            agrees(&look.game["state"], &played.truths[index]["state"]),
            "{}",
            look.game
        );
    }
}

#[test]
fn the_record_shows_every_card_of_the_deck_once_at_any_moment() {
    let mut deck: Vec<String> = "CDHS"
        .chars()
        .flat_map(|suit| "A23456789TJQK".chars().map(move |rank| (rank, suit)))
        .map(|(rank, suit)| format!("{rank}{suit}"))
        .collect();
    deck.sort_unstable();
    for truth in &PLAYED[0].truths {
        let state = &truth["state"];
        let hands = state["hands"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|hand| &hand["slots"]);
        let piles = [&state["stock"]["cards"], &state["discards"]["under"]];
        let mut cards: Vec<String> = hands
            .chain(piles)
            .flat_map(|pile| pile.as_array().into_iter().flatten())
            .chain([&state["discards"]["top"], &state["drawn"]["card"]])
            .filter_map(|card| card.as_str().map(str::to_owned))
            .collect();
        cards.sort_unstable();
        if state["phase"] != "deal" {
            assert_eq!(cards, deck);
        }
    }
}

/// Whether this viewer may see an entry whole, and what of it they may not.
fn hidden_parts(entry: &Value, own: &Value) -> Vec<&'static str> {
    let mut hidden = Vec::new();
    if entry["entropy"].is_string() {
        hidden.push("/entropy");
    }
    if entry["cards"].is_array() {
        hidden.push("/cards");
    }
    for event in entry["events"].as_array().into_iter().flatten() {
        if event["type"] == "golf.drawn" && event["seat"] != *own {
            hidden.push("/events/0/card");
        }
    }
    hidden
}

fn assert_log_hides(played: &Played, log: &[Value], own: &Value) {
    let full = &played.eyes_named("record").log;
    assert_eq!(log.len(), full.len());
    for (shown, full) in log.iter().zip(full) {
        let mut expected = full.clone();
        let hidden = hidden_parts(full, own);
        for part in &hidden {
            let part = expected.pointer_mut(part).expect("the part is there");
            assert!(!part.is_null());
            *part = Value::Null;
        }
        if !hidden.is_empty() {
            // With the salt, what is hidden could be guessed from the hash.
            let salt = expected.as_object_mut().expect("an object").remove("salt");
            assert!(
                salt.is_some(),
                "what is hidden from somebody is salted: {full}"
            );
        }
        assert_eq!(*shown, expected);
    }
}

#[test]
fn the_log_hides_from_everyone_what_they_may_not_see_and_nothing_else() {
    for played in &*PLAYED {
        for (by, log) in played.logs_later.iter().enumerate() {
            let own = played
                .looks
                .iter()
                .rev()
                .find(|look| look.by == by)
                .expect("everyone looked");
            assert_log_hides(played, log, own_seat(&own.game));
        }
    }
}

#[test]
fn an_entry_is_salted_exactly_if_it_hides_something_from_someone() {
    for played in &*PLAYED {
        for entry in &played.eyes_named("record").log {
            let hides = !hidden_parts(entry, &Value::Null).is_empty();
            assert_eq!(entry.get("salt").is_some(), hides, "{entry}");
        }
    }
}

#[tokio::test]
async fn the_same_request_is_answered_the_same_whatever_the_hidden_cards_are() {
    // Two games with other cards: whether a move is legal, and why not, tells nothing about them.
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let mut told = Vec::new();
    for _ in 0..2 {
        let table = Table::seat(players.clone(), &golf(2)).await;
        let game = table.turn_up().await;
        let at = version(&game);
        let mut answers = Vec::new();
        for mv in [
            json!({ "type": "golf.draw" }),
            json!({ "type": "golf.take", "slot": 3 }),
            json!({ "type": "golf.place", "slot": 3 }),
        ] {
            let request = players[0].post(&table.path("/moves?dry_run=true"));
            answers.push(
                request
                    .json(&json!({ "version": at, "move": mv }))
                    .send()
                    .await
                    .json(),
            );
        }
        answers.push(
            players[0]
                .get(&table.path("/legal-moves"))
                .expect(200)
                .await,
        );
        told.push(answers);
    }
    assert_eq!(told[0], told[1]);
}
