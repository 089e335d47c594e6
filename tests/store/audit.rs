//! Checking what is stored: damage is planted in every column that is checked, and each is found and named.

use std::fmt::Write as _;

use std::{collections::HashMap, num::NonZeroUsize};

use cardpost::{
    engine::any::Kind,
    record::{chain::Hash, entry::Visibility, game::Game, id::GameId},
    service::audit::{self, Audited},
    store::Store,
};
use futures_util::TryStreamExt as _;
use serde_json::Value;

use crate::support::{
    database::Database,
    fill::{self, Plan},
};

const JOBS: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// Which game something is done to.
#[derive(Debug, Clone, Copy)]
enum Of {
    /// One that was played to its end.
    Finished,
    /// One that is being played, by two.
    Running,
    /// The same, private.
    Private,
}

impl Of {
    fn plan(self, number: u64) -> Plan {
        let (moves, visibility) = match self {
            Self::Finished => (usize::MAX, Visibility::Public),
            Self::Running => (9, Visibility::Public),
            Self::Private => (9, Visibility::Private),
        };
        Plan {
            visibility,
            moves,
            ..fill::short(Kind::Golf, number)
        }
    }
}

/// Stores a game for each of these, next to two that nothing is done to.
async fn filled(database: &Database, of: impl Iterator<Item = Of>) -> Vec<Game> {
    let store = Store::new(database.url(), 4).unwrap();
    let players = fill::players(&store, 3).await;
    let mut games = Vec::new();
    for (number, of) in (0..).zip(of.chain([Of::Finished, Of::Running])) {
        games.push(fill::store(&store, &of.plan(number), &players).await);
    }
    store.close().await;
    games
}

async fn audited(database: &Database) -> HashMap<GameId, Audited> {
    let store = Store::new(database.url(), 4).unwrap();
    let all: Vec<Audited> = audit::all(&store, JOBS).try_collect().await.unwrap();
    store.close().await;
    all.into_iter()
        .map(|audited| (audited.game, audited))
        .collect()
}

fn told(audited: &Audited) -> Vec<String> {
    audited
        .differences
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Plants damage in a game of its own for each row of the table, and sees that each is told just as it should be:
/// the places in order, and a word that must be in the first sentence.
async fn find(damages: &[(Of, &str, &[&str], &str)]) {
    let database = Database::new();
    let games = filled(&database, damages.iter().map(|(of, ..)| *of)).await;
    let mut statements = String::from("SET session_replication_role = replica;");
    for ((_, damage, ..), game) in damages.iter().zip(&games) {
        let id = format!("'{}'", game.id());
        statements += &damage
            .replace("OF GAME", &format!("WHERE game_id = {id}"))
            .replace("THE GAME", &format!("WHERE id = {id}"))
            .replace("THIS", &id);
        statements.push(';');
    }
    database.run(&statements);
    let audited = audited(&database).await;
    assert_eq!(audited.len(), games.len());
    for ((_, damage, places, word), game) in damages.iter().zip(&games) {
        let differences = &audited[&game.id()].differences;
        let found: Vec<&str> = differences.iter().map(|it| it.place.as_str()).collect();
        let all = told(&audited[&game.id()]);
        assert_eq!(found, *places, "{damage}: {all:#?}");
        assert!(differences[0].told.contains(word), "{damage}: {all:#?}");
    }
    for game in &games[damages.len()..] {
        assert_eq!(
            told(&audited[&game.id()]),
            [""; 0],
            "nothing was done to it"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_every_kind_that_nothing_was_done_to_are_as_they_should_be() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let players = fill::players(&store, 8).await;
    let mut entries = HashMap::new();
    for (number, kind) in (0..20).zip(Kind::ALL.iter().cycle()) {
        let mut plan = fill::short(*kind, number);
        plan.moves = if number < 2 { usize::MAX } else { 20 };
        let game = fill::store(&store, &plan, &players).await;
        entries.insert(game.id(), u64::from(game.version));
    }
    // Longer than what is read at once.
    let long = Plan {
        moves: 700,
        options: serde_json::json!({"holes": 18}),
        ..fill::short(Kind::Golf, 20)
    };
    let game = fill::store(&store, &long, &players).await;
    assert!(game.version > 256, "{}", game.version);
    entries.insert(game.id(), u64::from(game.version));
    store.close().await;
    let audited = audited(&database).await;
    assert_eq!(audited.len(), entries.len());
    for (game, audited) in audited {
        assert_eq!(told(&audited), [""; 0]);
        assert_eq!(audited.entries, entries[&game]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_before_its_start_and_one_that_was_called_off_are_as_they_should_be() {
    use crate::support::{
        client::Caller as _,
        server::TestServer,
        table::{Table, golf, new_players, private_golf},
    };
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let open = Table::seat(players[..2].to_vec(), &private_golf(3)).await;
    let left = Table::seat(players[..2].to_vec(), &golf(3)).await;
    players[0].post(&left.path("/leave")).expect(200).await;
    let off = Table::seat(players[..1].to_vec(), &golf(3)).await;
    players[0].post(&off.path("/cancel")).expect(200).await;
    let resigned = Table::seat(players.clone(), &golf(3)).await;
    players[1].post(&resigned.path("/resign")).expect(200).await;
    let over = Table::seat(players, &golf(3)).await;
    over.end().await;
    let audited = audited(server.database()).await;
    for table in [open, left, off, resigned, over] {
        let audited = &audited[&table.game.parse().unwrap()];
        assert_eq!(told(audited), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_what_a_game_was_created_with_is_found() {
    find(&[
        (
            Of::Finished,
            "UPDATE games SET kind = 'ju' THE GAME",
            &["games.kind"],
            "is ju, and by the log it would be golf",
        ),
        (
            Of::Finished,
            "UPDATE games SET rules = 2 THE GAME",
            &["games.rules"],
            "is 2",
        ),
        (
            Of::Finished,
            r#"UPDATE games SET options = '{"holes":9,"end_at_once":false}' THE GAME"#,
            &["games.options"],
            "/holes",
        ),
        (
            Of::Finished,
            "UPDATE games SET options = 'none' THE GAME",
            &["games.options"],
            "no JSON",
        ),
        (
            Of::Running,
            "UPDATE games SET seats = 3 THE GAME",
            &["games.seats"],
            "is 3",
        ),
        (
            Of::Running,
            "UPDATE games SET visibility = 'private' THE GAME",
            &["games.visibility"],
            "is private",
        ),
        (
            Of::Running,
            "UPDATE games SET seating = 'as_joined' THE GAME",
            &["games.seating"],
            "is as_joined",
        ),
        (
            Of::Running,
            "UPDATE games SET join_code = 'open' THE GAME",
            &["games.join_code"],
            "public",
        ),
        (
            Of::Private,
            "UPDATE games SET join_code = NULL THE GAME",
            &["games.join_code"],
            "private",
        ),
        (
            Of::Running,
            "UPDATE games SET commitment = sha256('') THE GAME",
            &["games.commitment"],
            "is e3b0c44298fc1c14",
        ),
        (
            Of::Running,
            "UPDATE games SET created_by = (SELECT id FROM players WHERE name = 'P3') THE GAME",
            &["games.created_by"],
            "-000000000003",
        ),
        (
            Of::Running,
            "UPDATE games SET created_at = created_at + interval '1 microsecond' THE GAME",
            &["games.created_at"],
            ".000001",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_is_another_one_is_found() {
    let chance = ["log entry 4", "log entry 5", "games.seed"];
    let database = Database::new();
    let games = filled(&database, [Of::Running].into_iter()).await;
    database.run(&format!(
        "UPDATE games SET seed = sha256('') WHERE id = '{}'",
        games[0].id()
    ));
    let audited = &audited(&database).await[&games[0].id()];
    let places: Vec<&str> = audited
        .differences
        .iter()
        .map(|it| it.place.as_str())
        .collect();
    // The other seed may happen to seat the players as the right one did.
    assert!(
        places.ends_with(&chance[1..]) && chance.ends_with(&places),
        "{audited:#?}"
    );
    assert!(
        told(audited)
            .concat()
            .contains("not the one that was committed to")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_how_a_game_stands_is_found() {
    find(&[
        (
            Of::Finished,
            "UPDATE games SET status = 'playing' THE GAME",
            &["games.status"],
            "is playing",
        ),
        (
            Of::Running,
            "UPDATE games SET version = version + 1 THE GAME",
            &["games.version"],
            "and by the log",
        ),
        (
            Of::Running,
            "UPDATE games SET head = sha256('') THE GAME",
            &["games.head"],
            "is e3b0c44298fc1c14",
        ),
        (
            Of::Running,
            "UPDATE games SET snapshot = NULL THE GAME",
            &["games.snapshot"],
            "has null",
        ),
        (
            Of::Running,
            "UPDATE games SET snapshot = '{' THE GAME",
            &["games.snapshot"],
            "no JSON",
        ),
        (
            Of::Finished,
            r#"UPDATE games SET snapshot = replace(snapshot, '"left":[]', '"left":[1]') THE GAME"#,
            &["games.snapshot"],
            "/left",
        ),
        (
            Of::Running,
            "UPDATE games SET turn_seat = 1 - turn_seat THE GAME",
            &["games.turn_seat"],
            "by the log",
        ),
        (
            Of::Running,
            "UPDATE games SET turn_seat = NULL THE GAME",
            &["games.turn_seat"],
            "is nothing",
        ),
        (
            Of::Running,
            "UPDATE games SET turn_since = turn_since - interval '1 hour' THE GAME",
            &["games.turn_since"],
            "by the log",
        ),
        (
            Of::Finished,
            r#"UPDATE games SET result = replace(result, '"places":[', '"places":[2,') THE GAME"#,
            &["games.result"],
            "/places",
        ),
        (
            Of::Finished,
            "UPDATE games SET result = NULL THE GAME",
            &["games.result"],
            "has null",
        ),
        (
            Of::Running,
            "UPDATE games SET result = '{}' THE GAME",
            &["games.result"],
            "would be null",
        ),
        (
            Of::Running,
            "UPDATE games SET started_at = NULL THE GAME",
            &["games.started_at"],
            "is nothing",
        ),
        (
            Of::Finished,
            "UPDATE games SET finished_at = started_at THE GAME",
            &["games.finished_at"],
            "by the log",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_who_takes_part_is_found() {
    let first = "seats.seat of 00000000-0000-0000-0000-000000000001";
    let second = "seats.seat of 00000000-0000-0000-0000-000000000002";
    let entropy = "seats.entropy of 00000000-0000-0000-0000-000000000001";
    let added = "seats.entropy of 00000000-0000-0000-0000-000000000002";
    let order = "seats, in the order of joining,";
    find(&[
        (
            Of::Running,
            "UPDATE seats SET seat = 1 - seat OF GAME",
            &[first, second],
            "by the log",
        ),
        (
            Of::Running,
            "UPDATE seats SET seat = NULL OF GAME AND joined = 0",
            &[first],
            "is nothing",
        ),
        (
            Of::Running,
            r"UPDATE seats SET entropy = '\x010204' OF GAME AND joined = 0",
            &[entropy],
            "is 010204, and by the log it would be 010203",
        ),
        (
            Of::Running,
            "UPDATE seats SET entropy = NULL OF GAME AND joined = 0",
            &[entropy],
            "is nothing",
        ),
        (
            Of::Running,
            r"UPDATE seats SET entropy = '\x01' OF GAME AND joined = 1",
            &[added],
            "would be nothing",
        ),
        (
            Of::Running,
            "DELETE FROM seats OF GAME AND joined = 1",
            &[order],
            "-000000000001, and",
        ),
        (
            Of::Running,
            "INSERT INTO seats SELECT THIS, id, 7 FROM players WHERE name = 'P3'",
            &[order],
            "-000000000003, and",
        ),
        (
            Of::Running,
            "UPDATE seats SET joined = 5 OF GAME AND joined = 0",
            &[order],
            "-000000000002, 0",
        ),
        (
            Of::Running,
            "UPDATE seats SET joined = 0, seat = seat OF GAME",
            &["seats.joined of 00000000-0000-0000-0000-000000000002"],
            "another player",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_a_log_is_found() {
    let lost = "games";
    find(&[
        (Of::Finished, "UPDATE log SET hash = sha256('') OF GAME AND seq = 7", &["log entry 7, hash", "log entry 8, hash"], "is e3b0c44298fc1c14"),
        (Of::Finished, "UPDATE log SET entry = entry || ' ' OF GAME AND seq = 7", &["log entry 7, hash", "log entry 7"], "follows from the entry"),
        (Of::Finished, r#"UPDATE log SET entry = replace(entry, '"type":"move"', '"type":"muse"') OF GAME AND seq = 7"#, &["log entry 7, hash", "log entry 7", lost], "follows from the entry"),
        (Of::Finished, "UPDATE log SET entry = '' OF GAME AND seq = 1", &["log entry 1, hash", "log entry 1", lost], "follows from the entry"),
        (Of::Finished, "DELETE FROM log OF GAME AND seq = 7", &["log entry 8", "log entry 8, hash", "log entry 8", lost], "entries are missing"),
        (Of::Finished, "DELETE FROM log OF GAME AND seq = 1", &["log entry 2", "log entry 2, hash", "log entry 2", lost], "entries are missing"),
        (Of::Finished, "DELETE FROM log OF GAME", &["games.version", "games.head", "log"], "would be 0"),
        (Of::Running, "DELETE FROM log OF GAME AND seq > 5", &["games.version", "games.head", "games.snapshot", "games.turn_since"], "would be 5"),
    ]).await;
}

/// Changes the log of a game and links all its hashes anew, as a forger would who can write to the database.
fn forge(database: &Database, game: &Game, change: impl FnOnce(&mut Vec<Value>)) {
    let select = format!(
        "SELECT entry AS text FROM log WHERE game_id = '{}' ORDER BY seq",
        game.id()
    );
    let mut entries: Vec<Value> = database
        .texts(&select)
        .iter()
        .map(|entry| serde_json::from_str(entry).unwrap())
        .collect();
    change(&mut entries);
    let mut statements = format!(
        "SET session_replication_role = replica; DELETE FROM log WHERE game_id = '{}';",
        game.id()
    );
    let mut head = Hash::START;
    for (seq, entry) in (1..).zip(&entries) {
        // The fields of serde_json's objects are in the canonical order.
        let text = entry.to_string();
        head = head.link(&text);
        let id = game.id();
        let _ = write!(
            statements,
            "INSERT INTO log VALUES ('{id}', {seq}, '{text}', '\\x{head}');"
        );
    }
    let (id, version) = (game.id(), entries.len());
    let _ = write!(
        statements,
        "UPDATE games SET head = '\\x{head}', version = {version} WHERE id = '{id}'"
    );
    database.run(&statements);
}

/// The entries of a type.
fn of_type<'a>(entries: &'a mut [Value], name: &str) -> Vec<&'a mut Value> {
    entries
        .iter_mut()
        .filter(|entry| entry["type"] == name)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_forged_with_all_its_hashes_is_found_by_playing_it() {
    type Forgery = fn(&mut Vec<Value>);
    let forgeries: &[(Forgery, &str)] = &[
        // Other cards than the seed deals, of which nobody has seen any yet.
        (
            |log| {
                of_type(log, "shuffled")[0]["cards"]
                    .as_array_mut()
                    .unwrap()
                    .swap(40, 41);
            },
            "than follows from the seed",
        ),
        (
            |log| {
                of_type(log, "seated")[0]["players"]
                    .as_array_mut()
                    .unwrap()
                    .reverse();
            },
            "than follows from the seed",
        ),
        (
            |log| of_type(log, "joined")[1]["entropy"] = "aa".into(),
            "than follows from the seed",
        ),
        (
            |log| log[0]["commitment"] = "00".repeat(32).into(),
            "games.commitment",
        ),
        (
            |log| log[0]["game"] = "0192f000-0000-7000-8000-000000000000".into(),
            "games.id",
        ),
        (
            |log| of_type(log, "finished")[0]["result"]["places"] = serde_json::json!([1, 1]),
            "the result is another",
        ),
        (
            |log| of_type(log, "move")[3]["events"] = serde_json::json!([]),
            "other events",
        ),
        (
            |log| {
                of_type(log, "shuffled")[0]
                    .as_object_mut()
                    .unwrap()
                    .remove("salt");
            },
            "has no salt",
        ),
        (
            |log| of_type(log, "finished")[0]["salt"] = "00".repeat(16).into(),
            "has a salt",
        ),
        (
            |log| of_type(log, "move")[0]["seq"] = 99.into(),
            "says that it is entry 99",
        ),
        (
            |log| of_type(log, "move")[0]["at"] = "2026-11-30T09:00:00Z".into(),
            "can't be read",
        ),
        (
            |log| {
                log.pop();
            },
            "stops before what follows by itself",
        ),
        (|log| log.push(log.last().unwrap().clone()), "can't follow"),
        (|log| log.swap(6, 7), "can't follow"),
    ];
    let database = Database::new();
    let games = filled(&database, forgeries.iter().map(|_| Of::Finished)).await;
    for ((forgery, _), game) in forgeries.iter().zip(&games) {
        forge(&database, game, forgery);
    }
    let audited = audited(&database).await;
    for ((_, word), game) in forgeries.iter().zip(&games) {
        let told = told(&audited[&game.id()]);
        assert!(told.concat().contains(word), "{word}: {told:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_game_that_differs_in_many_places_some_are_told_and_the_others_counted() {
    let database = Database::new();
    let games = filled(&database, [Of::Finished].into_iter()).await;
    database.run(&format!(
        "SET session_replication_role = replica; \
         UPDATE log SET hash = sha256(hash) WHERE game_id = '{}'",
        games[0].id()
    ));
    let audited = &audited(&database).await[&games[0].id()];
    assert_eq!(audited.differences.len(), 20);
    // Each hash, and the head of the game.
    assert_eq!(20 + audited.more, audited.entries + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_written_to_meanwhile_is_seen_as_of_one_moment() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let players = fill::players(&store, 2).await;
    let plan = Plan {
        moves: 400,
        options: serde_json::json!({"holes": 18}),
        ..fill::short(Kind::Golf, 1)
    };
    let played = fill::play(&plan, &players);
    let id = played.start.id();
    let writing = tokio::spawn(fill::store_step_by_step(store.clone(), played));
    let (mut seen, mut checks) = (0, 0);
    while !writing.is_finished() {
        if let Some(audited) = audit::one(&store, id).await.unwrap() {
            assert_eq!(told(&audited), [""; 0]);
            assert!(audited.entries >= seen);
            seen = audited.entries;
            checks += 1;
        }
    }
    let end = writing.await.unwrap();
    assert!(checks > 1, "nothing was written while it was checked");
    assert_eq!(
        audit::one(&store, id).await.unwrap().unwrap().entries,
        u64::from(end.version)
    );
    store.close().await;
}
