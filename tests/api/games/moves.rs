//! Moves: which are legal, what becomes of one, and of one that comes at the wrong time.

use serde_json::{Value, json};

use crate::support::{
    client::Caller as _,
    server::TestServer,
    table::{Table, golf, new_players, version},
};

fn turn_up() -> Value {
    json!({ "type": "golf.turn_up", "slots": [0, 4] })
}

#[tokio::test]
async fn a_move_is_answered_with_the_game_after_it() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let request = ann.post(&table.path("/moves"));
    let answer = request
        .json(&json!({ "version": 5, "move": turn_up() }))
        .send()
        .await;
    let game = answer.expect(201);
    assert_eq!(game["version"], 6);
    assert_eq!(answer.header("etag"), Some("\"6\""));
    assert_eq!(game["turn"]["seats"], json!([1]));
    assert_eq!(
        game["state"]["hands"][0]["face_up"],
        json!([true, false, false, false, true, false])
    );
    assert_eq!(table.seen_by(ann).await, game);
    let log = table.log_of(ann).await;
    assert_eq!((&log[5]["seat"], &log[5]["move"]), (&json!(0), &turn_up()));
    assert_eq!(log[5]["hash"], game["head"]);
}

/// The legal moves of a player, by both ways of asking.
async fn legal_moves(table: &Table, seat: usize) -> Vec<Value> {
    let player = &table.players[seat];
    let legal = player.get(&table.path("/legal-moves")).expect(200).await;
    let game = player
        .get(&table.path("?include=legal_moves"))
        .expect(200)
        .await;
    assert_eq!(legal["version"], game["version"]);
    assert_eq!(
        json!({ "moves": legal["moves"], "open": legal["open"] }),
        game["legal_moves"]
    );
    legal["moves"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn every_listed_move_is_taken_by_a_dry_run_and_stores_nothing() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    for step in 0..5 {
        let (version, mover) = table.turn().await;
        let seat = usize::from(mover.id != table.players[0].id);
        let moves = legal_moves(&table, seat).await;
        assert_eq!(legal_moves(&table, 1 - seat).await, Vec::<Value>::new());
        let before = server.database().content();
        for mv in &moves {
            let request = mover.post(&table.path("/moves?dry_run=true"));
            let answer = request
                .json(&json!({ "version": version, "move": mv }))
                .expect(200)
                .await;
            assert_eq!(
                answer,
                json!({ "legal": true, "version": version }),
                "no card is told"
            );
        }
        assert_eq!(server.database().content(), before);
        // Turning up, turning up, drawing, placing, taking.
        let types = [
            "golf.turn_up",
            "golf.turn_up",
            "golf.draw",
            "golf.place",
            "golf.take",
        ];
        let mv = moves
            .iter()
            .find(|mv| mv["type"] == types[step])
            .expect("a legal move");
        table.play(mover, version, mv.clone()).await;
    }
}

#[tokio::test]
async fn the_number_of_legal_moves_is_that_of_the_rules() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    // Two of six slots.
    assert_eq!(legal_moves(&table, 0).await.len(), 15);
    let game = table.turn_up().await;
    // Draw, or take into one of six slots.
    assert_eq!(legal_moves(&table, 0).await.len(), 7);
    table
        .play(
            &table.players[0],
            version(&game),
            json!({ "type": "golf.draw" }),
        )
        .await;
    // Discard, or place into one of six slots.
    assert_eq!(legal_moves(&table, 0).await.len(), 7);
}

#[tokio::test]
async fn a_dry_run_is_refused_like_the_move_itself() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let game = table.turn_up().await;
    let [ann, ben] = &*table.players else {
        unreachable!("two players")
    };
    let at = version(&game);
    let before = server.database().content();
    for (player, version, mv, status, code) in [
        (
            ann,
            at,
            json!({ "type": "golf.take", "slot": 6 }),
            422,
            "illegal-move",
        ),
        (
            ann,
            at,
            json!({ "type": "golf.discard" }),
            422,
            "illegal-move",
        ),
        (ann, at, json!({ "type": "golf.fold" }), 400, "malformed"),
        (
            ben,
            at,
            json!({ "type": "golf.draw" }),
            409,
            "not-your-turn",
        ),
        (
            ann,
            at - 1,
            json!({ "type": "golf.draw" }),
            409,
            "version-conflict",
        ),
        (
            ann,
            at + 1,
            json!({ "type": "golf.draw" }),
            409,
            "version-conflict",
        ),
    ] {
        let body = json!({ "version": version, "move": mv });
        let mut problems = Vec::new();
        for path in ["/moves?dry_run=true", "/moves", "/moves?dry_run=false"] {
            problems.push(
                player
                    .post(&table.path(path))
                    .json(&body)
                    .refused(status, code)
                    .await,
            );
        }
        assert!(
            problems.iter().all(|problem| *problem == problems[0]),
            "{problems:?}"
        );
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_player_whose_turn_it_is_not_is_told_so_before_anything_about_the_move() {
    let server = TestServer::start();
    let table = Table::of(&server, 3).await;
    let game = table.turn_up().await;
    let before = server.database().content();
    for mv in [
        json!({ "type": "golf.draw" }),
        json!({ "type": "golf.take", "slot": 9 }),
    ] {
        for player in &table.players[1..] {
            let body = json!({ "version": version(&game), "move": mv });
            player
                .post(&table.path("/moves"))
                .json(&body)
                .refused(409, "not-your-turn")
                .await;
        }
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_move_on_an_old_version_is_told_what_happened_since() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let game = table.turn_up().await;
    let [ann, ben] = &*table.players else {
        unreachable!("two players")
    };
    let stale = version(&game);
    table.play(ann, stale, json!({ "type": "golf.draw" })).await;
    let game = table
        .play(ann, stale + 1, json!({ "type": "golf.place", "slot": 1 }))
        .await;

    let before = server.database().content();
    let body = json!({ "version": stale, "move": { "type": "golf.take", "slot": 0 } });
    let problem = ben
        .post(&table.path("/moves"))
        .json(&body)
        .refused(409, "version-conflict")
        .await;
    assert_eq!(problem["version"], version(&game));
    let since = ben
        .get(&table.path(&format!("/log?after={stale}")))
        .expect(200)
        .await;
    assert_eq!(
        problem["entries"], since["items"],
        "as the log shows it to them"
    );
    assert_eq!(problem["entries"].as_array().map(Vec::len), Some(2));
    let drawn = &problem["entries"][0];
    assert_eq!(
        drawn["events"][0]["card"],
        Value::Null,
        "what Ann drew, Ben may not see"
    );
    assert!(drawn.get("salt").is_none());
    assert_eq!(server.database().content(), before);

    // Ann is told what she drew.
    let problem = ann
        .post(&table.path("/moves"))
        .json(&body)
        .refused(409, "version-conflict")
        .await;
    assert!(problem["entries"][0]["events"][0]["card"].is_string());
}

#[tokio::test]
async fn a_version_that_never_was_conflicts_too() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let before = server.database().content();
    for (version, since) in [(0_u32, 5), (1, 4), (4, 1), (6, 0), (u32::MAX, 0)] {
        let body = json!({ "version": version, "move": turn_up() });
        let problem = ann
            .post(&table.path("/moves"))
            .json(&body)
            .refused(409, "version-conflict")
            .await;
        assert_eq!(problem["version"], 5);
        assert_eq!(
            problem["entries"].as_array().map(Vec::len),
            Some(since),
            "{problem}"
        );
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn nobody_moves_when_the_game_is_over() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    table.turn_up().await;
    table.end().await;
    let game = table.seen_by(&table.players[0]).await;
    let before = server.database().content();
    for player in &table.players {
        let body = json!({ "version": version(&game), "move": { "type": "golf.draw" } });
        player
            .post(&table.path("/moves"))
            .json(&body)
            .refused(409, "game-over")
            .await;
        player
            .post(&table.path("/resign"))
            .refused(409, "game-over")
            .await;
        let legal = player.get(&table.path("/legal-moves")).expect(200).await;
        assert_eq!(
            legal,
            json!({ "version": version(&game), "moves": [], "open": [] })
        );
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_spectator_has_no_legal_moves() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let game = server
        .nobody()
        .get(&table.path("?include=legal_moves"))
        .expect(200)
        .await;
    assert_eq!(game["legal_moves"], json!({ "moves": [], "open": [] }));
    assert_eq!(game["you"], Value::Null);
}

#[tokio::test]
async fn since_when_it_is_somebodys_turn_does_not_change_while_it_is() {
    let server = TestServer::shared();
    let table = Table::seat(new_players(&server, 2).await, &golf(2)).await;
    let game = table.turn_up().await;
    let drawn = table
        .play(
            &table.players[0],
            version(&game),
            json!({ "type": "golf.draw" }),
        )
        .await;
    assert_eq!(drawn["turn"], game["turn"]);
    let placed = table
        .play(
            &table.players[0],
            version(&drawn),
            json!({ "type": "golf.discard" }),
        )
        .await;
    let log = table.log_of(&table.players[0]).await;
    assert_eq!(
        placed["turn"],
        json!({ "seats": [1], "since": log.last().expect("an entry")["at"], "deadline": null })
    );
}
