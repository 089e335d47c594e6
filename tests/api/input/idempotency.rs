//! Requests with an `Idempotency-Key`: however often they come, they create one thing.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    client::{Answer, Caller, Request, text},
    server::TestServer,
    table::{Table, golf, private_golf},
};

/// A request with this key.
fn keyed(caller: &impl Caller, path: &str, key: &str, body: &Value) -> Request {
    caller.post(path).header("idempotency-key", key).json(body)
}

/// Each of the requests that create something, with a body and another one.
fn creations() -> [(&'static str, Value, Value); 4] {
    [
        (
            "/v1/players",
            json!({ "name": "Zoe" }),
            json!({ "name": "Zoë" }),
        ),
        (
            "/v1/me/tokens",
            json!({ "label": "phone" }),
            json!({ "label": "desk" }),
        ),
        ("/v1/games", private_golf(3), private_golf(2)),
        (
            "/v1/me/webhooks",
            json!({ "url": "https://zoe.example/hook" }),
            json!({ "url": "https://zoe.example/other" }),
        ),
    ]
}

fn assert_same(first: &Answer, again: &Answer) {
    assert_eq!(again.status, first.status, "{again}");
    assert_eq!(again.body, first.body);
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(again.header("etag"), first.header("etag"));
}

#[tokio::test]
async fn the_same_request_is_answered_like_the_first_time() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for (path, body, _) in creations() {
        let first = keyed(&ann, path, "one", &body).send().await;
        assert_eq!(first.status, 201, "{first}");
        let before = server.database().content();
        for _ in 0..3 {
            assert_same(&first, &keyed(&ann, path, "one", &body).send().await);
        }
        assert_eq!(server.database().content(), before);
    }
}

#[tokio::test]
async fn a_token_that_is_shown_again_works() {
    let server = TestServer::start();
    let body = json!({ "name": "Ann" });
    let first = keyed(&server.nobody(), "/v1/players", "one", &body)
        .expect(201)
        .await;
    let again = keyed(&server.nobody(), "/v1/players", "one", &body)
        .expect(201)
        .await;
    let ann = crate::support::client::Player::registered(server.door().clone(), &again);
    assert_eq!(ann.get("/v1/me").expect(200).await, first["player"]);
}

#[tokio::test]
async fn another_body_with_the_same_key_is_refused() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for (path, body, other) in creations() {
        keyed(&ann, path, "one", &body).expect(201).await;
        let before = server.database().content();
        keyed(&ann, path, "one", &other)
            .refused(422, "idempotency-key-reused")
            .await;
        assert_eq!(server.database().content(), before);
    }
}

#[tokio::test]
async fn another_key_is_another_request() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for (path, body, _) in creations() {
        let first = keyed(&ann, path, "one", &body).expect(201).await;
        for key in ["two", "One", "one ."] {
            assert_ne!(
                keyed(&ann, path, key, &body).expect(201).await,
                first,
                "{path}"
            );
        }
        assert_ne!(
            ann.post(path).json(&body).expect(201).await,
            first,
            "{path}"
        );
    }
}

#[tokio::test]
async fn ten_at_once_create_one() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let rows = |table: &str| {
        let count = server
            .database()
            .texts(&format!("SELECT count(*)::text AS text FROM {table}"));
        count[0].parse::<u32>().expect("a number")
    };
    for ((path, body, _), table) in creations()
        .into_iter()
        .zip(["players", "tokens", "games", "webhooks"])
    {
        let before = rows(table);
        let answers = join_all((0..10).map(|_| keyed(&ann, path, "at once", &body).send())).await;
        for answer in &answers {
            assert_eq!(answer.status, 201, "{answer}");
            assert_same(&answers[0], answer);
        }
        assert_eq!(rows(table), before + 1, "{table}");
    }
}

#[tokio::test]
async fn of_different_requests_with_one_key_at_once_one_is_answered() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for (path, body, other) in creations() {
        let bodies = [&body, &other, &body, &other, &body, &other];
        let answers = join_all(bodies.map(|body| keyed(&ann, path, "at once", body).send())).await;
        let created: Vec<&Answer> = answers
            .iter()
            .filter(|answer| answer.status == 201)
            .collect();
        assert_eq!(created.len(), 3, "{path}");
        assert!(created.iter().all(|answer| answer.body == created[0].body));
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            answer.refused(422, "idempotency-key-reused");
        }
    }
}

#[tokio::test]
async fn the_keys_of_one_player_mean_nothing_to_another() {
    let server = TestServer::start();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    for (path, body, _) in &creations()[1..] {
        let anns = keyed(&ann, path, "one", body).expect(201).await;
        let bens = keyed(&ben, path, "one", body).expect(201).await;
        assert_ne!(anns["id"], bens["id"]);
    }
}

#[tokio::test]
async fn one_key_can_be_used_for_a_token_and_for_a_game() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for (path, body, _) in creations() {
        keyed(&ann, path, "one", &body).expect(201).await;
    }
}

#[tokio::test]
async fn a_request_that_was_refused_uses_up_no_key() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let before = server.database().content();
    keyed(&ann, "/v1/games", "one", &golf(9))
        .refused(422, "invalid")
        .await;
    keyed(&ann, "/v1/players", "one", &json!({ "name": "" }))
        .refused(422, "invalid")
        .await;
    assert_eq!(server.database().content(), before);
    keyed(&ann, "/v1/games", "one", &golf(2)).expect(201).await;
    keyed(&ann, "/v1/players", "one", &json!({ "name": "Zoe" }))
        .expect(201)
        .await;
}

#[tokio::test]
async fn a_game_that_went_on_is_shown_again_as_it_was_created() {
    let server = TestServer::start();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let first = keyed(&ann, "/v1/games", "one", &golf(2)).send().await;
    let game = format!("/v1/games/{}", text(&first.json()["id"]));
    ben.post(&format!("{game}/join")).expect(200).await;
    assert_same(
        &first,
        &keyed(&ann, "/v1/games", "one", &golf(2)).send().await,
    );
    ben.post(&format!("{game}/resign")).expect(200).await;
    assert_same(
        &first,
        &keyed(&ann, "/v1/games", "one", &golf(2)).send().await,
    );
}

#[tokio::test]
async fn a_game_that_its_creator_left_is_shown_again_as_it_was_created() {
    let server = TestServer::start();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let first = keyed(&ann, "/v1/games", "one", &private_golf(3))
        .send()
        .await;
    let created = first.expect(201);
    let table = Table {
        game: text(&created["id"]),
        players: vec![ann.clone()],
        join_code: Some(text(&created["join_code"])),
    };
    table.join(&ben).await;
    ann.post(&table.path("/leave")).expect(200).await;
    assert_same(
        &first,
        &keyed(&ann, "/v1/games", "one", &private_golf(3))
            .send()
            .await,
    );
}

#[tokio::test]
async fn a_token_that_was_deleted_is_not_shown_again() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let body = json!({ "label": "phone" });
    let token = keyed(&ann, "/v1/me/tokens", "one", &body).expect(201).await;
    ann.delete(&format!("/v1/me/tokens/{}", text(&token["id"])))
        .expect(204)
        .await;
    let before = server.database().content();
    let answer = keyed(&ann, "/v1/me/tokens", "one", &body).send().await;
    assert!((400..500).contains(&answer.status), "{answer}");
    assert_eq!(server.database().content(), before);
}
