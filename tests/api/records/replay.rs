//! Records: what is downloaded of a finished game, and that it can be played again without the server.

use cardpost::{
    engine::viewer::Viewer,
    record::{replay::replay, script::Script},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{
    client::{Caller as _, text},
    played::PLAYED,
    server::TestServer,
    table::{Table, new_players, private_golf},
};

#[test]
fn a_record_is_a_file_with_a_name() {
    for played in &*PLAYED {
        assert_eq!(played.record.status, 200);
        assert_eq!(
            played.record.header("content-type"),
            Some("application/json")
        );
        let name = format!(
            "attachment; filename=\"golf-{}.json\"",
            text(&played.end()["id"])
        );
        assert_eq!(played.record.header("content-disposition"), Some(&*name));
    }
}

#[test]
fn a_record_holds_everything() {
    for played in &*PLAYED {
        let (record, end) = (played.record.json(), played.end());
        assert_eq!(record["format"], "cardpost-record/1");
        for field in ["id", "kind", "rules", "options", "result"] {
            assert_eq!(record[field], end[field], "{field}");
        }
        for (seat, seated) in end["seats"].as_array().expect("a list").iter().enumerate() {
            assert_eq!(
                record["seats"][seat],
                json!({ "name": seated["player"]["name"], "bot": null })
            );
        }
        assert_eq!(record["log"], json!(played.eyes_named("record").log));
        let shuffles: Vec<&Value> = record["log"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|entry| &entry["cards"])
            .filter(|cards| cards.is_array())
            .collect();
        assert_eq!(record["shuffles"], json!(shuffles));
        assert_eq!(record["deal"]["seed"], end["fairness"]["seed"]);
        assert_eq!(record["deal"]["commitment"], end["fairness"]["commitment"]);
        // In the order of joining, whoever sat where.
        let entropy: Vec<Value> = (0..played.seats)
            .map(|joined| match joined {
                0 => json!("5eed"),
                odd if odd % 2 == 1 => json!(format!("{odd:02x}")),
                _ => Value::Null,
            })
            .collect();
        assert_eq!(record["deal"]["entropy"], json!(entropy));
    }
}

#[test]
fn a_record_is_played_again_to_the_same_result() {
    for played in &*PLAYED {
        let record = std::str::from_utf8(&played.record.body).expect("a text");
        let script = Script::read(record).unwrap_or_else(|error| panic!("{error}"));
        let mut steps = 0;
        let table =
            replay(&script, None, &mut |_| steps += 1).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(json!(table.outcome()), played.record.json()["result"]);
        assert!(steps > 10);
        for (eyes, viewer) in [("record", Viewer::Record), ("spectator", Viewer::Spectator)] {
            assert_eq!(
                json!(table.view(viewer)),
                played.eyes_named(eyes).game["state"]
            );
        }
    }
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().to_vec()
}

/// The permutation that shuffle `number` under a label makes of `size` things, in thirty lines as anyone would write
/// them: a stream of 32-bit words from HMAC-SHA-256, and Fisher–Yates from the back.
fn permutation(key: &[u8], label: &[u8], number: u32, size: usize) -> Vec<usize> {
    let mut words = (0_u32..).flat_map(|block| {
        let bytes = hmac(key, &[label, &number.to_be_bytes(), &block.to_be_bytes()]);
        let words: Vec<u64> = bytes
            .chunks(4)
            .map(|word| word.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
            .collect();
        words
    });
    let mut order: Vec<usize> = (0..size).collect();
    for last in (1..size).rev() {
        let choices = last as u64 + 1;
        let fair = (1_u64 << 32) / choices * choices;
        let word = words
            .find(|word| *word < fair)
            .expect("the stream has no end");
        order.swap(
            last,
            usize::try_from(word % choices).expect("a small number"),
        );
    }
    order
}

#[test]
fn the_deals_follow_from_what_was_committed_to_and_what_the_players_added() {
    for played in &*PLAYED {
        let record = played.record.json();
        let game = uuid::Uuid::parse_str(&text(&record["id"])).expect("an id");
        let seed = hex::decode(text(&record["deal"]["seed"])).expect("hexadecimal");
        let commitment = Sha256::new()
            .chain_update("cardpost/commit/1")
            .chain_update(game)
            .chain_update(&seed)
            .finalize();
        assert_eq!(record["deal"]["commitment"], hex::encode(commitment));

        let entropies: Vec<u8> = record["deal"]["entropy"]
            .as_array()
            .expect("a list")
            .iter()
            .flat_map(|entropy| {
                let entropy =
                    hex::decode(entropy.as_str().unwrap_or_default()).expect("hexadecimal");
                let length = u8::try_from(entropy.len()).expect("at most 32");
                [vec![length], entropy].concat()
            })
            .collect();
        let key = hmac(&seed, &[b"cardpost/deal/1", game.as_bytes(), &entropies]);

        let decks = if played.seats <= 4 { 1 } else { 2 };
        let deck: Vec<String> = (0..decks)
            .flat_map(|_| ["C", "D", "H", "S"])
            .flat_map(|suit| {
                [
                    "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
                ]
                .map(|rank| format!("{rank}{suit}"))
            })
            .collect();
        let first: Vec<&String> = permutation(&key, b"shuffle", 0, deck.len())
            .into_iter()
            .map(|card| &deck[card])
            .collect();
        assert_eq!(record["shuffles"][0], json!(first));

        let log = record["log"].as_array().expect("a list");
        let joined: Vec<&Value> = log
            .iter()
            .filter(|entry| entry["type"] == "joined")
            .map(|entry| &entry["player"])
            .collect();
        let seated: Vec<&Value> = permutation(&key, b"seating", 0, joined.len())
            .into_iter()
            .map(|member| joined[member])
            .collect();
        let entry = log
            .iter()
            .find(|entry| entry["type"] == "seated")
            .expect("an entry");
        assert_eq!(entry["players"], json!(seated));
    }
}

#[tokio::test]
async fn there_is_no_record_before_the_end() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players[..1].to_vec(), &private_golf(2)).await;
    let path = table.path("/record");
    players[0].get(&path).refused(409, "game-not-over").await;
    table.join(&players[1]).await;
    for player in &players {
        player.get(&path).refused(409, "game-not-over").await;
    }
    players[1].post(&table.path("/resign")).expect(200).await;
    let record = players[0].get(&path).expect(200).await;
    assert_eq!(record["result"]["places"], json!([1, 2]));
}
