//! What answers carry beside their bodies.

use reqwest::header::{HeaderMap, VARY};
use serde_json::json;

use crate::support::{
    client::Caller as _,
    server::TestServer,
    table::{Table, version},
};

#[tokio::test]
async fn whoever_has_the_version_of_a_game_is_not_sent_it_again() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let game = ann.get(&table.path("")).send().await;
    assert_eq!(game.header("etag"), Some("\"5\""));
    for tags in ["\"5\"", "W/\"5\"", "\"4\", \"5\"", "\"4\" ,W/\"5\"", "*"] {
        let answer = ann
            .get(&table.path(""))
            .header("if-none-match", tags)
            .send()
            .await;
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{tags}");
        assert_eq!(answer.header("etag"), Some("\"5\""), "{tags}");
    }
    for tags in ["\"4\"", "5", "\"55\"", "", "W/5"] {
        let answer = ann
            .get(&table.path(""))
            .header("if-none-match", tags)
            .send()
            .await;
        assert_eq!(answer.expect(200), game.json(), "{tags}");
    }
    table
        .play(ann, 5, json!({ "type": "golf.turn_up", "slots": [0, 1] }))
        .await;
    let answer = ann
        .get(&table.path(""))
        .header("if-none-match", "\"5\"")
        .send()
        .await;
    assert_eq!(version(&answer.expect(200)), 6);
    assert_eq!(answer.header("etag"), Some("\"6\""));
}

#[tokio::test]
async fn a_moment_of_a_game_has_a_tag_of_its_own() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let path = table.path("?at=3");
    assert_eq!(ann.get(&path).send().await.header("etag"), Some("\"3\""));
    ann.get(&path)
        .header("if-none-match", "\"3\"")
        .expect(304)
        .await;
    ann.get(&path)
        .header("if-none-match", "\"5\"")
        .expect(200)
        .await;
}

fn vary(headers: &HeaderMap) -> String {
    let values = headers.get_all(VARY).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .collect::<Vec<_>>()
        .join(", ")
        .to_lowercase()
}

#[tokio::test]
async fn a_game_is_kept_by_no_cache_that_serves_others() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    for tag in ["\"1\"", "\"5\""] {
        let answer = table.players[0]
            .get(&table.path(""))
            .header("if-none-match", tag)
            .send()
            .await;
        assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
        assert!(vary(&answer.headers).contains("authorization"), "{answer}");
    }
}

#[tokio::test]
async fn answers_are_packed_for_whoever_can_unpack_them() {
    let server = TestServer::shared();
    let player = server.player("Ann").await;
    for path in ["/v1/kinds/golf", "/openapi.json"] {
        let plain = player.get(path).send().await;
        assert_eq!(plain.header("content-encoding"), None);
        let packed = player
            .get(path)
            .header("accept-encoding", "gzip")
            .send()
            .await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(packed.header("content-type"), plain.header("content-type"));
        assert_eq!(
            packed.body[..2],
            [0x1f, 0x8b],
            "it begins like all that gzip packs"
        );
        assert!(packed.body.len() < plain.body.len());
        assert!(vary(&packed.headers).contains("accept-encoding"));
        let refused = player
            .get(path)
            .header("accept-encoding", "identity")
            .send()
            .await;
        assert_eq!(refused.body, plain.body);
    }
}

#[tokio::test]
async fn an_answer_without_a_body_has_none_in_any_packing() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let unchanged = ann
        .get(&table.path(""))
        .header("if-none-match", "\"5\"")
        .header("accept-encoding", "gzip");
    let deleted = ann.delete("/v1/me").header("accept-encoding", "gzip");
    for (request, status) in [(unchanged, 304), (deleted, 204)] {
        let answer = request.send().await;
        assert_eq!((answer.status, answer.body.len()), (status, 0));
        for header in ["content-type", "content-encoding"] {
            assert_eq!(answer.header(header), None, "{status}");
        }
    }
}

#[tokio::test]
async fn whoever_needs_a_token_is_told_how_to_send_it() {
    let server = TestServer::shared();
    for authorization in [None, Some("Basic QW5uOg=="), Some("Bearer cp_no")] {
        let mut request = server.nobody().get("/v1/me");
        if let Some(authorization) = authorization {
            request = request.header("authorization", authorization);
        }
        let answer = request.send().await;
        answer.refused(401, "unauthenticated");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    }
}

#[tokio::test]
async fn a_problem_is_packed_too_and_stays_a_problem() {
    let server = TestServer::shared();
    let answer = server
        .nobody()
        .get("/v1/me")
        .header("accept-encoding", "gzip")
        .send()
        .await;
    assert_eq!(answer.status, 401);
    assert_eq!(
        answer.header("content-type"),
        Some("application/problem+json")
    );
}
