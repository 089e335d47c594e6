//! Damage to a log, and logs that were forged.

use std::fmt::Write as _;

use cardpost::game::{Game, chain::Hash};
use serde_json::Value;

use super::{Of, audited, filled, find, told};
use crate::support::database::Database;

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_a_log_is_found() {
    let lost = "games";
    find(&[
        (Of::Finished, "UPDATE log SET hash = sha256('') OF GAME AND seq = 7", &["log entry 7, hash", "log entry 8, hash"], "is e3b0c44298fc1c14"),
        (Of::Finished, "UPDATE log SET entry = entry || ' ' OF GAME AND seq = 7", &["log entry 7, hash", "log entry 7"], "according to the entry"),
        (Of::Finished, r#"UPDATE log SET entry = replace(entry, '"type":"move"', '"type":"muse"') OF GAME AND seq = 7"#, &["log entry 7, hash", "log entry 7", lost], "according to the entry"),
        (Of::Finished, "UPDATE log SET entry = '' OF GAME AND seq = 1", &["log entry 1, hash", "log entry 1", lost], "according to the entry"),
        (Of::Finished, "DELETE FROM log OF GAME AND seq = 7", &["log entry 8", "log entry 8, hash", "log entry 8", lost], "is missing"),
        (Of::Finished, "DELETE FROM log OF GAME AND seq = 1", &["log entry 2", "log entry 2, hash", "log entry 2", lost], "is missing"),
        (Of::Finished, "DELETE FROM log OF GAME", &["games.version", "games.head", "log"], "should be 0"),
        (Of::Running, "DELETE FROM log OF GAME AND seq > 5", &["games.version", "games.head", "games.snapshot", "games.turn_since"], "should be 5"),
    ]).await;
}

/// Changes the log of a game and links all its hashes anew, as a forger would who can write to the database.
fn forge(database: &Database, game: &Game, change: impl FnOnce(&mut Vec<Value>)) {
    let select = format!(
        "SELECT entry AS text FROM log WHERE game_id = '{}' ORDER BY seq",
        game.id()
    );
    let mut entries: Vec<Value> = database
        .texts(&select)
        .iter()
        .map(|entry| serde_json::from_str(entry).unwrap())
        .collect();
    change(&mut entries);
    let mut statements = format!(
        "SET session_replication_role = replica; DELETE FROM log WHERE game_id = '{}';",
        game.id()
    );
    let mut head = Hash::START;
    for (seq, entry) in (1..).zip(&entries) {
        // The fields of serde_json's objects are in the canonical order.
        let text = entry.to_string();
        head = head.link(&text);
        let id = game.id();
        let _ = write!(
            statements,
            "INSERT INTO log VALUES ('{id}', {seq}, '{text}', '\\x{head}');"
        );
    }
    let (id, version) = (game.id(), entries.len());
    let _ = write!(
        statements,
        "UPDATE games SET head = '\\x{head}', version = {version} WHERE id = '{id}'"
    );
    database.run(&statements);
}

/// The entries of a type.
fn of_type<'a>(entries: &'a mut [Value], name: &str) -> Vec<&'a mut Value> {
    entries
        .iter_mut()
        .filter(|entry| entry["type"] == name)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_forged_with_all_its_hashes_is_found_by_playing_it() {
    type Forgery = fn(&mut Vec<Value>);
    let forgeries: &[(Forgery, &str)] = &[
        // Other cards than the seed deals, of which nobody has seen any yet.
        (
            |log| {
                of_type(log, "shuffled")[0]["cards"]
                    .as_array_mut()
                    .unwrap()
                    .swap(40, 41);
            },
            "does not follow from the seed",
        ),
        (
            |log| {
                of_type(log, "seated")[0]["players"]
                    .as_array_mut()
                    .unwrap()
                    .reverse();
            },
            "does not follow from the seed",
        ),
        (
            |log| of_type(log, "joined")[1]["entropy"] = "aa".into(),
            "does not follow from the seed",
        ),
        (
            |log| log[0]["commitment"] = "00".repeat(32).into(),
            "games.commitment",
        ),
        (
            |log| log[0]["game"] = "0192f000-0000-7000-8000-000000000000".into(),
            "games.id",
        ),
        (
            |log| of_type(log, "finished")[0]["result"]["places"] = serde_json::json!([1, 1]),
            "the result is not the one that follows by the rules",
        ),
        (
            |log| of_type(log, "move")[3]["events"] = serde_json::json!([]),
            "the events are not those that follow by the rules",
        ),
        (
            |log| {
                of_type(log, "shuffled")[0]
                    .as_object_mut()
                    .unwrap()
                    .remove("salt");
            },
            "has hidden contents but no salt",
        ),
        (
            |log| of_type(log, "finished")[0]["salt"] = "00".repeat(16).into(),
            "has a salt but no hidden contents",
        ),
        (
            |log| of_type(log, "move")[0]["seq"] = 99.into(),
            "contains the number 99",
        ),
        (
            |log| of_type(log, "move")[0]["at"] = "2026-11-30T09:00:00Z".into(),
            "can't be parsed",
        ),
        (
            |log| {
                log.pop();
            },
            "ends before the automatic entries that must follow",
        ),
        (
            |log| log.push(log.last().unwrap().clone()),
            "is not possible here",
        ),
        (|log| log.swap(6, 7), "is not possible here"),
    ];
    let database = Database::new();
    let games = filled(&database, forgeries.iter().map(|_| Of::Finished)).await;
    for ((forgery, _), game) in forgeries.iter().zip(&games) {
        forge(&database, game, forgery);
    }
    let audited = audited(&database).await;
    for ((_, word), game) in forgeries.iter().zip(&games) {
        let told = told(&audited[&game.id()]);
        assert!(told.concat().contains(word), "{word}: {told:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_game_that_differs_in_many_places_some_are_told_and_the_others_counted() {
    let database = Database::new();
    let games = filled(&database, [Of::Finished].into_iter()).await;
    database.run(&format!(
        "SET session_replication_role = replica; \
         UPDATE log SET hash = sha256(hash) WHERE game_id = '{}'",
        games[0].id()
    ));
    let audited = &audited(&database).await[&games[0].id()];
    assert_eq!(audited.differences.len(), 20);
    // Each hash, and the head of the game.
    assert_eq!(20 + audited.more, audited.entries + 1);
}
