//! Clocks: deadlines, missed turns, players who are retired for them.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, text},
    env::{self, Hands},
    server::{Setup, TestServer},
    table::{Table, golf, new_players, quick_move, version},
};

const DAY: i64 = 24 * 60 * 60;

/// A server whose clock is moved by hand.
fn server() -> (TestServer, Hands) {
    let (env, hands) = env::still();
    let server = TestServer::with(Setup {
        env,
        ..Setup::default()
    });
    (server, hands)
}

async fn table(server: &TestServer, players: usize, clock: &Value) -> Table {
    let mut new = golf(players);
    new["clock"] = clock.clone();
    Table::seat(new_players(server, players).await, &new).await
}

/// The types of the last entries of the log, and whose they are.
async fn last_entries(table: &Table, number: usize) -> Vec<(String, Value)> {
    let log = table.log_of(&table.players[0]).await;
    let last = &log[log.len() - number..];
    last.iter()
        .map(|entry| (text(&entry["type"]), entry["seat"].clone()))
        .collect()
}

fn entry(kind: &str, seat: u64) -> (String, Value) {
    (kind.to_owned(), seat.into())
}

#[tokio::test]
async fn a_game_with_a_clock_tells_it_and_the_deadline_of_the_turn() {
    let (server, _) = server();
    let table = table(&server, 2, &json!({ "per_turn": "P1DT12H" })).await;
    let game = table.seen_by(&table.players[0]).await;
    assert_eq!(
        game["clock"],
        json!({ "per_turn": "P1DT12H", "retire_after": 3 })
    );
    assert_eq!(game["turn"]["since"], "2026-11-30T09:00:00.000Z");
    assert_eq!(game["turn"]["deadline"], "2026-12-01T21:00:00.000Z");
    let log = table.log_of(&table.players[0]).await;
    assert_eq!(log[0]["clock"], game["clock"], "it stands in the log");
}

#[tokio::test]
async fn before_the_deadline_nothing_happens_and_after_it_the_stand_in_plays_the_turn() {
    let (server, hands) = server();
    let table = table(&server, 3, &json!({ "per_turn": "P1D" })).await;
    let before = table.seen_by(&table.players[0]).await;
    hands.move_on(DAY - 1);
    server.run_due_games().await;
    assert_eq!(
        table.seen_by(&table.players[0]).await["version"],
        before["version"]
    );

    hands.move_on(1);
    server.run_due_games().await;
    let game = table.seen_by(&table.players[0]).await;
    assert_eq!(game["turn"]["seats"], json!([1]));
    assert_eq!(game["turn"]["since"], "2026-12-01T09:00:00.000Z");
    assert_eq!(game["turn"]["deadline"], "2026-12-02T09:00:00.000Z");
    assert_eq!(
        last_entries(&table, 2).await,
        [entry("timed_out", 0), entry("move", 0)]
    );
    let log = table.log_of(&table.players[1]).await;
    assert_eq!(log.last().unwrap()["stand_in"], true);
    server.run_due_games().await;
    assert_eq!(
        table.seen_by(&table.players[0]).await["version"],
        game["version"],
        "once is enough"
    );
}

#[tokio::test]
async fn after_three_missed_turns_in_a_row_a_player_is_retired() {
    let (server, hands) = server();
    let table = table(&server, 3, &json!({ "per_turn": "PT1H" })).await;
    let mut game = table.seen_by(&table.players[0]).await;
    let mut missed = 0;
    while game["seats"][1]["left"] == false {
        if game["turn"]["seats"] == json!([1]) {
            hands.move_on(60 * 60);
            server.run_due_games().await;
            game = table.seen_by(&table.players[0]).await;
            missed += 1;
        } else {
            let mover = table.mover(&game);
            game = table.play(mover, version(&game), quick_move(&game)).await;
        }
    }
    assert_eq!(missed, 3);
    assert_eq!(game["status"], "playing", "the other two go on");
    let log = table.log_of(&table.players[0]).await;
    let at = log
        .iter()
        .position(|entry| entry["type"] == "resigned")
        .unwrap();
    assert_eq!(log[at]["retired"], true);
    assert_eq!(
        (&log[at - 1]["type"], &log[at - 1]["seat"]),
        (&json!("timed_out"), &json!(1))
    );
    while game["status"] == "playing" {
        let mover = table.mover(&game);
        game = table.play(mover, version(&game), quick_move(&game)).await;
    }
    assert_eq!(game["result"]["places"][1], 3);
    table.players[1]
        .get(&table.path("/record"))
        .expect(200)
        .await;
}

#[tokio::test]
async fn a_turn_that_is_played_begins_the_count_of_missed_ones_anew() {
    let (server, hands) = server();
    let clock = json!({ "per_turn": "PT1H", "retire_after": 2 });
    let table = table(&server, 2, &clock).await;
    let mut game = table.seen_by(&table.players[0]).await;
    for turn in 0..6 {
        while game["turn"]["seats"] == json!([0]) {
            game = table
                .play(&table.players[0], version(&game), quick_move(&game))
                .await;
        }
        if turn % 2 == 0 {
            hands.move_on(60 * 60);
            server.run_due_games().await;
            game = table.seen_by(&table.players[0]).await;
        } else {
            game = table
                .play(&table.players[1], version(&game), quick_move(&game))
                .await;
        }
        assert_eq!(game["seats"][1]["left"], false);
    }
    // Two in a row now, where one alternated with one that was played.
    for _ in 0..2 {
        while game["status"] == "playing" && game["turn"]["seats"] == json!([0]) {
            game = table
                .play(&table.players[0], version(&game), quick_move(&game))
                .await;
        }
        hands.move_on(60 * 60);
        server.run_due_games().await;
        game = table.seen_by(&table.players[0]).await;
    }
    assert_eq!(game["seats"][1]["left"], true);
    assert_eq!(
        (&game["status"], &game["result"]["places"]),
        (&json!("finished"), &json!([1, 2])),
        "whoever is left alone has won"
    );
}

#[tokio::test]
async fn a_bank_is_used_up_by_turns_and_filled_by_their_ends() {
    let (server, hands) = server();
    let clock = json!({ "bank": "PT10M", "increment": "PT2M" });
    let table = table(&server, 2, &clock).await;
    let mut game = table.seen_by(&table.players[0]).await;
    assert_eq!(game["turn"]["deadline"], "2026-11-30T09:10:00.000Z");
    // Ann takes five of her ten minutes, and gets two for it; Ben takes none.
    for (seconds, deadline) in [
        (5 * 60, "2026-11-30T09:15:00.000Z"),
        (0, "2026-11-30T09:12:00.000Z"),
    ] {
        hands.move_on(seconds);
        let mover = table.mover(&game);
        game = table.play(mover, version(&game), quick_move(&game)).await;
        assert_eq!(game["turn"]["deadline"], deadline);
    }
    // She uses up her seven, and has the increment for the next turn.
    hands.move_on(7 * 60);
    server.run_due_games().await;
    game = table.seen_by(&table.players[0]).await;
    assert_eq!(game["turn"]["seats"], json!([1]));
    assert_eq!(
        game["turn"]["deadline"], "2026-11-30T09:24:00.000Z",
        "Ben has twelve"
    );
    game = table
        .play(&table.players[1], version(&game), quick_move(&game))
        .await;
    assert_eq!(
        game["turn"]["deadline"], "2026-11-30T09:14:00.000Z",
        "Ann has two"
    );
}

#[tokio::test]
async fn a_deadline_passes_once_however_many_instances_see_to_it() {
    let (env, hands) = env::still();
    let setup = Setup {
        env,
        ..Setup::default()
    };
    let one = TestServer::with(setup.clone());
    let other = TestServer::over(Arc::clone(one.database()), setup);
    let mut tables = Vec::new();
    for _ in 0..20 {
        tables.push(table(&one, 2, &json!({ "per_turn": "PT1H" })).await);
    }
    hands.move_on(60 * 60);
    tokio::join!(one.run_due_games(), other.run_due_games());
    for table in &tables {
        let log = table.log_of(&table.players[0]).await;
        let missed = log.iter().filter(|entry| entry["type"] == "timed_out");
        assert_eq!(missed.count(), 1);
    }
}

#[tokio::test]
async fn what_an_instance_took_and_did_not_do_is_done_by_another_after_a_while() {
    let (env, hands) = env::still();
    let setup = Setup {
        env,
        ..Setup::default()
    };
    let server = TestServer::with(setup);
    let table = table(&server, 2, &json!({ "per_turn": "PT1H" })).await;
    hands.move_on(60 * 60);
    // This is all that is left in the database of an instance that died as soon as it had taken the game.
    let taken = "UPDATE games SET due = '2026-11-30T10:00:30Z' WHERE due = '2026-11-30T10:00:00Z' RETURNING kind AS text";
    assert_eq!(server.database().texts(taken), ["golf"]);
    let before = table.seen_by(&table.players[0]).await;
    server.run_due_games().await;
    assert_eq!(
        table.seen_by(&table.players[0]).await["version"],
        before["version"]
    );
    hands.move_on(30);
    server.run_due_games().await;
    assert_eq!(
        last_entries(&table, 2).await,
        [entry("timed_out", 0), entry("move", 0)]
    );
}

#[tokio::test]
async fn a_move_after_the_deadline_counts_as_long_as_the_turn_was_not_played_otherwise() {
    let (server, hands) = server();
    let table = table(&server, 2, &json!({ "per_turn": "PT1H" })).await;
    let game = table.seen_by(&table.players[0]).await;
    hands.move_on(2 * 60 * 60);
    table
        .play(&table.players[0], version(&game), quick_move(&game))
        .await;
    server.run_due_games().await;
    let log = table.log_of(&table.players[0]).await;
    assert!(log.iter().all(|entry| entry["type"] != "timed_out"));
}

#[tokio::test]
async fn at_a_table_for_one_every_move_has_its_own_time() {
    let (server, hands) = server();
    let ann = server.player("Ann").await;
    let new = json!({
        "kind": "juggling-act-solo", "seats": 1, "clock": { "per_turn": "PT1H", "retire_after": 1 }
    });
    let game = ann.post("/v1/games").json(&new).expect(201).await;
    let path = format!("/v1/games/{}", text(&game["id"]));
    assert_eq!(game["turn"]["deadline"], "2026-11-30T10:00:00.000Z");
    hands.move_on(30 * 60);
    let legal = ann.get(&format!("{path}/legal-moves")).expect(200).await;
    let body = json!({ "version": game["version"], "move": legal["moves"][0] });
    let moves = format!("{path}/moves");
    let game = ann.post(&moves).json(&body).expect(201).await;
    assert_eq!(game["turn"]["deadline"], "2026-11-30T10:30:00.000Z");
    hands.move_on(60 * 60);
    server.run_due_games().await;
    let game = ann.get(&path).expect(200).await;
    assert_eq!(
        game["status"], "finished",
        "and the one who plays is retired"
    );
}

#[tokio::test]
async fn clocks_that_nobody_could_play_by_are_refused() {
    let (server, _) = server();
    let ann = server.player("Ann").await;
    for (clock, pointer) in [
        (json!({}), "/clock"),
        (json!({ "increment": "PT1H" }), "/clock"),
        (json!({ "per_turn": "P1D", "bank": "P1D" }), "/clock"),
        (json!({ "per_turn": "P1D", "increment": "P1D" }), "/clock"),
        (json!({ "per_turn": "PT0S" }), "/clock/per_turn"),
        (json!({ "per_turn": "P366D" }), "/clock/per_turn"),
        (json!({ "per_turn": "P1M" }), "/clock/per_turn"),
        (json!({ "per_turn": "a day" }), "/clock/per_turn"),
        (json!({ "bank": "-P1D" }), "/clock/bank"),
        (
            json!({ "bank": "P1D", "increment": "P400D" }),
            "/clock/increment",
        ),
        (
            json!({ "per_turn": "P1D", "retire_after": 0 }),
            "/clock/retire_after",
        ),
        (
            json!({ "per_turn": "P1D", "retire_after": 1000 }),
            "/clock/retire_after",
        ),
    ] {
        let mut new = golf(2);
        new["clock"] = clock.clone();
        let problem = ann
            .post("/v1/games")
            .json(&new)
            .refused(422, "invalid")
            .await;
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{clock}");
    }
    for clock in [
        json!("P1D"),
        json!({ "per_turn": 5 }),
        json!({ "per_move": "P1D" }),
    ] {
        let mut new = golf(2);
        new["clock"] = clock;
        ann.post("/v1/games")
            .json(&new)
            .refused(400, "malformed")
            .await;
    }
}

#[tokio::test]
async fn a_game_that_nobody_touches_is_called_off() {
    let (server, hands) = server();
    let players = new_players(&server, 2).await;
    let open = players[0]
        .post("/v1/games")
        .json(&golf(2))
        .expect(201)
        .await;
    let table = Table::seat(players, &golf(2)).await;
    hands.move_on(59 * DAY);
    server.run_due_games().await;
    let game = table.seen_by(&table.players[0]).await;
    table
        .play(table.mover(&game), version(&game), quick_move(&game))
        .await;
    hands.move_on(2 * DAY);
    server.run_due_games().await;
    let ann = &table.players[0];
    let open_path = format!("/v1/games/{}", text(&open["id"]));
    assert_eq!(ann.get(&open_path).expect(200).await["status"], "cancelled");
    assert_eq!(
        table.seen_by(ann).await["status"],
        "playing",
        "it was touched since"
    );
    hands.move_on(60 * DAY);
    server.run_due_games().await;
    let game = table.seen_by(ann).await;
    assert_eq!(
        (&game["status"], &game["result"]),
        (&json!("cancelled"), &Value::Null)
    );
    let log = table.log_of(ann).await;
    assert_eq!(log.last().unwrap()["reason"], "abandoned");
}

#[tokio::test]
async fn a_game_that_does_not_end_is_called_off_when_its_log_is_full() {
    let mut setup = Setup::default();
    setup.limits.longest_game = 30;
    let server = TestServer::with(setup);
    let table = Table::of(&server, 2).await;
    let mut game = table.turn_up().await;
    while game["status"] == "playing" {
        let mv = if game["state"]["drawn"].is_null() {
            json!({ "type": "golf.draw" })
        } else {
            json!({ "type": "golf.discard" })
        };
        let mover = table.mover(&game);
        let body = json!({ "version": game["version"], "move": mv });
        game = mover
            .post(&table.path("/moves"))
            .json(&body)
            .expect(201)
            .await;
        if game["status"] == "playing" {
            game = table.seen_by(table.mover(&game)).await;
        } else {
            let again = mover
                .post(&table.path("/moves"))
                .json(&body)
                .expect(200)
                .await;
            assert_eq!(again, game, "a repeat is answered like the first time");
        }
    }
    assert_eq!(game["status"], "cancelled");
    assert_eq!(game["version"], 31);
    let log = table.log_of(&table.players[0]).await;
    assert_eq!(log.last().unwrap()["reason"], "too_long");
}
