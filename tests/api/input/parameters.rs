//! Parameters behind the question mark, and ids and cursors that are none.

use reqwest::Method;
use serde_json::json;

use crate::support::{
    client::{Caller, Player},
    server::TestServer,
    table::{Table, golf, new_players},
};

/// A player whose turn it is in a game at version 5: created, joined, joined, seated, shuffled.
async fn mover(server: &TestServer) -> (Player, Table) {
    let table = Table::of(server, 2).await;
    (table.players[0].clone(), table)
}

/// A parameter that can't be taken: where, and as what it is refused.
async fn assert_refused(
    caller: &impl Caller,
    path: &str,
    (status, code): (u16, &str),
    pointer: &str,
) {
    let problem = caller.get(path).refused(status, code).await;
    let told = if code == "invalid" {
        &problem["errors"][0]["pointer"]
    } else {
        &problem["pointer"]
    };
    assert_eq!(told, pointer, "{path}: {problem}");
}

const MALFORMED: (u16, &str) = (400, "malformed");
const INVALID: (u16, &str) = (422, "invalid");

#[tokio::test]
async fn a_page_size_is_a_number_in_its_range() {
    let server = TestServer::shared();
    let (player, table) = mover(&server).await;
    let (lobby, inbox, log) = ("/v1/games", "/v1/me/games", &*table.path("/log"));
    for (list, most) in [(lobby, 100), (inbox, 100), (log, 10_000)] {
        for limit in ["abc", "", "-1", "1.5", "0x10", "4294967296", "1%00", "%FF"] {
            let path = format!("{list}?limit={limit}");
            assert_refused(&player, &path, MALFORMED, "/limit").await;
        }
        for limit in [0, most + 1, u32::MAX] {
            let path = format!("{list}?limit={limit}");
            assert_refused(&player, &path, INVALID, "/limit").await;
        }
        for limit in [1, most] {
            player
                .get(&format!("{list}?limit={limit}"))
                .expect(200)
                .await;
        }
    }
}

#[tokio::test]
async fn a_cursor_is_one_that_was_given_out() {
    let server = TestServer::shared();
    let (player, table) = mover(&server).await;
    let game = &table.game;
    for cursor in ["", "abc", "1", "0.5", "%00", "%FF", "' OR 1=1 --"] {
        for list in ["/v1/games", "/v1/me/games"] {
            let path = format!("{list}?cursor={cursor}");
            assert_refused(&player, &path, INVALID, "/cursor").await;
        }
    }
    let path = table.path("/log?cursor=abc");
    assert_refused(&player, &path, INVALID, "/cursor").await;
    // Moments that Postgres has no room for, and ones that nothing has room for.
    for millis in [
        "-8000000000000000",
        "8000000000000000",
        "9223372036854775807",
        "-1e3",
        "+5.",
        "NaN",
    ] {
        let path = format!("/v1/me/games?cursor={millis}.{game}");
        assert_refused(&player, &path, INVALID, "/cursor").await;
    }
}

#[tokio::test]
async fn a_filter_is_one_of_its_words() {
    let server = TestServer::shared();
    let (player, _) = mover(&server).await;
    for (path, refusal, pointer) in [
        ("/v1/games?status=won", INVALID, "/status"),
        ("/v1/games?status=", INVALID, "/status"),
        ("/v1/games?status=OPEN", INVALID, "/status"),
        ("/v1/games?kind=chess", INVALID, "/kind"),
        ("/v1/games?kind=%00", INVALID, "/kind"),
        ("/v1/games?player=Ann", MALFORMED, "/player"),
        ("/v1/records?kind=chess", INVALID, "/kind"),
        ("/v1/records?player=Ann", MALFORMED, "/player"),
        ("/v1/records?since=", MALFORMED, "/since"),
        ("/v1/records?since=2026-11-30", MALFORMED, "/since"),
        (
            "/v1/records?until=2026-13-01T00:00:00Z",
            MALFORMED,
            "/until",
        ),
        ("/v1/records?cursor=", INVALID, "/cursor"),
        ("/v1/records?cursor=abc", INVALID, "/cursor"),
        ("/v1/records?limit=0", INVALID, "/limit"),
        ("/v1/records?limit=-1", MALFORMED, "/limit"),
        ("/v1/me/games?status=won", INVALID, "/status"),
        ("/v1/me/games?turn=yours", INVALID, "/turn"),
    ] {
        assert_refused(&player, path, refusal, pointer).await;
    }
}

#[tokio::test]
async fn a_game_is_looked_at_as_it_was_and_through_eyes_that_there_are() {
    let server = TestServer::shared();
    let (player, table) = mover(&server).await;
    for (query, refusal, pointer) in [
        ("at=abc", MALFORMED, "/at"),
        ("at=", MALFORMED, "/at"),
        ("at=-1", MALFORMED, "/at"),
        ("at=4294967296", MALFORMED, "/at"),
        ("at=0", INVALID, "/at"),
        ("at=6", INVALID, "/at"),
        ("at=4294967295", INVALID, "/at"),
        ("as=me", MALFORMED, "/as"),
        ("as=", MALFORMED, "/as"),
        ("as=-1", MALFORMED, "/as"),
        ("as=256", MALFORMED, "/as"),
        ("include=everything", INVALID, "/include"),
    ] {
        let path = table.path(&format!("?{query}"));
        assert_refused(&player, &path, refusal, pointer).await;
    }
    for eyes in ["0", "1", "spectator", "record", "7"] {
        for place in ["", "/log"] {
            let path = table.path(&format!("{place}?as={eyes}"));
            player.get(&path).refused(403, "forbidden").await;
        }
    }
    table.end().await;
    for place in ["", "/log"] {
        let path = table.path(&format!("{place}?as=2"));
        assert_refused(&player, &path, INVALID, "/as").await;
    }
}

#[tokio::test]
async fn a_log_is_read_from_a_position() {
    let server = TestServer::shared();
    let (player, table) = mover(&server).await;
    for after in ["abc", "", "-1", "1.5", "4294967296"] {
        let path = table.path(&format!("/log?after={after}"));
        assert_refused(&player, &path, MALFORMED, "/after").await;
    }
    // Behind the end there is nothing.
    for after in [5_u32, 6, u32::MAX] {
        let log = player
            .get(&table.path(&format!("/log?after={after}")))
            .expect(200)
            .await;
        assert_eq!(log, json!({ "items": [], "next_cursor": null }));
    }
}

#[tokio::test]
async fn a_dry_run_is_one_or_is_not() {
    let server = TestServer::start();
    let (player, table) = mover(&server).await;
    let body = json!({ "version": 5, "move": { "type": "golf.turn_up", "slots": [0, 1] } });
    let before = server.database().content();
    for value in ["maybe", "", "1", "TRUE"] {
        let path = table.path(&format!("/moves?dry_run={value}"));
        let problem = player
            .post(&path)
            .json(&body)
            .refused(400, "malformed")
            .await;
        assert_eq!(problem["pointer"], "/dry_run");
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_parameter_that_comes_twice_is_malformed_and_an_unknown_one_is_passed_over() {
    let server = TestServer::shared();
    let (player, table) = mover(&server).await;
    for path in [
        "/v1/games?limit=1&limit=2",
        "/v1/me/games?turn=mine&turn=mine",
        &table.path("?at=1&at=2"),
    ] {
        player.get(path).refused(400, "malformed").await;
    }
    for path in [
        "/v1/games?utm_source=x",
        "/v1/me/games?x",
        &table.path("?&&x=1"),
    ] {
        player.get(path).expect(200).await;
    }
}

#[tokio::test]
async fn a_text_that_is_no_id_names_nothing() {
    let server = TestServer::start();
    let (player, table) = mover(&server).await;
    let long = "a".repeat(2000);
    let before = server.database().content();
    let ids = [
        "0",
        "abc",
        "-1",
        "%00",
        "%FF",
        "a%2Fb",
        "' OR 1=1",
        "00000000-0000-0000-0000-000000000000",
        &long,
    ];
    for id in ids {
        for (method, rest) in [
            (Method::GET, ""),
            (Method::POST, "/join"),
            (Method::POST, "/leave"),
            (Method::POST, "/start"),
            (Method::POST, "/cancel"),
            (Method::POST, "/resign"),
            (Method::GET, "/legal-moves"),
            (Method::GET, "/log"),
            (Method::GET, "/record"),
        ] {
            let request = player.request(method, &format!("/v1/games/{id}{rest}"));
            request.refused(404, "not-found").await;
        }
        let moves = player.post(&format!("/v1/games/{id}/moves"));
        let body = json!({ "version": 5, "move": { "type": "golf.turn_up", "slots": [0, 1] } });
        moves.json(&body).refused(404, "not-found").await;
        player
            .delete(&format!("/v1/me/tokens/{id}"))
            .refused(404, "not-found")
            .await;
        player
            .get(&format!("/v1/kinds/{id}"))
            .refused(404, "not-found")
            .await;
    }
    assert_eq!(server.database().content(), before);
    // Of a thing of another sort, an id is none either.
    let other = format!("/v1/games/{}", player.id);
    player.get(&other).refused(404, "not-found").await;
    player
        .delete(&format!("/v1/me/tokens/{}", table.game))
        .refused(404, "not-found")
        .await;
}

#[tokio::test]
async fn an_idempotency_key_is_a_short_visible_text() {
    let server = TestServer::start();
    let player = new_players(&server, 1).await.remove(0);
    let before = server.database().content();
    let long = "k".repeat(256);
    for key in ["", &*long, "schlüssel"] {
        for (path, body) in [
            ("/v1/players", json!({ "name": "Zoe" })),
            ("/v1/me/tokens", json!({ "label": "phone" })),
            ("/v1/games", golf(2)),
        ] {
            let request = player.post(path).header("idempotency-key", key);
            request.json(&body).refused(400, "malformed").await;
        }
    }
    assert_eq!(server.database().content(), before);
}
