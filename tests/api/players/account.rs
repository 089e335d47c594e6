//! Players and the tokens that they are known by.

use std::collections::HashSet;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{
    client::{Caller as _, text},
    database::Database,
    server::TestServer,
    table::{Table, golf},
};

/// The secret bytes of a token.
fn secret(token: &str) -> String {
    let digits = token.strip_prefix("cp_").expect("a token begins with cp_");
    assert_eq!(digits.len(), 64, "256 bits");
    assert!(hex::decode(digits).is_ok());
    digits.to_owned()
}

/// Whether this text, or these bytes in hexadecimal, stand anywhere in the database.
fn holds(database: &Database, text: &str) -> bool {
    database.content().iter().any(|row| row.contains(text))
}

#[tokio::test]
async fn a_token_is_shown_once_and_only_its_hash_is_kept() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let phone = ann
        .post("/v1/me/tokens")
        .json(&json!({ "label": "phone" }))
        .expect(201)
        .await;
    for token in [ann.token.clone(), text(&phone["token"])] {
        let secret = secret(&token);
        assert!(!holds(server.database(), &secret));
        let bytes = hex::decode(&secret).expect("hexadecimal");
        assert!(holds(
            server.database(),
            &hex::encode(Sha256::digest(bytes))
        ));
        for path in ["/v1/me", "/v1/me/tokens", "/v1/me/data"] {
            let answer = ann.get(path).expect(200).await;
            assert!(!answer.to_string().contains(&secret), "{path}");
        }
    }
}

#[tokio::test]
async fn a_token_that_can_be_shown_again_is_not_kept_either() {
    let server = TestServer::start();
    let key = "c6f3a1de-3d7f-4c53-9b6a-6d1f2f1d9a11";
    let request = server
        .nobody()
        .post("/v1/players")
        .header("idempotency-key", key);
    let registered = request.json(&json!({ "name": "Ann" })).expect(201).await;
    assert!(!holds(
        server.database(),
        &secret(&text(&registered["token"]))
    ));
    assert!(
        !holds(server.database(), key),
        "with the key, the token could be made again"
    );
}

#[tokio::test]
async fn no_two_tokens_are_equal() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let mut tokens = HashSet::from([ann.token.clone()]);
    for _ in 0..20 {
        let token = ann
            .post("/v1/me/tokens")
            .json(&json!({ "label": "" }))
            .expect(201)
            .await;
        assert!(tokens.insert(text(&token["token"])));
    }
}

#[tokio::test]
async fn every_token_of_a_player_is_the_player() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let phone = ann
        .post("/v1/me/tokens")
        .json(&json!({ "label": "Ann's phone" }))
        .expect(201)
        .await;
    let on_phone = ann.with_token(&text(&phone["token"]));
    let me = ann.get("/v1/me").expect(200).await;
    assert_eq!(me["id"], ann.id);
    assert_eq!(on_phone.get("/v1/me").expect(200).await, me);

    let tokens = on_phone.get("/v1/me/tokens").expect(200).await;
    let labels: Vec<&Value> = tokens["items"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|token| &token["label"])
        .collect();
    assert_eq!(labels, ["registration", "Ann's phone"]);
    assert_eq!(tokens["items"][1]["id"], phone["id"]);
}

#[tokio::test]
async fn a_deleted_token_lets_nobody_in_and_the_others_stay() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let phone = ann
        .post("/v1/me/tokens")
        .json(&json!({ "label": "phone" }))
        .expect(201)
        .await;
    let on_phone = ann.with_token(&text(&phone["token"]));
    let path = format!("/v1/me/tokens/{}", text(&phone["id"]));
    ann.delete(&path).expect(204).await;
    on_phone.get("/v1/me").refused(401, "unauthenticated").await;
    ann.delete(&path).refused(404, "not-found").await;
    assert_eq!(
        ann.get("/v1/me/tokens").expect(200).await["items"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    // A player may lock themselves out.
    let tokens = ann.get("/v1/me/tokens").expect(200).await;
    ann.delete(&format!(
        "/v1/me/tokens/{}",
        text(&tokens["items"][0]["id"])
    ))
    .expect(204)
    .await;
    ann.get("/v1/me").refused(401, "unauthenticated").await;
}

#[tokio::test]
async fn nobody_deletes_the_token_of_another_player() {
    let server = TestServer::shared();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let tokens = ann.get("/v1/me/tokens").expect(200).await;
    let path = format!("/v1/me/tokens/{}", text(&tokens["items"][0]["id"]));
    ben.delete(&path).refused(404, "not-found").await;
    ann.get("/v1/me").expect(200).await;
}

#[tokio::test]
async fn the_scheme_of_a_token_is_read_in_any_case() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let authorization = format!("{scheme} {}", ann.token);
        let request = server
            .nobody()
            .get("/v1/me")
            .header("authorization", &authorization);
        assert_eq!(request.expect(200).await["id"], ann.id);
    }
}

#[tokio::test]
async fn a_player_is_told_everything_that_is_held_about_them() {
    let server = TestServer::shared();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    ann.post("/v1/me/tokens")
        .json(&json!({ "label": "phone" }))
        .expect(201)
        .await;
    ann.post("/v1/me/webhooks")
        .json(&json!({ "url": "https://ann.example/hook" }))
        .expect(201)
        .await;
    let table = Table::seat(vec![ann.clone(), ben.clone()], &golf(2)).await;
    let mut waiting = golf(3);
    waiting["entropy"] = "5eed5eed".into();
    let open = ann.post("/v1/games").json(&waiting).expect(201).await;
    let others = ben.post("/v1/games").json(&golf(2)).expect(201).await;

    let data = ann.get("/v1/me/data").expect(200).await;
    assert_eq!(data["player"], ann.get("/v1/me").expect(200).await);
    assert_eq!(
        data["tokens"],
        ann.get("/v1/me/tokens").expect(200).await["items"]
    );
    assert_eq!(
        data["webhooks"],
        ann.get("/v1/me/webhooks").expect(200).await["items"]
    );
    let mut games = data["games"].as_array().expect("a list").clone();
    games.sort_by_key(|game| text(&game["created_at"]));
    let told: Vec<Value> = games
        .iter()
        .map(|game| {
            json!([
                game["game"],
                game["kind"],
                game["status"],
                game["seat"],
                game["entropy"]
            ])
        })
        .collect();
    assert_eq!(
        told,
        [
            json!([table.game, "golf", "playing", 0, null]),
            json!([open["id"], "golf", "open", 0, "5eed5eed"]),
        ]
    );
    assert!(!data.to_string().contains(&text(&others["id"])));
}
