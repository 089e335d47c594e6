//! Damage to the rows that stand beside a log.

use super::{Of, audited, filled, find, told};
use crate::support::database::Database;

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_what_a_game_was_created_with_is_found() {
    find(&[
        (
            Of::Finished,
            "UPDATE games SET kind = 'ju' THE GAME",
            &["games.kind"],
            "is ju, but should be golf according to the log",
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
            "not valid JSON",
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
        (
            Of::Running,
            r#"UPDATE games SET clock = '{"per_turn":"P1D","retire_after":3}' THE GAME"#,
            &["games.clock"],
            "null according to the log",
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
        .map(|it| it.location.as_str())
        .collect();
    // The other seed may happen to seat the players as the right one did.
    assert!(
        places.ends_with(&chance[1..]) && chance.ends_with(&places),
        "{audited:#?}"
    );
    assert!(
        told(audited)
            .concat()
            .contains("does not match the commitment")
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
            "according to the log",
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
            r#"UPDATE games SET timing = '{"missed":[0,0],"banks":[]}' THE GAME"#,
            &["games.timing"],
            "null according to the log",
        ),
        (
            Of::Running,
            "UPDATE games SET snapshot = '{' THE GAME",
            &["games.snapshot"],
            "not valid JSON",
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
            "according to the log",
        ),
        (
            Of::Running,
            "UPDATE games SET turn_seat = NULL THE GAME",
            &["games.turn_seat"],
            "is null",
        ),
        (
            Of::Running,
            "UPDATE games SET turn_since = turn_since - interval '1 hour' THE GAME",
            &["games.turn_since"],
            "according to the log",
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
            "should have null",
        ),
        (
            Of::Running,
            "UPDATE games SET started_at = NULL THE GAME",
            &["games.started_at"],
            "is null",
        ),
        (
            Of::Finished,
            "UPDATE games SET finished_at = started_at THE GAME",
            &["games.finished_at"],
            "according to the log",
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
            "according to the log",
        ),
        (
            Of::Running,
            "UPDATE seats SET seat = NULL OF GAME AND joined = 2",
            &[first],
            "is null",
        ),
        (
            Of::Running,
            r"UPDATE seats SET entropy = '\x010204' OF GAME AND joined = 2",
            &[entropy],
            "is 010204, but should be 010203 according to the log",
        ),
        (
            Of::Running,
            "UPDATE seats SET entropy = NULL OF GAME AND joined = 2",
            &[entropy],
            "is null",
        ),
        (
            Of::Running,
            r"UPDATE seats SET entropy = '\x01' OF GAME AND joined = 3",
            &[added],
            "should be null",
        ),
        (
            Of::Running,
            "DELETE FROM seats OF GAME AND joined = 3",
            &[order],
            "-000000000001, but",
        ),
        (
            Of::Running,
            "INSERT INTO seats SELECT THIS, id, 7 FROM players WHERE name = 'P3'",
            &[order],
            "-000000000003, but",
        ),
        (
            Of::Running,
            "UPDATE seats SET joined = 5 OF GAME AND joined = 2",
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
async fn a_person_who_is_made_a_bot_is_found() {
    let database = Database::new();
    let games = filled(&database, [Of::Running].into_iter()).await;
    let player = games[0].members[0].player;
    database.run(&format!(
        "UPDATE players SET bot = 'steady' WHERE id = '{player}'"
    ));
    let audited = &audited(&database).await[&games[0].id()];
    assert_eq!(
        told(audited),
        [format!(
            "{}: players.bot of {player} is steady, but should be null according to the log",
            games[0].id()
        )]
    );
}
