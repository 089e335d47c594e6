//! Moves that are sent again, because the answer was lost: answered like the first time, however late.

use serde_json::{Value, json};

use crate::support::{
    client::{Answer, Caller as _, Player},
    server::TestServer,
    table::{Table, quick_move, version},
};

async fn send(table: &Table, player: &Player, version: u64, mv: &Value) -> Answer {
    let body = json!({ "version": version, "move": mv });
    player.post(&table.path("/moves")).json(&body).send().await
}

/// Sends the move again: the same answer, and nothing is stored.
async fn assert_repeated(
    server: &TestServer,
    table: &Table,
    player: &Player,
    at: u64,
    mv: &Value,
    first: &Answer,
) {
    let before = server.database().content();
    let again = send(table, player, at, mv).await;
    assert_eq!(again.status, 200, "{again}");
    assert_eq!(again.body, first.body);
    assert_eq!(again.header("etag"), first.header("etag"));
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_repeated_move_is_answered_like_the_first_time() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let game = table.turn_up().await;
    let (ann, at, mv) = (
        &table.players[0],
        version(&game),
        json!({ "type": "golf.draw" }),
    );
    let first = send(&table, ann, at, &mv).await;
    assert_eq!(first.status, 201);
    for _ in 0..3 {
        assert_repeated(&server, &table, ann, at, &mv, &first).await;
    }
}

#[tokio::test]
async fn a_move_is_the_same_however_it_is_written() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let first = send(
        &table,
        ann,
        5,
        &json!({ "type": "golf.turn_up", "slots": [0, 4] }),
    )
    .await;
    assert_eq!(first.status, 201);
    let other_order = json!({ "slots": [4, 0], "type": "golf.turn_up" });
    assert_repeated(&server, &table, ann, 5, &other_order, &first).await;
}

#[tokio::test]
async fn a_move_can_be_repeated_after_others_and_after_the_end() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let mut sent = Vec::new();
    for (seat, mv) in [
        (0, json!({ "type": "golf.turn_up", "slots": [0, 1] })),
        (1, json!({ "type": "golf.turn_up", "slots": [2, 3] })),
        (0, json!({ "type": "golf.draw" })),
        (0, json!({ "type": "golf.place", "slot": 5 })),
        (1, json!({ "type": "golf.take", "slot": 4 })),
    ] {
        let at = 5 + sent.len() as u64;
        let answer = send(&table, &table.players[seat], at, &mv).await;
        assert_eq!(answer.status, 201, "{answer}");
        sent.push((seat, at, mv, answer));
    }
    for _ in 0..2 {
        for (seat, at, mv, first) in &sent {
            assert_repeated(&server, &table, &table.players[*seat], *at, mv, first).await;
        }
        // The second time round, the game is over.
        if table.seen_by(&table.players[0]).await["status"] == "playing" {
            table.end().await;
        }
    }
}

#[tokio::test]
async fn what_followed_from_a_move_is_part_of_its_answer() {
    // With a player who left, the moves of their stand-in follow at once.
    let server = TestServer::start();
    let table = Table::of(&server, 3).await;
    let game = table.turn_up().await;
    let [ann, ben, _] = &*table.players else {
        unreachable!("three players")
    };
    ben.post(&table.path("/resign")).expect(200).await;
    let (at, mv) = (
        version(&game) + 1,
        json!({ "type": "golf.take", "slot": 0 }),
    );
    let first = send(&table, ann, at, &mv).await;
    let after = first.expect(201);
    assert_eq!(version(&after), at + 3, "the move, and two of the stand-in");
    assert_eq!(after["turn"]["seats"], json!([2]));
    assert_repeated(&server, &table, ann, at, &mv, &first).await;
}

#[tokio::test]
async fn the_last_move_of_a_game_can_be_repeated() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let mut game = table.seen_by(&table.players[0]).await;
    loop {
        let (at, mover, mv) = (version(&game), table.mover(&game), quick_move(&game));
        let answer = send(&table, mover, at, &mv).await;
        game = answer.expect(201);
        if game["status"] == "finished" {
            assert!(
                game["fairness"]["seed"].is_string(),
                "what the end brings to light is in the answer"
            );
            return assert_repeated(&server, &table, mover, at, &mv, &answer).await;
        }
    }
}

#[tokio::test]
async fn another_move_on_the_same_version_is_no_repeat_and_neither_is_anothers() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let [ann, ben] = &*table.players else {
        unreachable!("two players")
    };
    let mv = json!({ "type": "golf.turn_up", "slots": [0, 1] });
    send(&table, ann, 5, &mv).await.expect(201);
    let before = server.database().content();
    let other = json!({ "type": "golf.turn_up", "slots": [0, 2] });
    send(&table, ann, 5, &other)
        .await
        .refused(409, "version-conflict");
    send(&table, ben, 5, &mv)
        .await
        .refused(409, "version-conflict");
    send(&table, ann, 4, &mv)
        .await
        .refused(409, "version-conflict");
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_move_that_a_stand_in_made_was_made_by_nobody() {
    let server = TestServer::start();
    let table = Table::of(&server, 3).await;
    let ann = &table.players[0];
    let game = ann.post(&table.path("/resign")).expect(200).await;
    let log = table.log_of(ann).await;
    let made = log.last().expect("an entry");
    assert_eq!(
        (&made["stand_in"], &game["version"]),
        (&json!(true), &made["seq"])
    );
    let answer = send(&table, ann, version(&game) - 1, &made["move"]).await;
    answer.refused(409, "version-conflict");
}
