//! What the benchmarks that go over HTTP share: a server and a Postgres of their own, and games that go on for ever.

#![allow(
    dead_code,
    reason = "each benchmark is a program of its own and uses what it needs"
)]

use std::{
    fs::{self, Permissions},
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, Command, Stdio},
};

use cardpost::postgres::{Cluster, Durability, Settings};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

/// A server of our own, stopped with this value.
pub struct OwnServer {
    process: Child,
    pub url: String,
}

impl OwnServer {
    /// Starts a server with these further arguments, which name its database.
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_binary(Path::new(env!("CARGO_BIN_EXE_cardpost")), arguments)
    }

    /// Starts a server of another build, for comparison.
    pub fn start_binary(binary: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(binary)
            .args(["serve", "--bind", "127.0.0.1:0", "--log", "warn"])
            .args(arguments)
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

    /// The id of its process.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// A figure of the process's memory, in MiB: `VmRSS` is what it holds, `VmHWM` the most that it has held.
    pub fn memory(&self, figure: &str) -> f64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = fs::read_to_string(path).expect("this is Linux");
        let line = status.lines().find(|line| line.starts_with(figure));
        let kib = line.and_then(|line| line.split_whitespace().nth(1));
        kib.and_then(|kib| kib.parse::<f64>().ok())
            .expect("a figure")
            / 1024.0
    }

    /// Ends it without any warning, as by `kill -9`.
    pub fn kill(&mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it is gone");
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        if matches!(self.process.try_wait(), Ok(Some(_))) {
            return;
        }
        // Asked to stop rather than killed, so that its Postgres is stopped too.
        let pid = self.process.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        let _ = self.process.wait();
    }
}

/// A Postgres in a temporary folder, for several servers or for one that is measured without it.
pub fn start_cluster(folder: &Path, durability: Durability) -> Cluster {
    // As root, Postgres runs as another user, who must get in.
    fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("it is ours");
    Cluster::start(&Settings {
        data_dir: folder.join("data"),
        bin_dir: None,
        durability,
    })
    .unwrap_or_else(|error| panic!("{error}"))
}

/// A connection to a database beside that of the servers.
pub async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
        .await
        .expect("a connection to the database");
    tokio::spawn(connection);
    client
}

/// A game and the tokens of its seats.
pub struct Table {
    /// Its address, without that of the server.
    pub path: String,
    moves: String,
    pub tokens: [String; 2],
    pub version: u64,
    pub to_move: usize,
}

/// Posts something that must be taken.
pub async fn post(client: &Client, url: &str, token: Option<&str>, body: &Value) -> Value {
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
    /// A game of two new players, past its first moves.
    pub async fn open(client: &Client, server: &str) -> Self {
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
        let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
        let game = format!("{server}{path}");
        let started = post(
            client,
            &format!("{game}/join"),
            Some(&tokens[1]),
            &json!({}),
        )
        .await;
        let mut table = Self {
            path,
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
    pub async fn make(&mut self, client: &Client, mv: Value) {
        let body = json!({"version": self.version, "move": mv});
        let game = post(client, &self.moves, Some(&self.tokens[self.to_move]), &body).await;
        self.version = game["version"].as_u64().expect("a version");
        let seat = game["turn"]["seats"][0].as_u64().expect("a seat");
        self.to_move = usize::try_from(seat).expect("a small number");
    }
}
