//! Changes that nobody is told of: they are seen later, and never missed.

use std::{sync::Arc, time::Duration};

use cardpost::{
    game::{
        chain::Salt,
        change::Change,
        schedule::Schedule,
        writer::{EntryStamp, GameWriter},
    },
    store::{Store, outcome::WriteOutcome},
    types::time::Timestamp,
};

use crate::support::{
    client::Caller as _,
    events::{Events, in_time},
    server::{Setup, TestServer},
    table::{Table, version},
};

/// How often the database is asked where the test waits for that.
const SOON: Duration = Duration::from_millis(20);
/// So long that no test waits for it.
const NEVER: Duration = Duration::from_secs(100_000);

fn asking(poll: Duration) -> Setup {
    Setup {
        poll,
        ..Setup::default()
    }
}

/// Moves as a server does that dies right after the commit.
async fn move_without_a_word(url: &str, table: &Table) {
    let store = Store::new(url, 4).expect("a store");
    let id = table.game.parse().expect("an id");
    let loaded = store
        .game(id, None)
        .await
        .expect("an answer")
        .expect("a game");
    let before = loaded.stored.game;
    let mover = before.turn.seats[0];
    let moves = before
        .table
        .as_ref()
        .expect("it is played")
        .legal_moves(mover);
    let mut salt = || Salt::new([1; 16]);
    let at =
        Timestamp::new(chrono::DateTime::from_timestamp_secs(1_800_000_000).expect("a moment"));
    let stamp = EntryStamp {
        at,
        salt: &mut salt,
    };
    let change = {
        let mut writer = GameWriter::resume(before.clone(), stamp);
        let played = writer.play(mover, moves.moves[0].clone(), &[], &loaded.stored.seed);
        played.expect("it is legal");
        let (game, entries) = writer.finish();
        Change {
            base_version: before.version,
            game,
            entries,
            schedule: Schedule::default(),
            notices: Vec::new(),
        }
    };
    assert_eq!(
        store.append(change).await.expect("an answer"),
        WriteOutcome::Yes
    );
    store.close().await;
}

#[tokio::test]
async fn a_change_that_nobody_is_told_of_is_seen_by_all_who_wait() {
    let server = TestServer::with(asking(SOON));
    let table = Table::of(&server, 2).await;
    let player = &table.players[0];
    let known = version(&table.seen_by(player).await);
    let after = known.to_string();
    let mut game = Events::open(player, &table.path("/events"), Some(&after))
        .await
        .expect("events");
    let mut mine = Events::open(player, "/v1/me/events?after=now", None)
        .await
        .expect("events");
    let waiting = player
        .get(&table.path(""))
        .header("if-none-match", &format!("\"{known}\""))
        .header("prefer", "wait=60");
    let changed = async {
        move_without_a_word(server.database().url(), &table).await;
    };
    let (answer, (), one, all) = in_time(Box::pin(async {
        tokio::join!(waiting.send(), changed, game.next(), mine.next())
    }))
    .await;
    assert_eq!(version(&answer.expect(200)), known + 1);
    assert_eq!(one.expect("an event").data["seq"], known + 1);
    assert_eq!(all.expect("an event").data["seq"], known + 1);
}

#[tokio::test]
async fn who_was_cut_off_looks_again_once_they_listen_again() {
    let here = TestServer::with(asking(NEVER));
    let there = TestServer::over(Arc::clone(here.database()), asking(NEVER));
    let table = Table::of(&here, 2).await;
    let player = table.players[0].at(there.door());
    let known = version(&table.seen_by(&player).await);
    let mut events = Events::open(&player, &table.path("/events"), Some(&known.to_string()))
        .await
        .expect("events");
    for seq in known + 1..known + 4 {
        here.database().texts(
            "SELECT pg_terminate_backend(pid)::text AS text FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
        move_without_a_word(here.database().url(), &table).await;
        assert_eq!(events.next().await.expect("an event").data["seq"], seq);
    }
}

#[tokio::test]
async fn servers_hear_of_each_others_changes_without_asking_the_database() {
    let here = TestServer::with(asking(NEVER));
    let there = TestServer::over(Arc::clone(here.database()), asking(NEVER));
    let table = Table::of(&here, 2).await;
    let player = table.players[0].at(there.door());
    let mut game = Events::open(&player, &table.path("/events"), None)
        .await
        .expect("events");
    let mut mine = Events::open(&player, "/v1/me/events", None)
        .await
        .expect("events");
    let reading = async {
        for events in [&mut game, &mut mine] {
            while events.next().await.expect("an event").data["type"] != "finished" {}
        }
    };
    tokio::join!(table.play_on(), reading);
}
