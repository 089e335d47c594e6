//! A server that goes away, and another one that comes over the same database: everything is still there.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::{
    client::{Caller, text},
    server::{Setup, TestServer},
    table::{Table, golf, new_players, private_golf, quick_move, version},
};

/// What a caller is shown at these addresses.
async fn shown(caller: &impl Caller, paths: &[String]) -> Vec<Value> {
    let mut answers = Vec::new();
    for path in paths {
        answers.push(caller.get(path).expect(200).await);
    }
    answers
}

#[tokio::test]
async fn players_games_and_logs_are_still_there() {
    let server = TestServer::start();
    let database = Arc::clone(server.database());
    let players = new_players(&server, 2).await;
    let open = Table::seat(players[..1].to_vec(), &private_golf(3)).await;
    let playing = Table::seat(players.clone(), &golf(2)).await;
    let game = playing.turn_up().await;
    playing
        .play(&players[0], version(&game), json!({ "type": "golf.draw" }))
        .await;
    let finished = Table::seat(players.clone(), &golf(2)).await;
    finished.end().await;
    let mut paths = vec![
        "/v1/me".to_owned(),
        "/v1/me/tokens".into(),
        "/v1/me/data".into(),
        "/v1/me/games".into(),
        "/v1/games".into(),
    ];
    for table in [&open, &playing, &finished] {
        paths.extend(["", "/log", "/legal-moves", "?at=2"].map(|rest| table.path(rest)));
    }
    paths.push(finished.path("/record"));
    let before = shown(&players[0], &paths).await;
    drop(server);

    let server = TestServer::over(database, Setup::default());
    assert_eq!(shown(&players[0].at(server.door()), &paths).await, before);
}

#[tokio::test]
async fn a_running_game_goes_on_to_its_end() {
    let mut server = TestServer::start();
    let mut table = Table::of(&server, 2).await;
    let mut game = table.seen_by(&table.players[0]).await;
    while game["status"] == "playing" {
        // A new server now and then: between turns, and in the middle of one.
        if version(&game).is_multiple_of(7) {
            let database = Arc::clone(server.database());
            drop(server);
            server = TestServer::over(database, Setup::default());
            table.players = table
                .players
                .iter()
                .map(|player| player.at(server.door()))
                .collect();
        }
        game = table
            .play(table.mover(&game), version(&game), quick_move(&game))
            .await;
    }
    let record = table.players[0].get(&table.path("/record")).send().await;
    let script = cardpost::record::script::Script::read(&String::from_utf8_lossy(&record.body));
    assert!(script.is_ok());
    assert_eq!(record.json()["result"], game["result"]);
}

#[tokio::test]
async fn what_was_sent_to_the_first_server_can_be_repeated_to_the_second() {
    let server = TestServer::start();
    let database = Arc::clone(server.database());
    let new = private_golf(2);
    let ann = server.player("Ann").await;
    let created = ann
        .post("/v1/games")
        .header("idempotency-key", "one")
        .json(&new)
        .send()
        .await;
    let table = Table {
        game: text(&created.json()["id"]),
        players: vec![ann.clone(), server.player("Ben").await],
        join_code: Some(text(&created.json()["join_code"])),
    };
    table.join(&table.players[1]).await;
    let mv = json!({ "version": 5, "move": { "type": "golf.turn_up", "slots": [0, 1] } });
    let moved = ann.post(&table.path("/moves")).json(&mv).send().await;
    assert_eq!(moved.status, 201);
    drop(server);

    let server = TestServer::over(database, Setup::default());
    let ann = ann.at(server.door());
    let again = ann
        .post("/v1/games")
        .header("idempotency-key", "one")
        .json(&new)
        .send()
        .await;
    assert_eq!((again.status, again.body), (201, created.body));
    let again = ann.post(&table.path("/moves")).json(&mv).send().await;
    assert_eq!((again.status, again.body), (200, moved.body));
}
