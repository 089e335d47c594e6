//! Moves a second through the whole server: HTTP, rules, Postgres with every write on the disk.
//!
//! ```text
//! cargo bench --bench load -- [--games 32] [--seconds 10] [--url http://127.0.0.1:8080] [--webhooks https://…]
//! ```
//!
//! Without `--url` it starts a server with a Postgres of its own in a temporary folder. Every game is played by two
//! players who draw and discard in turn, each move as soon as the answer to the one before is there, as fast as one
//! client can. Server, Postgres and clients share the machine: compare figures of one run only.
//!
//! With `--webhooks` every player has a webhook at that address. At one that nobody answers, such as
//! `https://receiver.invalid/`, the cost of writing notices is seen without that of sending them.

#![allow(
    clippy::cast_precision_loss,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark measures time, prints its figures and fails by panicking"
)]

mod support;

use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::json;

use support::{OwnServer, Table, post};

/// What was asked for on the command line.
struct Plan {
    games: usize,
    seconds: u64,
    url: Option<String>,
    webhooks: Option<String>,
}

impl Plan {
    fn from_arguments() -> Self {
        let mut plan = Self {
            games: 32,
            seconds: 10,
            url: None,
            webhooks: None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .unwrap_or_else(|| panic!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--games" => plan.games = value().parse().expect("a number of games"),
                "--seconds" => plan.seconds = value().parse().expect("a number of seconds"),
                "--url" => plan.url = Some(value()),
                "--webhooks" => plan.webhooks = Some(value()),
                // Cargo adds this one by itself.
                "--bench" => {}
                other => panic!("there is no argument {other}"),
            }
        }
        plan
    }
}

/// Draws and discards until the time is over; how long each move took.
async fn play(mut table: Table, client: Client, until: Instant) -> Vec<Duration> {
    let mut took = Vec::new();
    while Instant::now() < until {
        for mv in ["golf.draw", "golf.discard"] {
            let began = Instant::now();
            table.make(&client, json!({"type": mv})).await;
            took.push(began.elapsed());
        }
    }
    took
}

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let data = data.to_str().expect("a path that is text");
    let own = plan
        .url
        .is_none()
        .then(|| OwnServer::start(&["--data-dir", data]));
    let url = plan
        .url
        .or_else(|| own.as_ref().map(|own| own.url.clone()))
        .expect("a server");
    let client = Client::builder().no_proxy().build().expect("a client");
    let mut tables = Vec::new();
    for _ in 0..plan.games {
        let table = Table::open(&client, &url).await;
        if let Some(receiver) = &plan.webhooks {
            for token in &table.tokens {
                let webhooks = format!("{url}/v1/me/webhooks");
                post(&client, &webhooks, Some(token), &json!({"url": receiver})).await;
            }
        }
        tables.push(table);
    }
    let began = Instant::now();
    let until = began + Duration::from_secs(plan.seconds);
    let playing: Vec<_> = tables
        .into_iter()
        .map(|table| tokio::spawn(play(table, client.clone(), until)))
        .collect();
    let mut took = Vec::new();
    for player in playing {
        took.extend(player.await.expect("a player"));
    }
    let elapsed = began.elapsed();
    took.sort_unstable();
    let percentile = |p: usize| took[(took.len() * p / 100).min(took.len() - 1)];
    println!(
        "{} games at once: {} moves in {:.1} s, {:.0} moves a second; a move took {:.1} ms (median), {:.1} ms (99 %)",
        plan.games,
        took.len(),
        elapsed.as_secs_f64(),
        took.len() as f64 / elapsed.as_secs_f64(),
        percentile(50).as_secs_f64() * 1e3,
        percentile(99).as_secs_f64() * 1e3,
    );
}
