//! What players are given to check deals by, and records that they send to be checked.

use cardpost::http::extract::json::LARGEST_RECORD;
use serde_json::{Value, json};

use crate::{
    records::verify::games::PLAYED,
    support::{
        client::{Caller, text},
        server::TestServer,
        table::{Table, golf, new_players},
    },
};

const VERIFY: &str = "/v1/records/verify";

async fn fairness(table: &Table, caller: &impl Caller) -> Value {
    caller.get(&table.path("/fairness")).expect(200).await
}

fn told(fairness: &Value) -> String {
    fairness["how_to_check"].to_string()
}

/// Two players, each with entropy of their own.
async fn playing(server: &TestServer) -> Table {
    let players = new_players(server, 2).await;
    let mut new = golf(2);
    new["entropy"] = "5eed".into();
    let mut table = Table::seat(players[..1].to_vec(), &new).await;
    let join = players[1].post(&table.path("/join"));
    join.json(&json!({ "entropy": "c0ffee" })).expect(200).await;
    table.players = players;
    table
}

#[tokio::test]
async fn while_a_game_runs_each_player_is_shown_their_own_entropy_and_no_secret() {
    let server = TestServer::shared();
    let table = playing(&server).await;
    let game = table.seen_by(&table.players[0]).await;
    let entropies = |fairness: &Value| {
        let players = fairness["players"].as_array().expect("a list").clone();
        let entropies = players.iter().map(|player| player["entropy"].clone());
        entropies.collect::<Vec<Value>>()
    };
    let nobody = fairness(&table, &server.nobody()).await;
    let ann = fairness(&table, &table.players[0]).await;
    let ben = fairness(&table, &table.players[1]).await;
    assert_eq!(entropies(&nobody), [Value::Null, Value::Null]);
    assert_eq!(entropies(&ann), [json!("5eed"), Value::Null]);
    assert_eq!(entropies(&ben), [Value::Null, json!("c0ffee")]);
    for seen in [&nobody, &ann, &ben] {
        assert_eq!(seen["commitment"], game["fairness"]["commitment"]);
        assert_eq!(
            (&seen["head"], &seen["version"]),
            (&game["head"], &game["version"])
        );
        for secret in ["seed", "deal_key", "shuffles"] {
            assert_eq!(seen[secret], Value::Null, "{secret}");
        }
        assert!(told(seen).contains(&text(&game["head"])), "{seen}");
    }
    assert!(told(&ann).contains("5eed") && !told(&ann).contains("c0ffee"));
    assert!(!told(&nobody).contains("5eed") && !told(&nobody).contains("c0ffee"));
}

#[tokio::test]
async fn once_a_game_is_over_everyone_is_shown_all_that_its_deals_follow_from() {
    let server = TestServer::shared();
    let table = playing(&server).await;
    table.end().await;
    let seen = fairness(&table, &server.nobody()).await;
    let record = table.players[0]
        .get(&table.path("/record"))
        .expect(200)
        .await;
    assert_eq!(seen["seed"], record["deal"]["seed"]);
    assert_eq!(seen["shuffles"], record["shuffles"]);
    assert_eq!(seen["players"][0]["entropy"], "5eed");
    assert_eq!(seen["players"][1]["entropy"], "c0ffee");
    let report = server.nobody().post(VERIFY).json(&record).expect(200).await;
    assert_eq!(report["verified"], true, "{report}");
    let deals = report["checks"].as_array().expect("a list").iter();
    let deals: Vec<&Value> = deals.filter(|check| check["check"] == "deals").collect();
    assert!(text(&deals[0]["detail"]).contains(&text(&seen["deal_key"])));
}

#[tokio::test]
async fn a_changed_record_is_answered_with_the_first_thing_that_fails() {
    let nobody = TestServer::shared().nobody();
    let mut record = PLAYED[0].record.clone();
    record["log"][5]["at"] = json!("2020-01-01T00:00:00.000Z");
    let report = nobody.post(VERIFY).json(&record).expect(200).await;
    assert_eq!(report["verified"], false);
    assert_eq!(report["failure"]["check"], "chain");
    assert_eq!(report["failure"]["pointer"], "/log/5/hash");
    assert_eq!(report["checks"][0]["check"], "format");
}

#[tokio::test]
async fn what_a_player_kept_can_be_sent_with_a_record() {
    let nobody = TestServer::shared().nobody();
    let record = &PLAYED[0].record;
    let head = text(&record["log"][3]["hash"]);
    let with = |query: &str| nobody.post(&format!("{VERIFY}?{query}")).json(record);
    let report = with(&format!("head={head}")).expect(200).await;
    assert!(
        report["checks"].to_string().contains("entry 4 of"),
        "{report}"
    );
    let report = with(&format!("head={}", "0".repeat(64))).expect(200).await;
    assert_eq!(report["failure"]["check"], "head");
    for wrong in ["head=1", "commitment=xyz", "entropy=0"] {
        with(wrong).refused(422, "invalid").await;
    }
}

#[tokio::test]
async fn what_is_no_full_record_is_refused_with_the_place() {
    let nobody = TestServer::shared().nobody();
    let mut record = PLAYED[0].record.clone();
    record.as_object_mut().expect("an object").remove("log");
    let cases = [
        ("", "no JSON".to_owned()),
        ("/log", record.to_string()),
        ("/format", "{}".to_owned()),
    ];
    for (pointer, body) in cases {
        let request = nobody.post(VERIFY).raw("application/json", body);
        let problem = request.refused(400, "malformed").await;
        assert_eq!(problem["pointer"], pointer);
    }
    let request = nobody
        .post(VERIFY)
        .raw("application/json", vec![0xff, 0xfe]);
    request.refused(400, "malformed").await;
    let request = nobody.post(VERIFY).raw("text/plain", "{}");
    request.refused(415, "unsupported-media-type").await;
}

#[tokio::test]
async fn a_record_may_be_larger_than_other_bodies_but_not_endless() {
    let nobody = TestServer::shared().nobody();
    let padded = |size: usize| {
        let mut text = PLAYED[0].record.to_string();
        text.push_str(&" ".repeat(size - text.len()));
        nobody.post(VERIFY).raw("application/json", text)
    };
    let report = padded(LARGEST_RECORD).expect(200).await;
    assert_eq!(report["verified"], true);
    padded(LARGEST_RECORD + 1).refused(413, "too-large").await;
}
