//! The record of a game as a file: its forms, its headers, and who may have it.

use std::io::Read as _;

use flate2::read::GzDecoder;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    client::{Answer, Caller},
    played::PLAYED,
    server::TestServer,
    table::{Table, golf, new_players, private_golf},
};

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";
const TEXT: &str = "text/plain; charset=utf-8";

/// A game of Golf that was left as soon as it had begun.
async fn ended_game(server: &TestServer) -> Table {
    let table = Table::of(server, 2).await;
    table.end().await;
    table
}

fn body(answer: &Answer) -> &str {
    std::str::from_utf8(&answer.body).expect("a text")
}

#[tokio::test]
async fn the_form_of_a_record_is_chosen_by_what_the_client_likes_best() {
    let server = TestServer::shared();
    let table = ended_game(&server).await;
    for (accept, expected) in [
        ("*/*", JSON),
        ("application/json", JSON),
        ("application/json; charset=utf-8", JSON),
        ("application/*", JSON),
        ("application/x-ndjson", NDJSON),
        ("Application/X-NDJSON", NDJSON),
        ("text/plain", TEXT),
        ("text/plain;charset=UTF-8", TEXT),
        ("text/*", TEXT),
        ("text/html, text/*;q=0.5", TEXT),
        ("application/json;q=0.5, application/x-ndjson", NDJSON),
        (
            "application/json;q=0.5, text/plain;q=0.7, application/x-ndjson;q=0.6",
            TEXT,
        ),
        ("application/x-ndjson;q=0.5, application/json;q=0.5", JSON),
        // The more specific range counts, whether it says more or less.
        ("*/*;q=0.9, application/json;q=0.1", NDJSON),
        (
            "application/*;q=0.2, application/x-ndjson;q=0.8, text/plain;q=0.3",
            NDJSON,
        ),
        ("*/*, application/json;q=0, application/x-ndjson;q=0", TEXT),
        ("text/*, text/plain;q=0, application/x-ndjson;q=0.1", NDJSON),
        (
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            JSON,
        ),
        // What is not acceptable is sent all the same, and JSON is it.
        ("image/png", JSON),
        ("text/plain;charset=latin1", JSON),
        ("*/*;q=0", JSON),
        ("no type at all", JSON),
        ("", JSON),
    ] {
        let request = server.nobody().get(&table.path("/record"));
        let answer = request.header("accept", accept).send().await;
        answer.expect_status(200);
        assert_eq!(answer.header("content-type"), Some(expected), "{accept:?}");
    }
}

#[tokio::test]
async fn the_parameter_beats_what_the_client_likes() {
    let server = TestServer::shared();
    let table = ended_game(&server).await;
    for (format, expected) in [("json", JSON), ("ndjson", NDJSON), ("text", TEXT)] {
        for accept in [
            "application/json",
            "application/x-ndjson",
            "text/plain",
            "image/png",
        ] {
            let path = table.path(&format!("/record?format={format}"));
            let answer = server
                .nobody()
                .get(&path)
                .header("accept", accept)
                .send()
                .await;
            assert_eq!(
                answer.header("content-type"),
                Some(expected),
                "{format}, {accept}"
            );
        }
    }
    for format in ["", "JSON", "txt", "xml"] {
        let path = table.path(&format!("/record?format={format}"));
        let problem = server.nobody().get(&path).refused(422, "invalid").await;
        assert_eq!(problem["errors"][0]["pointer"], "/format");
    }
}

#[tokio::test]
async fn every_form_is_a_file_with_a_name_and_has_a_head_with_the_same_headers() {
    let server = TestServer::shared();
    let table = ended_game(&server).await;
    for (format, extension) in [("json", "json"), ("ndjson", "ndjson"), ("text", "txt")] {
        let path = table.path(&format!("/record?format={format}"));
        let got = server.nobody().get(&path).send().await;
        let name = format!("attachment; filename=\"golf-{}.{extension}\"", table.game);
        assert_eq!(got.header("content-disposition"), Some(&*name));
        let length = got.body.len().to_string();
        assert_eq!(got.header("content-length"), Some(&*length));
        assert_eq!(got.header("cache-control"), Some("private, no-cache"));
        assert_eq!(
            got.header("vary"),
            Some("Accept, Accept-Encoding, Authorization")
        );
        let head = server
            .nobody()
            .request(Method::HEAD, &path)
            .undocumented()
            .send()
            .await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        let (mut got, mut head) = (got.headers, head.headers);
        for headers in [&mut got, &mut head] {
            headers.remove("date");
        }
        assert_eq!(head, got, "{format}");
    }
}

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut decoder = GzDecoder::new(&*answer.body);
    decoder
        .read_to_end(&mut bytes)
        .expect("it was packed by gzip");
    bytes
}

#[tokio::test]
async fn every_form_is_packed_for_whoever_can_unpack_it() {
    let server = TestServer::shared();
    let table = ended_game(&server).await;
    for format in ["json", "ndjson", "text"] {
        let path = table.path(&format!("/record?format={format}"));
        let plain = server.nobody().get(&path).send().await;
        let packed = server
            .nobody()
            .get(&path)
            .header("accept-encoding", "gzip")
            .send()
            .await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{format}");
        for header in ["content-type", "content-disposition", "etag"] {
            assert_eq!(packed.header(header), plain.header(header), "{format}");
        }
        assert!(packed.body.len() < plain.body.len());
        assert_eq!(unpacked(&packed), plain.body);
        let head = server.nobody().request(Method::HEAD, &path).undocumented();
        let head = head.header("accept-encoding", "gzip").send().await;
        assert_eq!(head.header("content-encoding"), Some("gzip"));
        assert_eq!(head.header("content-type"), plain.header("content-type"));
    }
}

#[test]
fn the_lines_of_a_record_are_its_header_its_entries_and_its_result() {
    for played in &*PLAYED {
        let record = played.record.json();
        let lines: Vec<Value> = body(&played.lines)
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"))
            .collect();
        assert!(played.lines.body.ends_with(b"\n"));
        let [header, entries @ .., last] = &*lines else {
            panic!("there are at least two lines")
        };
        let mut rest = record.clone();
        let fields = rest.as_object_mut().expect("an object");
        assert_eq!(fields.remove("log"), Some(json!(entries)));
        assert_eq!(json!({ "result": fields.remove("result") }), *last);
        assert_eq!(*header, rest);
    }
}

#[test]
fn the_text_of_a_record_tells_who_played_when_what_they_did_and_how_it_ended() {
    for played in &*PLAYED {
        let record = played.record.json();
        let text = body(&played.text);
        assert!(
            text.starts_with("Golf (six cards)\n================\n\nPlayed by "),
            "{text}"
        );
        let mut log = record["log"].as_array().expect("a list").iter();
        let seated = log.find(|entry| entry["type"] == "seated");
        let began = seated.expect("a start")["at"].as_str().expect("a time");
        assert!(text.contains(&began[11..16]), "{began}: {text}");
        for seat in record["seats"].as_array().expect("a list") {
            assert!(
                text.contains(seat["name"].as_str().expect("a name")),
                "{text}"
            );
        }
        for part in [
            "All times are UTC.",
            "Rules  golf, version 1; ",
            "holes: 3",
            "Hole 1 is dealt.",
            " turns up ",
            "Hole 3 is scored:",
            "The game is over",
            "Total",
            "The lowest total wins.",
        ] {
            assert!(text.contains(part), "{part:?} is missing in {text}");
        }
        let moves = record["log"].as_array().expect("a list").iter();
        let moves = moves.filter(|entry| entry["type"] == "move").count();
        assert!(text.lines().count() > moves, "each move has a line");
        assert!(!text.contains("\n\n\n"), "{text}");
        assert!(
            !text.contains("▒▒"),
            "nothing is hidden once it is over: {text}"
        );
        for (place, total) in record["result"]["places"]
            .as_array()
            .into_iter()
            .flatten()
            .zip(record["result"]["totals"].as_array().into_iter().flatten())
        {
            let line = text
                .lines()
                .rev()
                .find(|line| line.starts_with(&format!("  {place}. ")));
            assert!(line.is_some(), "{place}: {text}");
            assert!(
                text.contains(&format!(": {total} point")),
                "{total}: {text}"
            );
        }
    }
}

#[tokio::test]
async fn whoever_has_a_record_is_not_sent_it_again_until_somebody_is_called_otherwise() {
    let server = TestServer::shared();
    let table = ended_game(&server).await;
    let [ann, ben] = &*table.players else {
        unreachable!("the table is one of two")
    };
    let mut tags = Vec::new();
    for format in ["json", "ndjson", "text"] {
        let path = table.path(&format!("/record?format={format}"));
        let got = ann.get(&path).send().await;
        let tag = got.header("etag").expect("a tag").to_owned();
        assert!(
            tag.starts_with("W/\""),
            "packing it changes the bytes: {tag}"
        );
        for known in [&*tag, tag.trim_start_matches("W/"), "\"other\", *"] {
            let again = ann.get(&path).header("if-none-match", known).send().await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
            for header in ["etag", "cache-control", "vary"] {
                assert_eq!(again.header(header), got.header(header));
            }
            assert_eq!(again.header("content-disposition"), None);
        }
        tags.push((path, tag));
    }
    let (path, tag) = &tags[0];
    let other_form = ann
        .get(&tags[1].0)
        .header("if-none-match", tag)
        .send()
        .await;
    other_form.expect_status(200);
    ben.patch("/v1/me")
        .json(&json!({ "name": "Benedict" }))
        .expect(200)
        .await;
    let renamed = ann.get(path).header("if-none-match", tag).expect(200).await;
    assert_eq!(renamed["seats"][1]["name"], "Benedict");
    for (path, tag) in &tags {
        ann.get(path)
            .header("if-none-match", tag)
            .send()
            .await
            .expect_status(200);
    }
    ben.delete("/v1/me").expect(204).await;
    let forgotten = ann.get(path).expect(200).await;
    assert_eq!(forgotten["seats"][1]["name"], "Former player");
}

#[tokio::test]
async fn a_private_record_is_for_those_who_sat_there() {
    let server = TestServer::shared();
    let players = new_players(&server, 4).await;
    let [ann, ben, cid, dee] = &*players else {
        unreachable!("there are four")
    };
    let table = Table::seat(vec![ann.clone()], &private_golf(3)).await;
    table.join(cid).await;
    cid.post(&table.path("/leave")).expect(200).await;
    table.join(ben).await;
    ann.post(&table.path("/start")).expect(200).await;
    ben.post(&table.path("/resign")).expect(200).await;
    for format in ["json", "ndjson", "text"] {
        let path = table.path(&format!("/record?format={format}"));
        for seated in [ann, ben] {
            seated.get(&path).send().await.expect_status(200);
        }
        for other in [cid, dee] {
            other.get(&path).refused(404, "not-found").await;
        }
        server.nobody().get(&path).refused(404, "not-found").await;
    }
}

#[tokio::test]
async fn a_game_without_a_record_says_when_it_will_have_one() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players[..1].to_vec(), &golf(2)).await;
    let detail = async |code: &str| {
        for format in ["json", "ndjson", "text"] {
            let path = table.path(&format!("/record?format={format}"));
            players[0].get(&path).refused(409, code).await;
        }
        let problem = players[0]
            .get(&table.path("/record"))
            .refused(409, code)
            .await;
        problem["detail"].as_str().expect("a sentence").to_owned()
    };
    let open = detail("game-not-over").await;
    assert!(open.contains("has not started"), "{open}");
    table.join(&players[1]).await;
    let playing = detail("game-not-over").await;
    assert!(playing.contains("still being played"), "{playing}");

    let called_off = Table::seat(players[..1].to_vec(), &golf(2)).await;
    players[0]
        .post(&called_off.path("/cancel"))
        .expect(200)
        .await;
    let problem = players[0]
        .get(&called_off.path("/record"))
        .refused(409, "game-cancelled")
        .await;
    let detail = problem["detail"].as_str().expect("a sentence");
    assert!(detail.contains("there won't be one"), "{detail}");
}
