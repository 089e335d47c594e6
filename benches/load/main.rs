//! Requests a second through the whole server: HTTP, rules, Postgres with every write on the disk; beside `pgbench`
//! in the same run, which sends the read and the write of a move without a server in between.
//!
//! ```text
//! cargo bench --bench load -- [--only moves,reads,not-modified,legal-moves,inbox,lobby,create,golf,…]
//!     [--connections 8,64] [--games 256] [--seconds 5] [--rounds 3] [--binary PATH,PATH] [--streams 0]
//!     [--slow-disk MICROSECONDS]
//! ```
//!
//! Each round measures `pgbench` and then every binary in turn, so that a machine that gets slower meanwhile makes all
//! of them slower; the figures are the medians over the rounds. `--binary` compares servers, for instance an old one
//! with this one, all over the same cluster, each with a database of its own. `--streams` holds so many event streams
//! open meanwhile. `--slow-disk` makes every flush of Postgres's log take so much longer (`commit_delay`).
//!
//! Server, Postgres and clients share the machine: compare figures of one run only.

#![allow(
    clippy::cast_precision_loss,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark measures time, prints its figures and fails by panicking"
)]

mod http;
mod pgbench;
mod process;
#[path = "../support/mod.rs"]
mod support;
mod workload;

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use cardpost::postgres::Durability;
use tokio::{io::AsyncReadExt as _, io::AsyncWriteExt as _, net::TcpStream};

use self::{
    http::Connection,
    support::{OwnServer, start_cluster},
    workload::{Game, WORKLOADS, Workload, start_game, turn_up},
};

/// The statement by which a server reads a game and the owner of a token, as `pgbench` sends it.
const READ: &str = include_str!("read.sql");

/// What was asked for on the command line.
struct Plan {
    workloads: Vec<(String, Workload)>,
    connections: Vec<usize>,
    games: usize,
    seconds: u64,
    rounds: usize,
    binaries: Vec<PathBuf>,
    streams: usize,
    slow_disk: u64,
}

impl Plan {
    fn from_arguments() -> Self {
        let mut plan = Self {
            workloads: Vec::new(),
            connections: vec![8, 64],
            games: 256,
            seconds: 5,
            rounds: 3,
            binaries: vec![PathBuf::from(env!("CARGO_BIN_EXE_cardpost"))],
            streams: 0,
            slow_disk: 0,
        };
        let mut only = "moves,reads,not-modified".to_owned();
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            if argument == "--bench" {
                continue; // Cargo adds it.
            }
            let value = arguments.next();
            let value = value.unwrap_or_else(|| panic!("{argument} needs a value"));
            let number = || value.parse().expect("a number");
            match argument.as_str() {
                "--only" => only = value,
                "--connections" => {
                    let numbers = value.split(',').map(str::parse);
                    plan.connections = numbers.collect::<Result<_, _>>().expect("numbers");
                }
                "--games" => plan.games = value.parse().expect("a number"),
                "--seconds" => plan.seconds = number(),
                "--rounds" => plan.rounds = value.parse().expect("a number"),
                "--binary" => plan.binaries = value.split(',').map(PathBuf::from).collect(),
                "--streams" => plan.streams = value.parse().expect("a number"),
                "--slow-disk" => plan.slow_disk = number(),
                other => panic!("there is no argument {other}"),
            }
        }
        for name in only.split(',') {
            let known = WORKLOADS.iter().find(|(known, _)| *known == name);
            let (name, workload) = known.unwrap_or_else(|| panic!("there is no workload {name}"));
            plan.workloads.push(((*name).to_owned(), *workload));
        }
        plan
    }
}

/// A server that is measured, and the games that were made on it.
struct Subject {
    name: String,
    server: OwnServer,
    host: String,
    games: Vec<Game>,
    kinds: Vec<(&'static str, Vec<Game>)>,
}

/// What one round of a workload measured.
struct Measured {
    per_second: f64,
    median: Duration,
    p99: Duration,
    server_cpu: Duration,
    postgres_cpu: Duration,
    memory: f64,
}

async fn measure(
    plan: &Plan,
    subject: &mut Subject,
    workload: Workload,
    connections: usize,
    postmaster: u32,
) -> Measured {
    let games = match workload {
        Workload::Play(kind) => {
            let of_kind = subject.kinds.iter_mut().find(|(known, _)| *known == kind);
            &mut of_kind.expect("games of every kind that is measured").1
        }
        _ => &mut subject.games,
    };
    let share = games.len() / connections;
    assert!(share > 0, "there must be a game for each connection");
    let (pid, host) = (subject.server.pid(), subject.host.clone());
    let (server_before, postgres_before) = (process::cpu(pid), process::cpu_of_tree(postmaster));
    let began = Instant::now();
    let until = began + Duration::from_secs(plan.seconds);
    let running: Vec<_> = games
        .chunks(share)
        .take(connections)
        .map(|games| {
            let (host, mut games) = (host.clone(), games.to_vec());
            tokio::spawn(async move {
                let mut connection = Connection::open(&host).await;
                let took = workload.run(&mut connection, &mut games, until).await;
                (took, games)
            })
        })
        .collect();
    let mut took = Vec::new();
    let mut played = Vec::new();
    for connection in running {
        let (times, games) = connection.await.expect("a connection that works");
        took.extend(times);
        played.extend(games);
    }
    let elapsed = began.elapsed();
    games[..played.len()].clone_from_slice(&played);
    took.sort_unstable();
    let count = u32::try_from(took.len()).expect("a number of requests");
    let percentile = |p: usize| took[(took.len() * p / 100).min(took.len() - 1)];
    Measured {
        per_second: f64::from(count) / elapsed.as_secs_f64(),
        median: percentile(50),
        p99: percentile(99),
        server_cpu: process::cpu(pid).saturating_sub(server_before) / count,
        postgres_cpu: process::cpu_of_tree(postmaster).saturating_sub(postgres_before) / count,
        memory: subject.server.memory("VmRSS"),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn report(name: &str, what: &str, rounds: &[Measured], yardstick: f64) {
    let of = |figure: fn(&Measured) -> f64| median(rounds.iter().map(figure).collect());
    let millis = |duration: Duration| duration.as_secs_f64() * 1e3;
    let worst = rounds
        .iter()
        .map(|round| millis(round.p99))
        .fold(0.0, f64::max);
    println!(
        "{name:<12} {what:<28} {:>7.0}/s  {:>5.2} of pgbench  median {:>6.2} ms  p99 {:>6.2} ms (worst round {worst:.2})  \
         CPU server {:>4.0} µs, Postgres {:>4.0} µs  memory {:>4.0} MiB",
        of(|round| round.per_second),
        of(|round| round.per_second) / yardstick,
        of(|round| round.median.as_secs_f64() * 1e3),
        of(|round| round.p99.as_secs_f64() * 1e3),
        of(|round| round.server_cpu.as_secs_f64() * 1e6),
        of(|round| round.postgres_cpu.as_secs_f64() * 1e6),
        of(|round| round.memory),
    );
}

async fn subject(plan: &Plan, binary: &Path, number: usize, url: &str) -> Subject {
    let server = OwnServer::start_binary(binary, &["--database-url", url]);
    println!(
        "{}: {:.0} MiB after its start",
        binary.display(),
        server.memory("VmRSS")
    );
    let host = server.url.trim_start_matches("http://").to_owned();
    let mut connection = Connection::open(&host).await;
    let mut games = Vec::new();
    for _ in 0..plan.games {
        let mut game = start_game(&mut connection, "golf").await;
        turn_up(&mut connection, &mut game).await;
        games.push(game);
    }
    let mut kinds = Vec::new();
    for (_, workload) in &plan.workloads {
        if let Workload::Play(kind) = workload {
            let mut of_kind = Vec::new();
            for _ in 0..plan.connections.iter().copied().max().unwrap_or(1) {
                of_kind.push(start_game(&mut connection, kind).await);
            }
            kinds.push((*kind, of_kind));
        }
    }
    for number in 0..plan.streams {
        hold_stream(&host, &games[number % games.len()]).await;
    }
    Subject {
        name: format!("server {}", number + 1),
        server,
        host,
        games,
        kinds,
    }
}

/// Opens an event stream and reads it to nowhere for as long as the program runs.
async fn hold_stream(host: &str, game: &Game) {
    let mut stream = TcpStream::connect(host).await.expect("the server listens");
    let request = format!(
        "GET {}/events HTTP/1.1\r\nhost: {host}\r\n\r\n",
        game.path()
    );
    stream
        .write_all(request.as_bytes())
        .await
        .expect("the server reads");
    tokio::spawn(async move {
        let mut buffer = [0; 16 * 1024];
        while stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
    });
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let plan = Plan::from_arguments();
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = start_cluster(folder.path(), Durability::Full);
    let postmaster = process::postmaster(&folder.path().join("data"));
    let admin = support::connect(&cluster.url("cardpost")).await;
    if plan.slow_disk > 0 {
        println!(
            "each flush to the disk takes {} µs longer (commit_delay)",
            plan.slow_disk
        );
        for setting in [
            format!("ALTER SYSTEM SET commit_delay = {}", plan.slow_disk),
            "ALTER SYSTEM SET commit_siblings = 0".to_owned(),
            "SELECT pg_reload_conf()".to_owned(),
        ] {
            admin.batch_execute(&setting).await.expect("a setting");
        }
    }
    let mut subjects = Vec::new();
    for (number, binary) in plan.binaries.iter().enumerate() {
        let name = format!("load_{number}");
        let create = format!("CREATE DATABASE {name}");
        admin.batch_execute(&create).await.expect("a database");
        subjects.push(subject(&plan, binary, number, &cluster.url(&name)).await);
    }
    let url = cluster.url("load_0");
    let database = support::connect(&url).await;
    pgbench::prepare(&database).await;
    pgbench::write_scripts(&database, READ, folder.path()).await;
    let program = pgbench::program();
    for (name, workload) in &plan.workloads {
        let script = match workload {
            Workload::Moves | Workload::Play(_) | Workload::Create => "move.sql",
            _ => "read.sql",
        };
        for &connections in &plan.connections {
            let mut yardstick = Vec::new();
            let mut rounds: Vec<Vec<Measured>> = subjects.iter().map(|_| Vec::new()).collect();
            for _ in 0..plan.rounds {
                let script = folder.path().join(script);
                yardstick.push(pgbench::run(&program, &url, &script, plan.seconds));
                for (subject, rounds) in subjects.iter_mut().zip(&mut rounds) {
                    let measured = measure(&plan, subject, *workload, connections, postmaster);
                    rounds.push(measured.await);
                }
            }
            let yardstick = median(yardstick);
            let what = format!("{name}, {connections} connections");
            println!("{:<12} {script:<28} {yardstick:>7.0}/s", "pgbench");
            for (subject, rounds) in subjects.iter().zip(&rounds) {
                report(&subject.name, &what, rounds, yardstick);
            }
        }
    }
}
