//! Moments of long games, which are not followed from the first entry each time: they are what the log says all the
//! same.

use std::sync::Arc;

use cardpost::{
    engine::{any::Kind, viewer::Viewer},
    game::{Game, entry::ChainedEntry},
    store::Store,
    types::id::GameId,
};
use serde_json::{Value, json};

use crate::support::{
    client::Caller as _,
    fill::{self, Plan},
    server::{Setup, TestServer},
};

/// A server with a long game on it, and the log of that.
async fn with_a_long_game() -> (TestServer, GameId, Vec<ChainedEntry>) {
    let server = TestServer::start();
    let store = Store::new(server.database().url(), 2).unwrap();
    let players = fill::players(&store, 4).await;
    let plan = Plan {
        options: json!({"holes": 18}),
        seats: 4,
        moves: 700,
        ..fill::short(Kind::Golf, 1)
    };
    let game = fill::store(&store, &plan, &players).await;
    let log = store.log(game.id(), Kind::Golf, 0, u32::MAX).await.unwrap();
    store.close().await;
    assert!(log.len() > 700, "{}", log.len());
    (server, game.id(), log)
}

async fn at(server: &TestServer, game: GameId, at: usize) -> Value {
    let path = format!("/v1/games/{game}?at={at}");
    server.nobody().get(&path).send().await.expect(200)
}

/// What everyone sees of a moment, as the log tells it.
fn told(log: &[ChainedEntry]) -> Value {
    let game = Game::from_log(log).unwrap();
    let is_played = !game.turn.seats.is_empty();
    json!({
        "version": game.version,
        "head": game.head,
        "turn": game.turn.seats,
        "since": is_played.then_some(game.turn.since),
        "state": game.table.map(|table| table.view(Viewer::Spectator)),
        "started_at": game.started_at,
    })
}

/// The same as the server shows it.
fn shown(game: &Value) -> Value {
    json!({
        "version": game["version"],
        "head": game["head"],
        "turn": game["turn"]["seats"],
        "since": game["turn"]["since"],
        "state": game["state"],
        "started_at": game["started_at"],
    })
}

#[tokio::test]
async fn a_moment_is_what_the_log_says_whatever_was_looked_at_before() {
    let (server, game, log) = with_a_long_game().await;
    // The last ones first, then those around what is kept, then some that lie behind kept ones.
    let moments = [
        700, 499, 500, 501, 1, 249, 250, 251, 252, 600, 700, 130, 499, 698,
    ];
    let mut first = Vec::new();
    for version in moments {
        let found = at(&server, game, version).await;
        assert_eq!(shown(&found), told(&log[..version]), "{version}");
        first.push(found);
    }
    // A server that has kept nothing shows the same to the letter.
    let other = TestServer::over(Arc::clone(server.database()), Setup::default());
    for (version, found) in moments.into_iter().zip(&first).rev() {
        assert_eq!(at(&other, game, version).await, *found, "{version}");
    }
}

#[tokio::test]
async fn a_moment_that_was_kept_is_not_used_once_the_log_has_another_hash_there() {
    let (server, game, _) = with_a_long_game().await;
    let before = at(&server, game, 600).await;
    server.database().run(&format!(
        "SET session_replication_role = replica; \
         UPDATE log SET entry = replace(entry, '\"at\":\"2026-', '\"at\":\"2025-') WHERE game_id = '{game}' AND seq < 9; \
         UPDATE log SET hash = sha256('another') WHERE game_id = '{game}' AND seq = 500;"
    ));
    let after = at(&server, game, 600).await;
    assert!(
        before["started_at"].as_str().unwrap().starts_with("2026-"),
        "{before}"
    );
    assert!(
        after["started_at"].as_str().unwrap().starts_with("2025-"),
        "{after}"
    );
}
