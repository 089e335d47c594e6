//! Two servers on one database, and one of them killed in the middle of many games against bots with clocks: how
//! long until every game has ended, and whether anything happened twice or never.
//!
//! ```text
//! cargo bench --bench instances -- [--games 200]
//! ```
//!
//! The people in these games never move: each turn of theirs passes its deadline, until they are retired. So all that
//! happens is done by the workers of the two servers, and what the one was doing when it was killed is left to the
//! other. Panics when a game does not end, a deadline has passed twice, or the database contradicts itself.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark measures time, prints its figures and fails by panicking"
)]

mod support;

use std::{
    process::Command,
    time::{Duration, Instant},
};

use cardpost::postgres::Durability;
use reqwest::Client;
use serde_json::{Value, json};

use support::{OwnServer, post};

/// How long the games may take to end once one server is dead: the lease of what it had taken, and as much again.
const PATIENCE: Duration = Duration::from_secs(90);

async fn get(client: &Client, url: String) -> Value {
    let answer = client.get(&url).send().await.expect("an answer");
    assert!(answer.status().is_success(), "{url}: {}", answer.status());
    answer.json().await.expect("a body")
}

/// Creates the games, in turn at one server and the other. Gives their ids.
async fn create(client: &Client, servers: [&str; 2], games: usize) -> Vec<String> {
    let new_player = json!({ "name": "Ann" });
    let player = post(
        client,
        &format!("{}/v1/players", servers[0]),
        None,
        &new_player,
    )
    .await;
    let token = player["token"].as_str().expect("a token");
    let mut ids = Vec::new();
    for (game, kind) in (0..games).zip(["golf", "juggling-act", "ju", "rummy"].into_iter().cycle())
    {
        let new = json!({
            "kind": kind, "seats": 3, "bots": ["steady", "random"],
            "clock": { "per_turn": "PT2S", "retire_after": 2 },
        });
        let url = format!("{}/v1/games", servers[game % 2]);
        let created = post(client, &url, Some(token), &new).await;
        ids.push(created["id"].as_str().expect("an id").to_owned());
    }
    ids
}

/// How many of the games are over.
async fn over(client: &Client, server: &str, ids: &[String]) -> usize {
    let mut over = 0;
    for id in ids {
        let game = get(client, format!("{server}/v1/games/{id}")).await;
        over += usize::from(game["status"] == "finished");
    }
    over
}

/// Looks through a game's log. Gives how many turns were missed.
fn check_log(id: &str, log: &[Value]) -> usize {
    let mut missed = 0;
    let mut owed = false;
    for (seq, entry) in (1..).zip(log) {
        assert_eq!(entry["seq"], seq, "{id}: the log has no gap");
        match entry["type"].as_str() {
            Some("timed_out") => {
                assert!(!owed, "{id}: the deadline of one turn passed twice");
                missed += 1;
                owed = true;
            }
            Some("move") => owed &= entry["stand_in"] != true,
            _ => {}
        }
    }
    assert!(!owed, "{id}: a missed turn was not played");
    assert_eq!(missed, 2, "{id}: the second missed turn retires");
    missed
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--games");
    let games: usize = arguments.nth(1).map_or(200, |number| {
        number.parse().expect("--games takes a number")
    });
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = support::start_cluster(folder.path(), Durability::Full);
    let database = cluster.url("cardpost");
    let arguments = ["--database-url", &*database];
    let (mut one, other) = (OwnServer::start(&arguments), OwnServer::start(&arguments));
    let client = Client::new();

    let begun = Instant::now();
    let ids = create(&client, [&one.url, &other.url], games).await;
    println!("{games} games created in {:.1?}", begun.elapsed());
    // Until the first are over, all of them are under way.
    while over(&client, &other.url, &ids).await == 0 {}
    one.kill();
    let killed = Instant::now();
    println!(
        "one server killed after {:.1?}, with {} games over",
        begun.elapsed(),
        over(&client, &other.url, &ids).await
    );
    while over(&client, &other.url, &ids).await < games {
        assert!(killed.elapsed() < PATIENCE, "some games do not end");
    }
    println!("all games over {:.1?} after that", killed.elapsed());

    let (mut missed, mut entries) = (0, 0);
    for id in &ids {
        let log = get(&client, format!("{}/v1/games/{id}/log", other.url)).await;
        let log = log["items"].as_array().expect("a list");
        missed += check_log(id, log);
        entries += log.len();
    }
    println!("{entries} entries, {missed} missed turns, none twice and none without its stand-in");
    drop(other);
    let checked = Command::new(env!("CARGO_BIN_EXE_cardpost"))
        .args(["check-db", "--database-url", &database])
        .status();
    assert!(checked.expect("it can be run").success());
    cluster.stop().expect("a clean stop");
}
