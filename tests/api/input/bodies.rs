//! Bodies that are not read: each is answered with its problem, and changes nothing.

use serde_json::{Value, json};

use super::missing_bodies::targets;
use crate::support::{
    client::Caller as _,
    server::TestServer,
    table::{Table, golf, version},
};

/// The largest body that is taken, in bytes.
const LARGEST: usize = 64 * 1024;

/// Texts that are not one JSON object.
fn no_objects(good: &Value) -> Vec<Vec<u8>> {
    let good = good.to_string();
    let (first_field, _) = good[1..]
        .split_once(',')
        .unwrap_or((&good[1..good.len() - 1], ""));
    let mut texts: Vec<Vec<u8>> = [
        "",
        " ",
        "nonsense",
        "null",
        "true",
        "1",
        "\"text\"",
        "[]",
        "[1]",
        "{",
        "}",
        "{}",
        "{\"\":1}",
        "{'name':'Zoe'}",
        "{\"name\":\"\\ud800\"}",
        "\u{feff}{}",
        "\0",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    texts.push(good.as_bytes()[..good.len() - 1].to_vec());
    texts.push(format!("{good} trailing").into_bytes());
    texts.push(format!("{good}{good}").into_bytes());
    texts.push(format!("[{good}]").into_bytes());
    texts.push(format!("{{{first_field},{}", &good[1..]).into_bytes());
    texts.push(format!("{{\"unknown\":1,{}", &good[1..]).into_bytes());
    texts.push(["{\"name\":\"".as_bytes(), &[0xff, 0xfe], b"\"}"].concat());
    texts.push("[".repeat(LARGEST).into_bytes());
    texts.push("{\"a\":".repeat(5_000).into_bytes());
    texts
}

#[tokio::test]
async fn what_is_not_one_json_object_is_malformed() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    for target in &targets {
        let before = server.database().content();
        for text in no_objects(&target.good) {
            let request = target.request(&player).raw("application/json", text);
            request.refused(400, "malformed").await;
        }
        assert_eq!(server.database().content(), before, "{}", target.path);
    }
}

#[tokio::test]
async fn a_list_does_not_stand_for_an_object_anywhere() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let version = &targets[4].good["version"];
    let lists = [
        (&targets[0], json!(["Zoe"])),
        (&targets[1], json!(["Zoe"])),
        (&targets[2], json!(["phone"])),
        (
            &targets[3],
            json!({ "kind": "golf", "seats": 2, "options": [3, false] }),
        ),
        (
            &targets[4],
            json!([version, { "type": "golf.turn_up", "slots": [0, 1] }]),
        ),
        (
            &targets[4],
            json!({ "version": version, "move": ["golf.turn_up", [0, 1]] }),
        ),
    ];
    let before = server.database().content();
    for (target, list) in lists {
        target
            .request(&player)
            .json(&list)
            .refused(400, "malformed")
            .await;
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_key_that_comes_twice_is_malformed_however_deep() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let version = &targets[4].good["version"];
    let doubled = [
        (&targets[0], r#"{"name":"Zoe","name":"Zoe"}"#.to_owned()),
        (
            &targets[3],
            r#"{"kind":"golf","seats":2,"options":{"holes":3,"holes":9}}"#.to_owned(),
        ),
        (
            &targets[4],
            format!(
                r#"{{"version":{version},"move":{{"type":"golf.turn_up","slots":[0,1],"slots":[2,3]}}}}"#
            ),
        ),
    ];
    let before = server.database().content();
    for (target, text) in doubled {
        let request = target.request(&player).raw("application/json", text);
        request.refused(400, "malformed").await;
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_body_of_another_type_is_not_looked_at() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let before = server.database().content();
    for target in &targets {
        let body = target.good.to_string();
        for content_type in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/jsonp",
            "text/json",
            "json",
        ] {
            let request = target.request(&player).raw(content_type, body.clone());
            request.refused(415, "unsupported-media-type").await;
        }
        let untyped = target.request(&player).bytes(body);
        untyped.refused(415, "unsupported-media-type").await;
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn json_is_taken_by_every_name_it_goes_by() {
    let server = TestServer::shared();
    for content_type in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "application/vnd.cardpost+json",
    ] {
        let request = server.nobody().post("/v1/players");
        request
            .raw(content_type, r#"{"name":"Zoe"}"#)
            .expect(201)
            .await;
    }
}

/// A body with so many spaces behind it that it has this length.
fn padded(body: &str, length: usize) -> String {
    format!("{body}{}", " ".repeat(length - body.len()))
}

#[tokio::test]
async fn a_body_of_64_kib_is_read_and_one_byte_more_is_too_large() {
    let server = TestServer::start();
    let (player, targets) = targets(&server).await;
    let before = server.database().content();
    for target in &targets {
        let body = target.good.to_string();
        let too_large = padded(&body, LARGEST + 1);
        let request = target.request(&player).raw("application/json", too_large);
        request.refused(413, "too-large").await;
    }
    assert_eq!(server.database().content(), before);
    for target in &targets {
        let body = target.good.to_string();
        let largest = padded(&body, LARGEST);
        let answer = target
            .request(&player)
            .raw("application/json", largest)
            .send()
            .await;
        assert!(answer.status < 300, "{answer}");
    }
}

#[tokio::test]
async fn a_small_body_that_unpacks_to_a_large_one_is_too_large() {
    // 100,000 zero bytes, as gzip packs them.
    const PACKED: &str = "1f8b08000000000002ffedc13101000000c2a0f54f6d0d0fa000000000000000000000000000000000000000000000000000 \
        0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 \
        0000000000000000000000000000000000000000008057037d9511d4a0860100";
    let packed: String = PACKED.split_whitespace().collect();
    let server = TestServer::shared();
    let request = server
        .nobody()
        .post("/v1/players")
        .header("content-encoding", "gzip");
    let bytes = hex::decode(packed).expect("hexadecimal");
    request
        .raw("application/json", bytes)
        .refused(413, "too-large")
        .await;
}

#[tokio::test]
async fn joining_may_have_no_body_and_takes_no_bad_one() {
    let server = TestServer::start();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let table = Table::seat(vec![ann], &golf(3)).await;
    let join = table.path("/join");
    let before = server.database().content();
    for (body, pointer) in [
        ("null", ""),
        ("[]", ""),
        ("[null]", ""),
        ("{", ""),
        (r#"{"join_code":1}"#, "/join_code"),
        (r#"{"entropy":false}"#, "/entropy"),
        (r#"{"entropy":"00","entropy":"01"}"#, ""),
        (r#"{"code":"K7PQ2MXWRT"}"#, "/code"),
    ] {
        let request = ben.post(&join).raw("application/json", body);
        let problem = request.refused(400, "malformed").await;
        assert_eq!(problem["pointer"], pointer, "{problem}");
    }
    let problem = ben
        .post(&join)
        .json(&json!({ "entropy": "0g" }))
        .refused(422, "invalid")
        .await;
    assert_eq!(problem["errors"][0]["pointer"], "/entropy");
    ben.post(&join)
        .raw("text/plain", "{}")
        .refused(415, "unsupported-media-type")
        .await;
    let large = " ".repeat(LARGEST + 1);
    ben.post(&join)
        .raw("application/json", large)
        .refused(413, "too-large")
        .await;
    assert_eq!(server.database().content(), before);

    let joined = ben.post(&join).expect(200).await;
    assert_eq!(joined["version"], version(&joined));
    assert_eq!(joined["you"]["seat"], 1);
}
