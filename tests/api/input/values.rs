//! Bodies that are read, with values that can't be taken: each is pointed at, and nothing changes.

use serde_json::{Value, json};

use super::missing_bodies::{Target, targets};
use crate::support::{
    client::{Caller as _, Player},
    server::TestServer,
    table::golf,
};

/// A body that is refused as malformed, and where.
async fn assert_malformed(target: &Target, player: &Player, body: &Value, pointer: &str) {
    let request = target.request(player).json(body);
    let problem = request.refused(400, "malformed").await;
    assert_eq!(problem["pointer"], pointer, "{body}: {problem}");
}

#[tokio::test]
async fn a_value_of_the_wrong_type_is_malformed_and_pointed_at() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let before = server.database().content();
    let wrong = [
        (
            0,
            "/name",
            vec![json!(1), json!(null), json!(["Zoe"]), json!({})],
        ),
        (1, "/name", vec![json!(true), json!(null)]),
        (2, "/label", vec![json!(1), json!(null)]),
        (3, "/kind", vec![json!(1), json!(null), json!(["golf"])]),
        (
            3,
            "/seats",
            vec![
                json!("2"),
                json!(null),
                json!(-1),
                json!(2.5),
                json!(2.0),
                json!(1e99),
                json!(4_294_967_296_u64),
            ],
        ),
        (
            3,
            "/visibility",
            vec![json!("secret"), json!(null), json!(1)],
        ),
        (3, "/seating", vec![json!("by_age"), json!(null), json!({})]),
        (3, "/options", vec![json!("short"), json!(3), json!([])]),
        (3, "/entropy", vec![json!(5), json!([])]),
        (
            4,
            "/version",
            vec![
                json!("3"),
                json!(null),
                json!(-1),
                json!(1.5),
                json!(4_294_967_296_u64),
            ],
        ),
        (
            4,
            "/move",
            vec![json!("golf.draw"), json!(null), json!([]), json!(1)],
        ),
    ];
    for (index, pointer, values) in wrong {
        for value in values {
            let mut body = targets[index].good.clone();
            body[&pointer[1..]] = value;
            assert_malformed(&targets[index], &player, &body, pointer).await;
        }
    }
    let mut body = targets[3].good.clone();
    for (option, value) in [
        ("holes", json!("9")),
        ("holes", json!(300)),
        ("end_at_once", json!(1)),
        ("par", json!(72)),
    ] {
        body["options"] = json!({ option: value });
        let pointer = format!("/options/{option}");
        assert_malformed(&targets[3], &player, &body, &pointer).await;
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_missing_field_is_malformed() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let before = server.database().content();
    let missing = [
        (0, "name"),
        (1, "name"),
        (2, "label"),
        (3, "kind"),
        (3, "seats"),
        (4, "version"),
        (4, "move"),
    ];
    for (index, field) in missing {
        let mut body = targets[index].good.clone();
        body.as_object_mut().expect("an object").remove(field);
        let problem = targets[index]
            .request(&player)
            .json(&body)
            .refused(400, "malformed")
            .await;
        let detail = problem["detail"].as_str().unwrap_or_default();
        assert!(detail.contains(field), "{problem}");
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_move_that_no_form_of_a_move_fits_is_malformed() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let target = &targets[4];
    let before = server.database().content();
    for mv in [
        json!({}),
        json!({ "type": null }),
        json!({ "type": "golf" }),
        json!({ "type": "golf.fold" }),
        json!({ "type": "golf.draw", "slot": 1 }),
        json!({ "type": "golf.take" }),
        json!({ "type": "golf.take", "slot": "2" }),
        json!({ "type": "golf.take", "slot": -1 }),
        json!({ "type": "golf.take", "slot": 1.5 }),
        json!({ "type": "golf.take", "slot": 4_294_967_296_u64 }),
        json!({ "type": "golf.turn_up", "slots": [0] }),
        json!({ "type": "golf.turn_up", "slots": [0, 1, 2] }),
        json!({ "type": "golf.turn_up", "slots": { "0": 1 } }),
    ] {
        let body = json!({ "version": target.good["version"], "move": mv });
        let request = target.request(&player).json(&body);
        let problem = request.refused(400, "malformed").await;
        let pointer = problem["pointer"].as_str().unwrap_or_default();
        assert!(pointer.starts_with("/move"), "{problem}");
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_move_that_the_rules_refuse_names_the_rule() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let target = &targets[4];
    let before = server.database().content();
    for (mv, rule) in [
        (json!({ "type": "golf.draw" }), "turn-up-first"),
        (
            json!({ "type": "golf.turn_up", "slots": [0, 0] }),
            "two-different-slots",
        ),
        (
            json!({ "type": "golf.turn_up", "slots": [0, 6] }),
            "no-such-slot",
        ),
        (
            json!({ "type": "golf.turn_up", "slots": [4_294_967_295_u32, 1] }),
            "no-such-slot",
        ),
    ] {
        let body = json!({ "version": target.good["version"], "move": mv });
        let request = target.request(&player).json(&body);
        let problem = request.refused(422, "illegal-move").await;
        assert_eq!(problem["rule"], rule, "{problem}");
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn every_value_of_a_new_game_that_cannot_be_taken_is_pointed_at() {
    let server = TestServer::start();
    let player = server.player("Ann").await;
    let before = server.database().content();
    let clock = json!({ "per_turn": "never" });
    let long = "00".repeat(33);
    for (change, pointers) in [
        (json!({ "kind": "chess" }), vec!["/kind"]),
        (json!({ "kind": "" }), vec!["/kind"]),
        (json!({ "seats": 0 }), vec!["/seats"]),
        (json!({ "seats": 1 }), vec!["/seats"]),
        (json!({ "seats": 7 }), vec!["/seats"]),
        (json!({ "seats": 300 }), vec!["/seats"]),
        (json!({ "seats": u32::MAX }), vec!["/seats"]),
        (json!({ "options": { "holes": 4 } }), vec!["/options/holes"]),
        (json!({ "options": { "holes": 0 } }), vec!["/options/holes"]),
        (
            json!({ "seats": 9, "options": { "holes": 4 } }),
            vec!["/seats", "/options/holes"],
        ),
        (json!({ "entropy": "xyz" }), vec!["/entropy"]),
        (json!({ "entropy": "abc" }), vec!["/entropy"]),
        (json!({ "entropy": long }), vec!["/entropy"]),
        (json!({ "clock": clock }), vec!["/clock/per_turn"]),
    ] {
        let mut new = golf(2);
        for (field, value) in change.as_object().into_iter().flatten() {
            new[field] = value.clone();
        }
        let problem = player
            .post("/v1/games")
            .json(&new)
            .refused(422, "invalid")
            .await;
        let errors = problem["errors"].as_array().expect("a list");
        let told: Vec<&str> = errors
            .iter()
            .filter_map(|error| error["pointer"].as_str())
            .collect();
        assert_eq!(told, pointers, "{change}: {problem}");
    }
    assert_eq!(server.database().content(), before);
}
