//! Every kind of game, over HTTP: what is shown and taken is as the document says, whatever is played.

use cardpost::record::{file::Script, replay::replay};
use serde_json::{Value, json};

use super::played::choose;
use crate::support::{
    client::{Caller as _, text},
    pick::Picker,
    server::TestServer,
    table::{Table, new_players, seat, version},
};

/// How many moves of a game are made before everyone resigns.
const MOVES: usize = 25;

/// Every kind, with the fewest and the most who can play it.
async fn kinds(server: &TestServer) -> Vec<(String, usize)> {
    let kinds = server.nobody().get("/v1/kinds").expect(200).await;
    let mut all = Vec::new();
    for kind in kinds["items"].as_array().expect("a list") {
        let name = text(&kind["kind"]);
        let players = &kind["players"];
        all.push((name.clone(), seat(&players["min"])));
        if players["max"] != players["min"] {
            all.push((name, seat(&players["max"])));
        }
    }
    all
}

/// A game of a kind with its default options.
async fn begin(server: &TestServer, kind: &str, seats: usize) -> Table {
    let new = json!({ "kind": kind, "seats": seats, "seating": "as_joined" });
    Table::seat(new_players(server, seats).await, &new).await
}

/// Makes moves from the lists of legal ones, and looks at the game before each as everyone. Gives what was seen: who
/// looked (the number of players for someone who does not play), and the game.
async fn play(server: &TestServer, table: &Table) -> Vec<(usize, Value)> {
    let seats = table.players.len();
    let mut picker = Picker::new(seats as u64);
    let mut seen = Vec::new();
    for _ in 0..MOVES {
        let game = table.seen_by(&server.nobody()).await;
        if game["status"] != "playing" {
            break;
        }
        let mover = seat(&game["turn"]["seats"][0]);
        let legal = table.path("/legal-moves");
        let legal = table.players[mover].get(&legal).expect(200).await;
        let mv = choose(&legal["moves"], &mut picker);
        seen.push((seats, game));
        for (by, player) in table.players.iter().enumerate() {
            seen.push((by, table.seen_by(player).await));
        }
        let after = table.play(&table.players[mover], version(&legal), mv).await;
        seen.push((mover, after));
    }
    seen
}

#[tokio::test]
async fn every_kind_is_played_and_shown_as_the_document_says() {
    let server = TestServer::shared();
    for (kind, seats) in kinds(&server).await {
        let table = begin(&server, &kind, seats).await;
        let seen = play(&server, &table).await;
        for (by, game) in seen.iter().step_by(7) {
            let path = table.path(&format!("?at={}", version(game)));
            let later = match table.players.get(*by) {
                Some(player) => player.get(&path).expect(200).await,
                None => server.nobody().get(&path).expect(200).await,
            };
            assert_eq!(later, *game, "{kind}, seen by {by}");
        }
        for player in &table.players {
            table.log_of(player).await;
        }
    }
}

#[tokio::test]
async fn every_kind_leaves_a_record_that_is_played_again() {
    let server = TestServer::shared();
    let mut kinds = kinds(&server).await;
    kinds.dedup_by(|larger, smaller| larger.0 == smaller.0);
    for (kind, seats) in kinds {
        let table = begin(&server, &kind, seats).await;
        play(&server, &table).await;
        for player in &table.players {
            if table.seen_by(player).await["status"] == "playing" {
                player.post(&table.path("/resign")).expect(200).await;
            }
        }
        let record = server.nobody().get(&table.path("/record")).send().await;
        record.expect_status(200);
        let script = Script::read(&String::from_utf8_lossy(&record.body));
        let script = script.unwrap_or_else(|error| panic!("{kind}: {error}"));
        let end = replay(&script, None, &mut |_| {});
        let end = end.unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(json!(end.outcome()), record.json()["result"], "{kind}");
    }
}

#[tokio::test]
async fn a_game_for_one_begins_when_it_is_created() {
    let server = TestServer::shared();
    for (kind, seats) in kinds(&server).await {
        if seats > 1 {
            continue;
        }
        let ann = server.player("Ann").await;
        let new = json!({ "kind": kind, "seats": 1 });
        let key = format!("a game of {kind} for {}", ann.id);
        let request = |body: &Value| {
            ann.post("/v1/games")
                .header("idempotency-key", &key)
                .json(body)
        };
        let first = request(&new).send().await;
        let game = first.expect(201);
        assert_eq!(game["status"], "playing");
        assert_eq!(game["turn"]["seats"], json!([0]));
        assert_eq!(request(&new).send().await.body, first.body);
        let resigned = ann.post(&format!("/v1/games/{}/resign", text(&game["id"])));
        assert_eq!(resigned.expect(200).await["status"], "finished");
        assert_eq!(request(&new).send().await.body, first.body);
    }
}
