//! Several instances over one database, in real time: what is sent is sent once.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use cardpost::{outbound::egress::EgressPolicy, service::limits::Limits};
use serde_json::json;

use crate::support::{
    client::{Caller as _, Player, text},
    receiver::{Down, Received},
    server::{Setup, TestServer},
    table::{Table, golf, new_players, quick_move, version},
    webhooks::client,
};

fn setup() -> Setup {
    Setup {
        limits: Limits {
            webhook_reach: EgressPolicy::Anywhere,
            ..Limits::default()
        },
        transport: Some(Arc::new(client(EgressPolicy::Anywhere))),
        ..Setup::default()
    }
}

/// Plays a game to its end, each player at a server of their own. Gives how often it became the first one's turn.
async fn play(table: &Table, others: &TestServer) -> usize {
    let elsewhere: Vec<Player> = table
        .players
        .iter()
        .map(|player| player.at(others.door()))
        .collect();
    let mut game = table.seen_by(&table.players[0]).await;
    let mut turns = usize::from(game["turn"]["seats"] == json!([0]));
    while game["status"] == "playing" {
        let turn = game["turn"].clone();
        let seat = game["turn"]["seats"][0].as_u64().expect("a seat");
        let mover = if seat == 0 {
            &table.players[0]
        } else {
            &elsewhere[1]
        };
        game = table.play(mover, version(&game), quick_move(&game)).await;
        turns += usize::from(game["turn"]["seats"] == json!([0]) && game["turn"] != turn);
    }
    turns
}

#[tokio::test]
async fn two_instances_send_everything_once_and_in_order_for_each_game() {
    let server = TestServer::with(setup());
    let other = TestServer::over(Arc::clone(server.database()), setup());
    let mut receiver = Down::new().up_and_taking();
    let players = new_players(&server, 2).await;
    let hook = json!({ "url": receiver.url() });
    players[0]
        .post("/v1/me/webhooks")
        .json(&hook)
        .expect(201)
        .await;
    let (mut expected, mut received) = (0, Vec::new());
    for _ in 0..4 {
        let table = Table::seat(players.clone(), &golf(2)).await;
        // Started, finished, and the turns.
        expected += 2 + play(&table, &other).await;
    }
    while received.len() < expected {
        received.push(receiver.next().await);
    }
    // Each finishes what it has under way before it is gone.
    drop(server);
    drop(other);
    received.extend(receiver.came());
    assert_eq!(received.len(), expected);
    let ids: BTreeSet<&str> = received.iter().map(Received::id).collect();
    assert_eq!(ids.len(), expected);
    let mut games: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for request in &received {
        let data = &request.body["data"];
        games
            .entry(text(&data["game"]))
            .or_default()
            .push(version(data));
    }
    assert_eq!(games.len(), 4);
    for versions in games.values() {
        assert!(versions.is_sorted(), "{versions:?}");
    }
}

#[tokio::test]
async fn what_was_not_sent_before_a_restart_is_sent_after_it() {
    let without_sender = Setup {
        transport: None,
        ..setup()
    };
    let server = TestServer::with(without_sender);
    let database = Arc::clone(server.database());
    let mut receiver = Down::new().up_and_taking();
    let players = new_players(&server, 2).await;
    let hook = json!({ "url": receiver.url() });
    players[0]
        .post("/v1/me/webhooks")
        .json(&hook)
        .expect(201)
        .await;
    Table::seat(players, &golf(2)).await;
    drop(server);
    assert!(receiver.came().is_empty());
    let server = TestServer::over(database, setup());
    for about in ["game.started", "turn.started"] {
        assert_eq!(receiver.next().await.about(), about);
    }
    drop(server);
    assert!(receiver.came().is_empty());
}
