//! What it costs to look at the past of a long game, and what others notice of it.
//!
//! ```text
//! cargo bench --bench moments -- [--entries 10000] [--requests 200]
//! ```
//!
//! Fills a Postgres of its own with long games, in which everyone draws and discards: one of Golf and one of Rummy that
//! go on, and one of Golf that has ended, so that it can be seen through other eyes. Then asks a server over HTTP for
//! moments of them (`?at=`), one request after another, and for the game as it is: first for the last moment, when the
//! server has yet to follow the whole log. In the end the logs of other such games are followed one after another, while
//! another client asks for a short game as it is. Server, Postgres and clients share the machine.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::too_many_lines,
    reason = "a benchmark measures time, prints its figures and fails by panicking"
)]

mod support;

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use cardpost::{
    engine::{
        any::{AnyMove, Kind},
        chance::Seed,
        seat::Seat,
        table::Table as Cards,
    },
    game::{
        Game, Status,
        chain::Salt,
        change::Change,
        entry::{Created, Seating, Visibility},
        schedule::Schedule,
        stored::StoredGame,
        writer::{EntryStamp, GameWriter},
    },
    postgres::Durability,
    store::{Store, outcome::WriteOutcome},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use reqwest::Client;
use serde_json::{Value, json};
use uuid::Uuid;

use support::{OwnServer, Table, post};

/// What was asked for on the command line.
struct Plan {
    entries: u32,
    requests: usize,
}

impl Plan {
    fn from_arguments() -> Self {
        let mut plan = Self {
            entries: 10_000,
            requests: 200,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next();
                value.unwrap_or_else(|| panic!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--entries" => plan.entries = value().parse().expect("a number"),
                "--requests" => plan.requests = value().parse().expect("a number"),
                // Cargo adds this one by itself.
                "--bench" => {}
                other => panic!("there is no argument {other}"),
            }
        }
        plan
    }
}

/// Somebody who plays: their id and their token.
struct Player {
    id: PlayerId,
    token: String,
}

async fn register(client: &Client, server: &OwnServer, name: &str) -> Player {
    let url = format!("{}/v1/players", server.url);
    let player = post(client, &url, None, &json!({ "name": name })).await;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let id: Uuid = text(&player["player"]["id"]).parse().expect("an id");
    Player {
        id: PlayerId::new(id),
        token: text(&player["token"]),
    }
}

/// A long game that is to be played.
struct Long<'a> {
    kind: Kind,
    options: Value,
    players: &'a [Player],
    entries: u32,
    /// Whether all but one leave in the end.
    ends: bool,
}

impl Long<'_> {
    /// Plays it and stores it, all that came after its beginning as one change.
    async fn store(&self, store: &Store) -> Game {
        let mut random = StdRng::seed_from_u64(u64::from(self.entries) + self.kind as u64);
        let mut salts = StdRng::seed_from_u64(1);
        let mut salt = || Salt::new(salts.random());
        let seed = Seed::new(random.random());
        let id = GameId::new(Uuid::from_u128(
            random.random::<u128>() ^ u128::from(self.ends),
        ));
        let created = Created {
            game: id,
            kind: self.kind,
            rules: self.kind.about().rules,
            options: self.kind.parse_options(&self.options).expect("options"),
            seats: u8::try_from(self.players.len()).expect("a few players"),
            visibility: Visibility::Public,
            seating: Seating::AsJoined,
            commitment: seed.commitment(id.as_bytes()),
            clock: None,
        };
        let at = chrono::DateTime::from_timestamp_secs(1_796_029_200).expect("a moment");
        let stamp = EntryStamp {
            at: Timestamp::new(at),
            salt: &mut salt,
        };
        let mut writer =
            GameWriter::create(created, self.players[0].id, None, stamp).expect("a game");
        for player in &self.players[1..] {
            writer.join(player.id, None).expect("a seat");
        }
        let (begun, first) = writer.finish();
        let new = StoredGame::new(begun.clone(), seed, None, Vec::new());
        let schedule = Schedule::default();
        let stored = store
            .create_game(&new, &first, schedule, &[], None, None)
            .await;
        assert_eq!(stored.expect("a new game"), WriteOutcome::Yes);

        let base_version = begun.version;
        let stamp = EntryStamp {
            at: Timestamp::new(at),
            salt: &mut salt,
        };
        let mut writer = GameWriter::resume(begun, stamp);
        writer.start(&seed).expect("enough players");
        while writer.game().version < self.entries {
            let seat = writer.game().turn.seats[0];
            let table = writer.game().table.as_ref().expect("cards");
            let mv = go_on(table, seat, &mut random);
            writer.play(seat, mv, &[], &seed).expect("a legal move");
        }
        if self.ends {
            let leaving = Seat::all(writer.game().seats()).skip(1);
            leaving.for_each(|seat| writer.resign(seat, &seed).expect("they sit there"));
        }
        let (game, entries) = writer.finish();
        assert_eq!(game.status == Status::Finished, self.ends);
        let change = Change {
            base_version,
            game: game.clone(),
            entries,
            schedule: Schedule::default(),
            notices: Vec::new(),
        };
        let stored = store.change_members(&change).await;
        assert_eq!(stored.expect("nobody else plays"), WriteOutcome::Yes);
        game
    }
}

/// A move that brings no game nearer to its end.
fn go_on(table: &Cards, seat: Seat, random: &mut StdRng) -> AnyMove {
    let types = [
        "golf.turn_up",
        "golf.draw",
        "golf.discard",
        "rummy.draw",
        "rummy.discard",
    ];
    let legal = table.legal_moves(seat).moves;
    let moves = legal.into_iter();
    let moves: Vec<AnyMove> = moves
        .filter(|mv| types.iter().any(|name| json!(mv)["type"] == *name))
        .collect();
    moves.choose(random).expect("one of them is legal").clone()
}

/// Asks for something so many times, one after another. Gives how long each took, and how long the answers were.
async fn ask(
    client: &Client,
    url: &str,
    token: Option<&str>,
    requests: usize,
) -> (Vec<Duration>, usize) {
    let (mut took, mut bytes) = (Vec::new(), 0);
    for _ in 0..requests {
        let mut request = client.get(url);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let began = Instant::now();
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{url}: {}", answer.status());
        bytes = answer.bytes().await.expect("a body").len();
        took.push(began.elapsed());
    }
    (took, bytes)
}

fn summary(mut took: Vec<Duration>) -> String {
    took.sort_unstable();
    let percentile =
        |p: usize| took[(took.len() * p / 100).min(took.len() - 1)].as_secs_f64() * 1e3;
    format!(
        "{:.1} ms (median), {:.1} ms (99 %)",
        percentile(50),
        percentile(99)
    )
}

/// Looks at the last moment of a game that nobody has looked at.
async fn first_time(plan: &Plan, client: &Client, url: &str) {
    let last = format!("{url}?at={}", plan.entries - 1);
    let (took, _) = ask(client, &last, None, 1).await;
    println!(
        "  the last one, at first   {:.1} ms",
        took[0].as_secs_f64() * 1e3
    );
}

/// Looks at moments of a game, and at the game as it is.
async fn moments(plan: &Plan, client: &Client, url: &str, rest: &str, token: Option<&str>) {
    let ask =
        async |query: &str, requests| ask(client, &format!("{url}{query}"), token, requests).await;
    for at in [100, 1000, 5000, plan.entries - 1] {
        let query = format!("?at={at}{rest}");
        let (took, bytes) = ask(&query, plan.requests).await;
        println!("  {query:<24} {}, {bytes} bytes", summary(took));
    }
    let mut random = StdRng::seed_from_u64(7);
    let mut took = Vec::new();
    for _ in 0..plan.requests {
        let at = random.random_range(1..plan.entries);
        took.extend(ask(&format!("?at={at}{rest}"), 1).await.0);
    }
    println!("  {:<24} {}", "moments here and there", summary(took));
    let (took, bytes) = ask(&rest.replacen('&', "?", 1), plan.requests).await;
    println!("  {:<24} {}, {bytes} bytes", "as it is", summary(took));
}

/// How soon a short game is shown while long ones are looked at for the first time.
async fn beside(plan: &Plan, client: &Client, short: &str, long: &[String]) {
    let is_over = AtomicBool::new(false);
    let looking = async {
        for game in long {
            first_time(plan, client, game).await;
        }
        is_over.store(true, Ordering::Relaxed);
    };
    let asking = async {
        let mut took = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            took.extend(ask(client, short, None, 1).await.0);
        }
        took
    };
    let ((), took) = tokio::join!(looking, asking);
    println!("a short game as it is, beside that: {}", summary(took));
}

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = support::start_cluster(folder.path(), Durability::None);
    let url = cluster.url("cardpost");
    let server = OwnServer::start(&["--database-url", &url]);
    let client = Client::builder().no_proxy().build().expect("a client");
    let short = Table::open(&client, &server.url).await;
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Cid", "Dee"] {
        players.push(register(&client, &server, name).await);
    }
    let store = Store::new(&url, 2).expect("a pool");
    let golf = Long {
        kind: Kind::Golf,
        options: json!({}),
        players: &players[..2],
        entries: plan.entries,
        ends: false,
    };
    let rummy = Long {
        kind: Kind::Rummy,
        options: json!({}),
        players: &players,
        ..golf
    };
    let ended = Long {
        options: json!({}),
        ends: true,
        ..golf
    };
    let games = [
        golf.store(&store).await,
        rummy.store(&store).await,
        ended.store(&store).await,
    ];
    let address = |game: &Game| format!("{}/v1/games/{}", server.url, game.id());
    let mut others = Vec::new();
    for number in 1..=8 {
        let entries = plan.entries + number;
        let other = Long {
            entries,
            options: json!({}),
            ..rummy
        };
        others.push(address(&other.store(&store).await));
    }
    store.close().await;
    let [golf, rummy, ended] = games.map(|game| address(&game));

    println!("Golf with two players, seen by somebody else:");
    first_time(&plan, &client, &golf).await;
    moments(&plan, &client, &golf, "", None).await;
    println!("the same, seen by a player:");
    moments(&plan, &client, &golf, "", Some(&players[0].token)).await;
    println!("Rummy with four players, seen by one of them:");
    first_time(&plan, &client, &rummy).await;
    moments(&plan, &client, &rummy, "", Some(&players[0].token)).await;
    println!("Golf that has ended, as the record sees it:");
    moments(&plan, &client, &ended, "&as=record", None).await;
    println!("Golf that has ended, through the eyes of a player:");
    moments(&plan, &client, &ended, "&as=1", None).await;

    let short = format!("{}{}", server.url, short.path);
    let (took, _) = ask(&client, &short, None, plan.requests * 5).await;
    println!("a short game as it is: {}", summary(took));
    println!("the pasts of {} games of Rummy:", others.len());
    beside(&plan, &client, &short, &others).await;
    println!(
        "the server holds {:.0} MiB, at most {:.0} MiB so far",
        server.memory("VmRSS"),
        server.memory("VmHWM")
    );
    drop(server);
    cluster.stop().unwrap_or_else(|error| panic!("{error}"));
}
