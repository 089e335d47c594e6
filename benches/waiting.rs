//! What readers who wait cost, and how soon they see a move.
//!
//! ```text
//! cargo bench --bench waiting -- [--readers 5000] [--games 500] [--moves 200]
//! ```
//!
//! Two servers work on one Postgres in a temporary folder. First many readers of event streams are connected to one
//! of them, spread over the games, and some of the games go on: what each reader costs the server in memory, and how
//! soon after a move was *sent* its readers have it. Then the two players of a game wait with `Prefer: wait`, each at
//! another server, while they play: how soon after it was sent both have a move. Servers, Postgres and readers share
//! the machine.

#![allow(
    clippy::cast_precision_loss,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark measures time, prints its figures and fails by panicking"
)]

mod support;

use std::time::{Duration, Instant};

use cardpost::postgres::Durability;
use reqwest::Client;
use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    sync::mpsc,
};

use support::{OwnServer, Table};

/// What was asked for on the command line.
struct Plan {
    readers: usize,
    games: usize,
    moves: usize,
}

impl Plan {
    fn from_arguments() -> Self {
        let mut plan = Self {
            readers: 5000,
            games: 500,
            moves: 200,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next();
                let value = value.unwrap_or_else(|| panic!("{argument} needs a value"));
                value.parse().expect("a number")
            };
            match argument.as_str() {
                "--readers" => plan.readers = value(),
                "--games" => plan.games = value(),
                "--moves" => plan.moves = value(),
                // Cargo adds this one by itself.
                "--bench" => {}
                other => panic!("there is no argument {other}"),
            }
        }
        plan
    }
}

/// Lets this process, and the servers that it starts, have as many connections as the system allows.
fn allow_many_connections() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).expect("up to the maximum is allowed");
}

/// What a reader has seen: of which game, and when. The first time, that it is connected.
type Seen = mpsc::UnboundedSender<(usize, Instant)>;

/// Reads the events of a game for ever, over a bare socket: a client library would cost more than the server.
async fn read(address: String, path: String, after: u64, game: usize, seen: Seen) {
    let mut socket = TcpStream::connect(&address).await.expect("a connection");
    let request =
        format!("GET {path}/events HTTP/1.1\r\nHost: {address}\r\nLast-Event-ID: {after}\r\n\r\n");
    socket
        .write_all(request.as_bytes())
        .await
        .expect("it is sent");
    let mut lines = BufReader::with_capacity(2048, socket).lines();
    while let Some(line) = lines.next_line().await.expect("it is read") {
        // The end of the head, and later the beginning of each event.
        if line.starts_with("HTTP/1.1") {
            assert_eq!(line, "HTTP/1.1 200 OK");
            let _ = seen.send((game, Instant::now()));
        } else if line.starts_with("id: ") {
            let _ = seen.send((game, Instant::now()));
        }
    }
}

fn summary(mut took: Vec<Duration>) -> String {
    took.sort_unstable();
    let percentile =
        |p: usize| took[(took.len() * p / 100).min(took.len() - 1)].as_secs_f64() * 1e3;
    format!(
        "{:.1} ms (median), {:.1} ms (99 %), {:.1} ms (last)",
        percentile(50),
        percentile(99),
        percentile(100)
    )
}

/// The next move of a game in which everyone draws and discards.
fn next_move(number: usize) -> Value {
    json!({"type": if number.is_multiple_of(2) { "golf.draw" } else { "golf.discard" }})
}

async fn many_readers(plan: &Plan, server: &OwnServer, client: &Client) {
    let mut tables = Vec::new();
    for _ in 0..plan.games {
        tables.push(Table::open(client, &server.url).await);
    }
    let before = server.memory("VmRSS");
    let address = server.url.trim_start_matches("http://").to_owned();
    let (seen, mut news) = mpsc::unbounded_channel();
    for reader in 0..plan.readers {
        let game = reader % plan.games;
        let table = &tables[game];
        let (path, after) = (table.path.clone(), table.version);
        tokio::spawn(read(address.clone(), path, after, game, seen.clone()));
        news.recv().await.expect("it is connected");
    }
    let resident = server.memory("VmRSS");
    println!(
        "{} readers of {} games: {:.1} MiB before, {:.1} MiB with them, {:.1} KiB a reader",
        plan.readers,
        plan.games,
        before,
        resident,
        (resident - before) * 1024.0 / plan.readers as f64,
    );
    let (mut moved, mut woken) = (Vec::new(), Vec::new());
    for number in 0..plan.moves {
        // Each game in turn, so that one that is drawn in is discarded in the next time round.
        let game = number % plan.games;
        let readers = (game..plan.readers).step_by(plan.games).count();
        let table = &mut tables[game];
        let began = Instant::now();
        table.make(client, next_move(number / plan.games)).await;
        moved.push(began.elapsed());
        for _ in 0..readers {
            let (of, at) = news.recv().await.expect("readers");
            assert_eq!(of, game, "nobody else is woken");
            woken.push(at - began);
        }
    }
    println!("a move took {}", summary(moved));
    println!("its readers had it after {}", summary(woken));
}

/// Waits at a server until the game is past a version; when it was.
async fn wait(client: &Client, url: String, token: String, version: u64) -> Instant {
    let answer = client
        .get(url)
        .bearer_auth(token)
        .header("prefer", "wait=60")
        .header("if-none-match", format!("\"{version}\""))
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status(), 200);
    answer.bytes().await.expect("a body");
    Instant::now()
}

async fn two_servers(plan: &Plan, servers: [&OwnServer; 2], client: &Client) {
    let mut table = Table::open(client, &servers[0].url).await;
    let (mut moved, mut here, mut there) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..plan.moves {
        let wait_at = |server: &OwnServer, seat: usize| {
            let url = format!("{}{}", server.url, table.path);
            let (client, token, version) =
                (client.clone(), table.tokens[seat].clone(), table.version);
            tokio::spawn(async move { wait(&client, url, token, version).await })
        };
        let (first, second) = (wait_at(servers[0], 0), wait_at(servers[1], 1));
        // Long enough that both wait, on a machine that has nothing else to do.
        tokio::time::sleep(Duration::from_millis(20)).await;
        let began = Instant::now();
        table.make(client, next_move(number)).await;
        moved.push(began.elapsed());
        here.push(first.await.expect("it is answered") - began);
        there.push(second.await.expect("it is answered") - began);
    }
    println!(
        "one game at two servers: who waited where the move was made had it after {}",
        summary(here)
    );
    println!("who waited at the other one after {}", summary(there));
}

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    allow_many_connections();
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = support::start_cluster(folder.path(), Durability::Full);
    let url = cluster.url("cardpost");
    let one = OwnServer::start(&["--database-url", &url]);
    let other = OwnServer::start(&["--database-url", &url]);
    let client = Client::builder().no_proxy().build().expect("a client");
    for server in [&one, &other] {
        // The first request waits for the server's threads.
        let ready = client.get(format!("{}/readyz", server.url)).send().await;
        assert_eq!(ready.expect("an answer").status(), 200);
    }
    two_servers(&plan, [&one, &other], &client).await;
    many_readers(&plan, &one, &client).await;
    drop((one, other));
    cluster.stop().expect("Postgres stops");
}
