//! Whole games, from the first deal to the last card.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::support::{played::PLAYED, table::version};

#[test]
fn every_game_comes_to_an_end_with_a_result() {
    for played in &*PLAYED {
        let end = played.end();
        assert_eq!(end["status"], "finished");
        assert_eq!(
            end["turn"],
            json!({ "seats": [], "since": null, "deadline": null })
        );
        assert_eq!(end["state"]["phase"], "over");
        assert!(end["finished_at"].as_str() >= end["started_at"].as_str());
        let result = &end["result"];
        assert_eq!(result["totals"], end["state"]["totals"]);
        assert_eq!(result["rounds"], end["state"]["scores"]);
        let totals: Vec<i64> = result["totals"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_i64)
            .collect();
        assert_eq!(totals.len(), played.seats);
        // The lowest total wins, equal ones share a place.
        let places: Vec<usize> = totals
            .iter()
            .map(|total| 1 + totals.iter().filter(|other| *other < total).count())
            .collect();
        assert_eq!(result["places"], json!(places));
    }
}

#[test]
fn every_kind_of_move_and_event_was_played() {
    let mut seen: HashMap<String, u32> = HashMap::new();
    for entry in PLAYED.iter().flat_map(|played| &played.logs_later[0]) {
        let events = entry["events"].as_array().into_iter().flatten();
        for kind in events
            .chain([&entry["move"]])
            .filter_map(|thing| thing["type"].as_str())
        {
            *seen.entry(kind.to_owned()).or_default() += 1;
        }
    }
    for kind in [
        "golf.turn_up",
        "golf.draw",
        "golf.place",
        "golf.discard",
        "golf.take",
        "golf.dealt",
        "golf.turned_up",
        "golf.drawn",
        "golf.placed",
        "golf.discarded",
        "golf.taken",
        "golf.went_out",
        "golf.hole_scored",
    ] {
        assert!(seen.contains_key(kind), "{kind}: {seen:?}");
    }
}

#[test]
fn everyone_sees_the_same_of_what_is_not_about_them() {
    for played in &*PLAYED {
        let mut at: HashMap<u64, Value> = HashMap::new();
        for look in &played.looks {
            let mut game = look.game.clone();
            game["you"] = Value::Null;
            if !game["state"].is_null() {
                game["state"]["drawn"] = Value::Null;
            }
            let first = at.entry(version(&game)).or_insert_with(|| game.clone());
            assert_eq!(*first, game);
        }
    }
}

#[test]
fn before_the_end_nobody_sees_the_seed_or_a_result() {
    for played in &*PLAYED {
        for look in &played.looks {
            let is_over = look.game["status"] == "finished";
            assert_eq!(look.game["fairness"]["seed"].is_string(), is_over);
            assert_eq!(look.game["result"].is_object(), is_over);
            assert_eq!(
                look.game["fairness"]["commitment"],
                played.end()["fairness"]["commitment"]
            );
        }
    }
}
