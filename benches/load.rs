//! Moves a second through the whole server: HTTP, rules, Postgres with every write on the disk.
//!
//! ```text
//! cargo bench --bench load -- [--games 32] [--seconds 10] [--url http://127.0.0.1:8080]
//! ```
//!
//! Without `--url` it starts a server with a Postgres of its own in a temporary folder. Every game is played by two
//! players who draw and discard in turn, each move as soon as the answer to the one before is there, as fast as one
//! client can. Server, Postgres and clients share the machine: compare figures of one run only.

#![allow(
    clippy::cast_precision_loss,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark measures time, prints its figures and fails by panicking"
)]

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

/// What was asked for on the command line.
struct Plan {
    games: usize,
    seconds: u64,
    url: Option<String>,
}

impl Plan {
    fn from_arguments() -> Self {
        let mut plan = Self {
            games: 32,
            seconds: 10,
            url: None,
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
                // Cargo adds this one by itself.
                "--bench" => {}
                other => panic!("there is no argument {other}"),
            }
        }
        plan
    }
}

/// A server of our own, stopped with this value.
struct OwnServer {
    process: Child,
    url: String,
}

impl OwnServer {
    fn start(folder: &std::path::Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_cardpost"))
            .args([
                "serve",
                "--bind",
                "127.0.0.1:0",
                "--log",
                "warn",
                "--data-dir",
            ])
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let out = BufReader::new(process.stdout.take().expect("its output"));
        let url = out
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening on ").map(str::to_owned))
            .expect("it listens");
        Self { process, url }
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        // Asked to stop rather than killed, so that its Postgres is stopped too.
        let pid = self.process.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        let _ = self.process.wait();
    }
}

/// A game and the tokens of its seats.
struct Table {
    moves: String,
    tokens: [String; 2],
    version: u64,
    to_move: usize,
}

async fn post(client: &Client, url: &str, token: Option<&str>, body: &Value) -> Value {
    let mut request = client.post(url).json(body);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await.expect("an answer");
    let status = answer.status();
    let body: Value = answer.json().await.expect("a body");
    assert!(
        matches!(status, StatusCode::OK | StatusCode::CREATED),
        "{url}: {status} {body}"
    );
    body
}

impl Table {
    async fn open(client: &Client, server: &str) -> Self {
        let mut tokens = Vec::new();
        for name in ["Ann", "Ben"] {
            let player = post(
                client,
                &format!("{server}/v1/players"),
                None,
                &json!({"name": name}),
            )
            .await;
            tokens.push(player["token"].as_str().expect("a token").to_owned());
        }
        let new = json!({"kind": "golf", "seats": 2, "seating": "as_joined"});
        let game = post(
            client,
            &format!("{server}/v1/games"),
            Some(&tokens[0]),
            &new,
        )
        .await;
        let game = format!("{server}/v1/games/{}", game["id"].as_str().expect("an id"));
        let started = post(
            client,
            &format!("{game}/join"),
            Some(&tokens[1]),
            &json!({}),
        )
        .await;
        let mut table = Self {
            moves: format!("{game}/moves"),
            tokens: tokens.try_into().expect("two tokens"),
            version: started["version"].as_u64().expect("a version"),
            to_move: 0,
        };
        for _ in 0..2 {
            table
                .make(client, json!({"type": "golf.turn_up", "slots": [0, 1]}))
                .await;
        }
        table
    }

    /// Makes a move for whoever is to move.
    async fn make(&mut self, client: &Client, mv: Value) {
        let body = json!({"version": self.version, "move": mv});
        let game = post(client, &self.moves, Some(&self.tokens[self.to_move]), &body).await;
        self.version = game["version"].as_u64().expect("a version");
        let seat = game["turn"]["seats"][0].as_u64().expect("a seat");
        self.to_move = usize::try_from(seat).expect("a small number");
    }

    /// Draws and discards until the time is over; how long each move took.
    async fn play(mut self, client: Client, until: Instant) -> Vec<Duration> {
        let mut took = Vec::new();
        while Instant::now() < until {
            for mv in ["golf.draw", "golf.discard"] {
                let began = Instant::now();
                self.make(&client, json!({"type": mv})).await;
                took.push(began.elapsed());
            }
        }
        took
    }
}

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let folder = tempfile::tempdir().expect("a folder");
    let own = plan.url.is_none().then(|| OwnServer::start(folder.path()));
    let url = plan
        .url
        .or_else(|| own.as_ref().map(|own| own.url.clone()))
        .expect("a server");
    let client = Client::builder().no_proxy().build().expect("a client");
    let mut tables = Vec::new();
    for _ in 0..plan.games {
        tables.push(Table::open(&client, &url).await);
    }
    let began = Instant::now();
    let until = began + Duration::from_secs(plan.seconds);
    let playing: Vec<_> = tables
        .into_iter()
        .map(|table| tokio::spawn(table.play(client.clone(), until)))
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
