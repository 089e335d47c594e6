//! Records a second through the whole server, and the memory that it takes to send them all.
//!
//! ```text
//! cargo bench --bench records -- [--games 10000]
//! ```
//!
//! Fills a Postgres of its own with finished games of Golf, played by bots, then starts a server over it and reads the
//! stream of all records from a socket, once as it is and once packed. What the server holds in memory is read from
//! `/proc`, so this needs Linux. Server, Postgres and client share the machine: compare figures of one run only.

#![allow(
    clippy::cast_precision_loss,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark measures time, prints its figures and fails by panicking"
)]

mod support;

use std::time::Instant;

use cardpost::{
    bot::Bot,
    engine::{any::Kind, chance::Seed, rules::Turn, viewer::Viewer},
    game::{
        chain::Salt,
        change::Change,
        entry::{Created, Seating, Visibility},
        player::Player,
        schedule::Schedule,
        stored::StoredGame,
        writer::{EntryStamp, GameWriter},
    },
    postgres::Durability,
    store::{
        Store,
        migrations::{self, Direction},
        outcome::WriteOutcome,
        players::tokens::StoredToken,
    },
    types::{
        id::{GameId, PlayerId, TokenId},
        time::Timestamp,
    },
};
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use support::OwnServer;

/// How many games are played at once while the database is filled.
const AT_ONCE: u64 = 4;
/// How many players there are.
const PLAYERS: usize = 100;

/// How many games were asked for on the command line.
fn games() -> u64 {
    let mut games = 10_000;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--games" => {
                let value = arguments.next().expect("--games needs a value");
                games = value.parse().expect("a number of games");
            }
            // Cargo adds this one by itself.
            "--bench" => {}
            other => panic!("there is no argument {other}"),
        }
    }
    games
}

fn second(number: u64) -> Timestamp {
    let second = 1_790_000_000 + i64::try_from(number).expect("a small number");
    Timestamp::new(chrono::DateTime::from_timestamp_secs(second).expect("a moment"))
}

async fn register(store: &Store, random: &mut StdRng) -> PlayerId {
    let id = Uuid::from_u128(random.random());
    let player = Player {
        id: PlayerId::new(id),
        name: "Somebody".into(),
        created_at: second(0),
    };
    let token = StoredToken {
        id: TokenId::new(id),
        label: String::new(),
        created_at: second(0),
    };
    store
        .create_player(&player, &token, &random.random(), None, None)
        .await
        .expect("a player");
    player.id
}

/// Plays a whole game and stores it: its beginning as a new game, and all the rest as one change.
async fn play(store: &Store, players: &[PlayerId], number: u64, random: &mut StdRng) {
    let seed = Seed::new(random.random());
    let id = GameId::new(Uuid::from_u128(random.random()));
    let seats = 2 + usize::try_from(number % 3).expect("a small number");
    let created = Created {
        game: id,
        kind: Kind::Golf,
        rules: Kind::Golf.about().rules,
        options: Kind::Golf
            .parse_options(&json!({ "holes": 3 }))
            .expect("options"),
        seats: u8::try_from(seats).expect("a small number"),
        visibility: Visibility::Public,
        seating: Seating::AsJoined,
        commitment: seed.commitment(id.as_bytes()),
        clock: None,
    };
    let begin = usize::try_from(number).expect("a small number") % (players.len() - seats);
    let players = &players[begin..begin + seats];
    let mut salts = StdRng::seed_from_u64(number);
    let (game, entries) = {
        let mut salt = || Salt::new(salts.random());
        let stamp = EntryStamp {
            at: second(number),
            salt: &mut salt,
        };
        let mut writer = GameWriter::create(created, players[0], None, stamp).expect("a game");
        for player in &players[1..] {
            writer.join(*player, None).expect("a seat");
        }
        writer.finish()
    };
    let base_version = game.version;
    let new = StoredGame::new(game.clone(), seed, None, Vec::new());
    let schedule = Schedule::default();
    let stored = store
        .create_game(&new, &entries, schedule, &[], None, None)
        .await;
    assert_eq!(stored.expect("a stored game"), WriteOutcome::Yes);

    let (game, entries) = {
        let mut salt = || Salt::new(salts.random());
        let stamp = EntryStamp {
            at: second(number),
            salt: &mut salt,
        };
        let mut writer = GameWriter::resume(game, stamp);
        writer.start(&seed).expect("a start");
        play_to_the_end(&mut writer, &seed, random);
        writer.finish()
    };
    let change = Change {
        base_version,
        game,
        entries,
        schedule: Schedule::default(),
        notices: Vec::new(),
    };
    let stored = store.change_members(&change).await;
    assert_eq!(stored.expect("a stored change"), WriteOutcome::Yes);
}

fn play_to_the_end(writer: &mut GameWriter<'_>, seed: &Seed, random: &mut impl Rng) {
    loop {
        let table = writer.game().table.as_ref().expect("it has started");
        let Turn::Seat(seat) = table.turn() else {
            return;
        };
        let view = table.view(Viewer::Seat(seat));
        let mv = Bot::Random.choose(seat, &view, &table.legal_moves(seat), random);
        writer
            .play(seat, mv.expect("a legal move"), &[], seed)
            .expect("it is legal");
    }
}

/// Fills the database with so many finished games.
async fn fill(url: &str, games: u64) {
    let store = Store::new(url, 8).expect("a pool");
    let mut random = StdRng::seed_from_u64(1);
    let mut players = Vec::new();
    for _ in 0..PLAYERS {
        players.push(register(&store, &mut random).await);
    }
    let playing: Vec<_> = (0..AT_ONCE)
        .map(|one| {
            let (store, players) = (store.clone(), players.clone());
            let mut random = StdRng::seed_from_u64(2 + one);
            tokio::spawn(async move {
                for number in (0..games).filter(|number| number % AT_ONCE == one) {
                    play(&store, &players, number, &mut random).await;
                }
            })
        })
        .collect();
    for one in playing {
        one.await.expect("games that are stored");
    }
    store.close().await;
}

/// Checks a stream while it is read: no line is kept longer than until the next one is whole.
#[derive(Default)]
struct Reader {
    hash: Sha256,
    records: u64,
    pending: Vec<u8>,
    last: Vec<u8>,
}

impl Reader {
    fn read(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.pending.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                if !self.last.is_empty() {
                    self.hash.update(&self.last);
                    self.records += 1;
                }
                self.last = std::mem::take(&mut self.pending);
            }
        }
    }

    /// The records that came; the last line must tell the same of them.
    fn finish(self) -> u64 {
        let end: Value = serde_json::from_slice(&self.last).expect("a last line");
        assert_eq!(end["end"]["records"], self.records);
        assert_eq!(end["end"]["sha256"], hex::encode(self.hash.finalize()));
        self.records
    }
}

/// Returns once the server has answered something small: what it holds in memory from then on is for the requests.
async fn warm_up(server: &OwnServer) {
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    let answer = client.get(format!("{}/readyz", server.url)).send().await;
    assert!(answer.expect("an answer").status().is_success());
}

/// Reads the stream, and says how many records and bytes came; of a packed one, only the bytes.
async fn stream(server: &OwnServer, is_packed: bool) -> (Option<u64>, u64) {
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    let mut request = client.get(format!("{}/v1/records", server.url));
    if is_packed {
        request = request.header("accept-encoding", "gzip");
    }
    let mut answer = request.send().await.expect("an answer");
    assert!(answer.status().is_success());
    let mut reader = Reader::default();
    let mut bytes = 0;
    while let Some(chunk) = answer.chunk().await.expect("a whole stream") {
        bytes += chunk.len() as u64;
        if !is_packed {
            reader.read(&chunk);
        }
    }
    ((!is_packed).then(|| reader.finish()), bytes)
}

#[tokio::main]
async fn main() {
    let games = games();
    let folder = tempfile::tempdir().expect("a folder");
    // Filling is not what is measured.
    let cluster = support::start_cluster(folder.path(), Durability::None);
    let url = cluster.url("cardpost");
    migrations::migrate(&url, Direction::Up).expect("the migrations");
    let began = Instant::now();
    fill(&url, games).await;
    println!(
        "{games} games played and stored in {:.0} s",
        began.elapsed().as_secs_f64()
    );

    // One thread answers, so that whoever has been answered knows that the server is all there.
    let server = OwnServer::start(&["--database-url", &url, "--workers", "1"]);
    warm_up(&server).await;
    println!("the server at rest: {:.1} MiB", server.memory("VmRSS"));
    // The first time, the records are numbered too.
    for (name, is_packed) in [("first", false), ("again", false), ("packed", true)] {
        let began = Instant::now();
        let (records, bytes) = stream(&server, is_packed).await;
        let took = began.elapsed().as_secs_f64();
        if let Some(records) = records {
            assert_eq!(records, games);
        }
        println!(
            "{name}: {:.1} MiB in {took:.1} s, {:.0} records and {:.1} MiB a second; the server holds {:.1} MiB, at \
             most {:.1} MiB so far",
            bytes as f64 / f64::from(1 << 20),
            games as f64 / took,
            bytes as f64 / f64::from(1 << 20) / took,
            server.memory("VmRSS"),
            server.memory("VmHWM"),
        );
    }
    drop(server);
    cluster.stop().unwrap_or_else(|error| panic!("{error}"));
}
