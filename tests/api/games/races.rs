//! Requests that arrive together: one of them is first, and the others are told.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    client::{Answer, Caller as _, Player},
    server::{Setup, TestServer},
    table::{Table, golf, new_players},
};

/// A server that answers on two threads.
fn racing() -> TestServer {
    TestServer::with(two_threads())
}

fn two_threads() -> Setup {
    Setup {
        workers: 2,
        ..Setup::default()
    }
}

async fn move_at_once(table: &Table, player: &Player, bodies: &[Value]) -> Vec<Answer> {
    let moves = table.path("/moves");
    join_all(
        bodies
            .iter()
            .map(|body| player.post(&moves).json(body).send()),
    )
    .await
}

#[tokio::test]
async fn of_twenty_equal_moves_at_once_one_is_stored_and_all_are_answered_alike() {
    let server = racing();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let body = json!({ "version": 5, "move": { "type": "golf.turn_up", "slots": [0, 1] } });
    let answers = move_at_once(&table, ann, &vec![body; 20]).await;
    let stored = answers.iter().filter(|answer| answer.status == 201).count();
    let repeated = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!((stored, repeated), (1, 19));
    assert!(answers.iter().all(|answer| answer.body == answers[0].body));
    assert_eq!(table.log_of(ann).await.len(), 6);
}

#[tokio::test]
async fn of_different_moves_at_once_one_is_stored_and_the_others_are_told_which() {
    let server = racing();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let bodies: Vec<Value> = (1..6)
        .map(|slot| json!({ "version": 5, "move": { "type": "golf.turn_up", "slots": [0, slot] } }))
        .collect();
    let answers = move_at_once(&table, ann, &bodies).await;
    let log = table.log_of(ann).await;
    assert_eq!(log.len(), 6);
    for (body, answer) in bodies.iter().zip(&answers) {
        if body["move"] == log[5]["move"] {
            answer.expect(201);
        } else {
            let problem = answer.refused(409, "version-conflict");
            assert_eq!(
                (&problem["version"], &problem["entries"]),
                (&json!(6), &json!(log[5..]))
            );
        }
    }
}

#[tokio::test]
async fn two_servers_over_one_database_store_one_move_too() {
    let first = racing();
    let second = TestServer::over(Arc::clone(first.database()), two_threads());
    let table = Table::of(&first, 2).await;
    let ann = &table.players[0];
    let elsewhere = ann.at(second.door());
    let body =
        |slot: u32| json!({ "version": 5, "move": { "type": "golf.turn_up", "slots": [0, slot] } });
    let (same, other) = (vec![body(1); 4], vec![body(1), body(1), body(2), body(2)]);
    let (here, there) = tokio::join!(
        move_at_once(&table, ann, &same),
        move_at_once(&table, &elsewhere, &other)
    );
    let log = table.log_of(ann).await;
    assert_eq!(log.len(), 6);
    let all: Vec<&Answer> = here.iter().chain(&there).collect();
    assert_eq!(all.iter().filter(|answer| answer.status == 201).count(), 1);
    for (body, answer) in same.iter().chain(&other).zip(all) {
        if body["move"] == log[5]["move"] {
            assert!(answer.status < 300, "{answer}");
        } else {
            answer.refused(409, "version-conflict");
        }
    }
}

#[tokio::test]
async fn of_those_who_want_the_last_seat_one_gets_it() {
    let server = racing();
    let players = new_players(&server, 8).await;
    let table = Table::seat(players[..1].to_vec(), &golf(3)).await;
    let join = table.path("/join");
    let answers = join_all(players[1..].iter().map(|player| player.post(&join).send())).await;
    let seated = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(seated, 2);
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.refused(409, "game-not-open");
    }
    let game = table.seen_by(&players[0]).await;
    assert_eq!(game["status"], "playing");
    let log = table.log_of(&players[0]).await;
    assert_eq!(log.len(), 6, "created, three who joined, seated, shuffled");
}

#[tokio::test]
async fn a_player_who_joins_ten_times_at_once_has_one_seat() {
    let server = racing();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players[..1].to_vec(), &golf(6)).await;
    let join = table.path("/join");
    let answers = join_all((0..10).map(|_| players[1].post(&join).send())).await;
    let seated = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(seated, 1);
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.refused(409, "already-seated");
    }
}

#[tokio::test]
async fn moves_of_many_games_at_once_are_all_stored() {
    let server = racing();
    let players = new_players(&server, 2).await;
    let mut tables = Vec::new();
    for _ in 0..12 {
        tables.push(Table::seat(players.clone(), &golf(2)).await);
    }
    for (seat, version) in [(0, 5), (1, 6), (0, 7), (0, 8), (1, 9)] {
        let mv = match version {
            5 | 6 => json!({ "type": "golf.turn_up", "slots": [0, 1] }),
            7 => json!({ "type": "golf.draw" }),
            8 => json!({ "type": "golf.discard" }),
            _ => json!({ "type": "golf.take", "slot": 3 }),
        };
        let played = join_all(
            tables
                .iter()
                .map(|table| table.play(&players[seat], version, mv.clone())),
        )
        .await;
        for (table, game) in tables.iter().zip(played) {
            assert_eq!(
                (&game["id"], &game["version"]),
                (&json!(table.game), &json!(version + 1))
            );
        }
    }
}
