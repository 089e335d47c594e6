//! A server that is told to stop while clients wait.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::support::{
    client::{Caller as _, Door, Nobody, Player},
    database::Database,
    events::{Events, in_time},
    table::{Table, golf, version},
};

/// A process that serves.
struct Process(Child);

impl Process {
    /// Starts it over this database.
    fn start(url: &str) -> (Self, Door) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardpost"))
            .args([
                "serve",
                "--bind",
                "127.0.0.1:0",
                "--no-migrate",
                "--database-url",
                url,
            ])
            .args(["--log", "warn"])
            .env_clear()
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let address = out
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening on http://").map(str::to_owned))
            .expect("it listens");
        (Self(child), Door::new(address.parse().expect("an address")))
    }

    /// Asks it to stop, and waits until it has; how long that took.
    fn stop(mut self) -> Duration {
        #[allow(
            clippy::disallowed_methods,
            reason = "only how long it takes is measured"
        )]
        let began = Instant::now();
        let pid = self.0.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(asked.expect("kill runs").success());
        assert!(self.0.wait().expect("its status").success());
        began.elapsed()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // After `stop` there is nothing left to kill.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn player(door: &Door, name: &str) -> Player {
    let body = serde_json::json!({ "name": name });
    let nobody = Nobody::new(door.clone());
    let registered = nobody.post("/v1/players").json(&body).expect(201).await;
    Player::registered(door.clone(), &registered)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_ends_all_waiting_in_order_and_at_once() {
    let database = Database::new();
    let (process, door) = Process::start(database.url());
    let players = vec![player(&door, "Ann").await, player(&door, "Ben").await];
    let table = Table::seat(players, &golf(2)).await;
    let ann = &table.players[0];
    let known = version(&table.seen_by(ann).await);
    let mut game = Events::open(ann, &table.path("/events"), Some(&known.to_string()))
        .await
        .expect("events");
    let mut mine = Events::open(ann, "/v1/me/events?after=now", None)
        .await
        .expect("events");
    let waiting = ann
        .get(&table.path(""))
        .header("if-none-match", &format!("\"{known}\""))
        .header("prefer", "wait=60");
    let waiting = tokio::spawn(in_time(waiting.send()));
    // Answered by a server that has taken in the one before.
    for _ in 0..5 {
        ann.get(&table.path("")).expect(200).await;
    }
    let stopping = tokio::task::spawn_blocking(move || process.stop());
    assert_eq!(game.next().await, None);
    assert_eq!(mine.next().await, None);
    waiting.await.expect("it is answered").expect_status(304);
    let took = stopping.await.expect("it stops");
    // What hangs would be given ten seconds.
    assert!(took < Duration::from_secs(9), "{took:?}");
}
