//! Webhooks as their owners make, look at, change and delete them.

use cardpost::service::limits::Limits;
use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, text},
    server::{Setup, TestServer},
    table::{Table, golf, new_players},
};

const ALL: &str = "/v1/me/webhooks";
const URL: &str = "https://ann.example/hook";

async fn made(player: &Player, body: &Value) -> Value {
    player.post(ALL).json(body).expect(201).await
}

fn path(webhook: &Value) -> String {
    format!("{ALL}/{}", text(&webhook["id"]))
}

/// The webhook as it is shown from then on.
fn without_secret(mut webhook: Value) -> Value {
    let secret = webhook.as_object_mut().expect("an object").remove("secret");
    assert!(secret.is_some());
    webhook
}

#[tokio::test]
async fn a_secret_is_shown_when_it_is_made_and_not_again() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let answer = ann.post(ALL).json(&json!({ "url": URL })).send().await;
    let webhook = answer.expect(201);
    assert_eq!(answer.header("location"), Some(&*path(&webhook)));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let first = text(&webhook["secret"]);
    assert!(first.starts_with("whsec_") && first.len() == 50, "{first}");
    let rotate = format!("{}/rotate-secret", path(&webhook));
    let answer = ann.post(&rotate).send().await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let second = text(&answer.expect(201)["secret"]);
    assert_ne!(first, second);
    for place in [ALL, &path(&webhook), "/v1/me/data"] {
        let shown = ann.get(place).expect(200).await.to_string();
        assert!(shown.contains(URL) && !shown.contains("whsec_"), "{place}");
    }
}

#[tokio::test]
async fn webhooks_are_listed_from_the_oldest_and_shown_one_by_one() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let mut all = Vec::new();
    for events in [
        json!(null),
        json!(["turn.started", "turn.started"]),
        json!(["invited", "turn.reminder"]),
    ] {
        let body = json!({ "url": URL, "events": events });
        all.push(without_secret(made(&ann, &body).await));
    }
    assert_eq!(all[0]["events"], json!(null));
    assert_eq!(all[1]["events"], json!(["turn.started"]));
    assert_eq!(all[2]["events"], json!(["turn.reminder", "invited"]));
    let listed = ann.get(ALL).expect(200).await;
    assert_eq!(listed, json!({ "items": all, "next_cursor": null }));
    for webhook in &all {
        assert_eq!(ann.get(&path(webhook)).expect(200).await, *webhook);
    }
}

#[tokio::test]
async fn what_is_left_out_of_a_change_stays() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let body = json!({ "url": URL, "events": ["invited"] });
    let webhook = without_secret(made(&ann, &body).await);
    let path = path(&webhook);
    let other = "https://ann.example/other";
    let mut expected = webhook.clone();
    for (change, field, value) in [
        (json!({}), "url", json!(URL)),
        (json!({ "url": other }), "url", json!(other)),
        (
            json!({ "events": ["game.started"] }),
            "events",
            json!(["game.started"]),
        ),
        (json!({ "events": null }), "events", json!(null)),
        (json!({ "enabled": true }), "enabled", json!(true)),
    ] {
        expected[field] = value;
        let changed = ann.patch(&path).json(&change).expect(200).await;
        assert_eq!(changed, expected, "{change}");
        assert_eq!(ann.get(&path).expect(200).await, expected);
    }
    let off = ann
        .patch(&path)
        .json(&json!({ "enabled": false }))
        .expect(200)
        .await;
    assert_eq!(
        (&off["enabled"], &off["disabled_because"]),
        (&json!(false), &json!("owner"))
    );
    assert!(off["disabled_at"].is_string());
    let on = ann
        .patch(&path)
        .json(&json!({ "enabled": true }))
        .expect(200)
        .await;
    assert_eq!(on, expected);
}

#[tokio::test]
async fn an_address_that_the_server_must_not_be_sent_to_is_refused() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let webhook = path(&made(&ann, &json!({ "url": URL })).await);
    let before = server.database().content();
    for url in [
        "",
        "ann.example",
        "/hook",
        "http://ann.example/",
        "ftp://ann.example/",
        "https://",
        "https://ann:secret@ann.example/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1:8443/",
        "https://169.254.169.254/latest/meta-data",
        "https://0x7f.1/",
    ] {
        for request in [ann.post(ALL), ann.patch(&webhook)] {
            let refused = request
                .json(&json!({ "url": url }))
                .refused(422, "invalid")
                .await;
            assert_eq!(refused["errors"][0]["pointer"], "/url", "{url}");
        }
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn events_are_those_that_there_are_and_at_least_one() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let webhook = path(&made(&ann, &json!({ "url": URL })).await);
    let none = json!({ "url": URL, "events": [] });
    let unknown = json!({ "url": URL, "events": ["turn.started", "turn.ended"] });
    for request in [
        |ann: &Player, _: &str| ann.post(ALL),
        |ann: &Player, path: &str| ann.patch(path),
    ] {
        let refused = request(&ann, &webhook)
            .json(&none)
            .refused(422, "invalid")
            .await;
        assert_eq!(refused["errors"][0]["pointer"], "/events");
        let refused = request(&ann, &webhook)
            .json(&unknown)
            .refused(400, "malformed")
            .await;
        assert_eq!(refused["pointer"], "/events/1");
    }
}

#[tokio::test]
async fn a_player_has_so_many_webhooks_at_once() {
    let server = TestServer::with(Setup {
        limits: Limits {
            webhooks: 2,
            ..Limits::default()
        },
        ..Setup::default()
    });
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let body = json!({ "url": URL });
    let first = made(&ann, &body).await;
    made(&ann, &body).await;
    ann.post(ALL).json(&body).refused(429, "rate-limited").await;
    made(&ben, &body).await;
    ann.delete(&path(&first)).expect(204).await;
    made(&ann, &body).await;
}

#[tokio::test]
async fn a_rotation_and_a_test_with_a_key_are_done_once() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let webhook = path(&made(&ann, &json!({ "url": URL })).await);
    for what in ["rotate-secret", "test"] {
        let request = || {
            ann.post(&format!("{webhook}/{what}"))
                .header("idempotency-key", "one")
        };
        let first = request().send().await;
        first.expect_status(201);
        let before = server.database().content();
        let again = request().send().await;
        assert_eq!((again.status, &again.body), (201, &first.body), "{what}");
        assert_eq!(server.database().content(), before, "{what}");
    }
}

#[tokio::test]
async fn deliveries_are_walked_from_the_newest_to_the_oldest() {
    let server = TestServer::start();
    let players = new_players(&server, 2).await;
    let ann = &players[0];
    let webhook = path(&made(ann, &json!({ "url": URL })).await);
    let table = Table::seat(players.clone(), &golf(2)).await;
    table.end().await;
    let test = ann.post(&format!("{webhook}/test")).expect(201).await;
    let list = format!("{webhook}/deliveries");
    let all = ann.get(&list).expect(200).await;
    let types: Vec<String> = all["items"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|delivery| text(&delivery["type"]))
        .collect();
    assert_eq!(
        types,
        [
            "webhook.test",
            "game.finished",
            "turn.started",
            "game.started"
        ]
    );
    assert_eq!(all["items"][0], test);
    assert_eq!(all["items"][1]["game"], table.game);
    assert_eq!(all["items"][1]["status"], "waiting");
    assert_eq!(all["items"][1]["next_attempt_at"], all["items"][1]["at"]);
    let (mut walked, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = ann
            .get(&format!("{list}?limit=3{cursor}"))
            .expect(200)
            .await;
        walked.extend(page["items"].as_array().expect("a list").clone());
        if page["next_cursor"].is_null() {
            break;
        }
        cursor = format!("&cursor={}", text(&page["next_cursor"]));
    }
    assert_eq!(json!(walked), all["items"]);
    ann.get(&format!("{list}?cursor=first"))
        .refused(422, "invalid")
        .await;
    ann.get(&format!("{list}?limit=101"))
        .refused(422, "invalid")
        .await;
}
