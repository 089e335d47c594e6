//! The log is append-only, whoever writes.

use diesel::sql_query;
use diesel_async::{
    AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _,
};

use crate::support::{client::Caller as _, server::TestServer, table::golf};

async fn try_to(url: &str, statement: &str) -> Result<(), String> {
    let mut connection = AsyncPgConnection::establish(url).await.unwrap();
    connection
        .batch_execute(statement)
        .await
        .map_err(|error| error.to_string())
}

/// A game that waits for its second player: two entries.
async fn new_game(server: &TestServer) {
    let ann = server.player("Ann").await;
    ann.post("/v1/games").json(&golf(2)).expect(201).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_are_neither_changed_nor_removed() {
    let server = TestServer::start();
    new_game(&server).await;
    let database = server.database();
    let before = database.texts("SELECT seq || entry AS text FROM log ORDER BY seq");
    assert_eq!(before.len(), 2);
    for statement in [
        "UPDATE log SET entry = '{}'",
        "UPDATE log SET seq = seq + 1",
        "DELETE FROM log",
        "DELETE FROM log WHERE seq = 2",
        "TRUNCATE log",
        "TRUNCATE games CASCADE",
    ] {
        let error = try_to(database.url(), statement).await.unwrap_err();
        assert!(error.contains("append-only"), "{statement}: {error}");
    }
    assert!(
        try_to(database.url(), "DELETE FROM games").await.is_err(),
        "a game with a log stays"
    );
    assert_eq!(
        database.texts("SELECT seq || entry AS text FROM log ORDER BY seq"),
        before
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_taken_once() {
    let server = TestServer::start();
    new_game(&server).await;
    let mut connection = AsyncPgConnection::establish(server.database().url())
        .await
        .unwrap();
    let again =
        sql_query("INSERT INTO log SELECT game_id, seq, entry, hash FROM log WHERE seq = 2");
    assert!(again.execute(&mut connection).await.is_err());
}
