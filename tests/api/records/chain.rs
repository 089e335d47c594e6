//! The hash chain of a log, computed here from the record alone.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::support::{played::PLAYED, table::version};

/// The hash of an entry that follows the one with `before`: SHA-256 over the hash before and the entry's canonical
/// JSON (RFC 8785) without its hash.
fn link(before: &[u8], entry: &Value) -> Vec<u8> {
    let mut entry = entry.clone();
    entry.as_object_mut().expect("an object").remove("hash");
    let canonical = serde_json_canonicalizer::to_string(&entry).expect("it is JSON");
    Sha256::new()
        .chain_update(before)
        .chain_update(canonical)
        .finalize()
        .to_vec()
}

#[test]
fn every_hash_follows_from_the_entries_of_the_record() {
    for played in &*PLAYED {
        let record = played.record.json();
        let mut hash = vec![0; 32];
        for (index, entry) in record["log"].as_array().expect("a list").iter().enumerate() {
            assert_eq!(entry["seq"], index + 1);
            hash = link(&hash, entry);
            assert_eq!(entry["hash"], hex::encode(&hash));
        }
        assert_eq!(played.end()["head"], hex::encode(&hash));
    }
}

#[test]
fn the_head_that_was_shown_while_the_game_ran_is_the_hash_of_that_entry() {
    for played in &*PLAYED {
        let record = played.record.json();
        for look in &played.looks {
            let index = usize::try_from(version(&look.game)).expect("a small number") - 1;
            assert_eq!(look.game["head"], record["log"][index]["hash"]);
        }
        for entry in played.logs.iter().flatten() {
            let index = usize::try_from(entry["seq"].as_u64().expect("a position"))
                .expect("a small number")
                - 1;
            assert_eq!(entry["hash"], record["log"][index]["hash"]);
        }
    }
}

#[test]
fn an_entry_that_is_shown_whole_can_be_checked_by_whoever_sees_it() {
    for played in &*PLAYED {
        let record = &played.record.json()["log"];
        let mut checked = 0;
        for log in &played.logs_later {
            for (index, entry) in log.iter().enumerate() {
                if *entry == record[index] && index > 0 {
                    let before = log[index - 1]["hash"].as_str().expect("a hash");
                    let hash = link(&hex::decode(before).expect("hexadecimal"), entry);
                    assert_eq!(entry["hash"], hex::encode(hash));
                    checked += 1;
                }
            }
        }
        assert!(checked > 10);
    }
}

#[test]
fn a_log_that_was_changed_has_another_hash() {
    let record = PLAYED[0].record.json();
    let log = record["log"].as_array().expect("a list");
    let hash = |log: &[Value]| {
        log.iter()
            .fold(vec![0; 32], |hash, entry| link(&hash, entry))
    };
    let (move_at, _) = log
        .iter()
        .enumerate()
        .find(|(_, entry)| entry["type"] == "move")
        .expect("a move");
    let mut changed = log.clone();
    changed[move_at]["at"] = "2020-01-01T00:00:00.000Z".into();
    assert_ne!(hash(&changed), hash(log));
    let mut swapped = log.clone();
    swapped.swap(1, 2);
    assert_ne!(hash(&swapped), hash(log));
    assert_ne!(hash(&log[..log.len() - 1]), hash(log));
}
