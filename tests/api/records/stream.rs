//! The stream of all records: what is in it, where it can be resumed, and how one notices that it was cut.

use std::io::Read as _;

use cardpost::record::script::Script;
use flate2::read::GzDecoder;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::{
    client::{Answer, Caller, text},
    server::TestServer,
    table::{Table, golf, new_players, private_golf},
};

/// A stream that was read to its end.
struct Stream {
    /// The lines of the records, with their line feeds.
    lines: Vec<String>,
    /// The cursor of the last line.
    cursor: Value,
}

impl Stream {
    /// Takes a stream apart, and checks what its last line tells.
    fn of(bytes: &[u8]) -> Self {
        let text = std::str::from_utf8(bytes).expect("a text");
        assert!(text.ends_with('\n'), "{text}");
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let last = lines.pop().expect("a last line");
        let end: Value = serde_json::from_str(&last).expect("an object");
        let sha256 = hex::encode(Sha256::digest(lines.concat()));
        let cursor = end["end"]["cursor"].clone();
        assert_eq!(
            end,
            json!({ "end": { "records": lines.len(), "sha256": sha256, "cursor": cursor } })
        );
        Self { lines, cursor }
    }

    fn ids(&self) -> Vec<String> {
        let record = |line: &String| -> Value { serde_json::from_str(line).expect("an object") };
        self.lines
            .iter()
            .map(|line| text(&record(line)["id"]))
            .collect()
    }
}

async fn streamed(server: &TestServer, query: &str) -> Stream {
    let answer = server
        .nobody()
        .get(&format!("/v1/records{query}"))
        .send()
        .await;
    answer.expect_status(200);
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    Stream::of(&answer.body)
}

/// A game that was left as soon as it had begun.
async fn ended(server: &TestServer, new: &Value) -> Table {
    let seats = new["seats"].as_u64().expect("a number");
    let players = new_players(server, usize::try_from(seats).expect("a few")).await;
    let table = Table::seat(players, new).await;
    table.end().await;
    table
}

#[tokio::test]
async fn the_stream_of_no_records_has_a_last_line_too() {
    let server = TestServer::start();
    let stream = streamed(&server, "").await;
    assert!(stream.lines.is_empty());
    assert_eq!(stream.cursor, Value::Null);
}

#[tokio::test]
async fn a_line_is_the_record_of_a_finished_public_game_and_no_other_is_there() {
    let server = TestServer::start();
    let early = Table::of(&server, 2).await;
    let private = ended(&server, &private_golf(2)).await;
    let first = ended(&server, &golf(2)).await;
    let second = ended(&server, &json!({ "kind": "ju", "seats": 3 })).await;
    let running = Table::of(&server, 2).await;
    let open = Table::seat(new_players(&server, 1).await, &golf(2)).await;
    let called_off = Table::seat(new_players(&server, 1).await, &golf(2)).await;
    called_off.players[0]
        .post(&called_off.path("/cancel"))
        .expect(200)
        .await;
    // Created before the others, and over after them.
    early.end().await;

    let stream = streamed(&server, "").await;
    assert_eq!(
        stream.ids(),
        [&first, &second, &early].map(|table| table.game.clone())
    );
    for (line, table) in stream.lines.iter().zip([&first, &second, &early]) {
        let record = server.nobody().get(&table.path("/record")).send().await;
        assert_eq!(line.trim_end().as_bytes(), record.body);
        Script::read(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
    let all = stream.lines.concat();
    for hidden in [&private, &running, &open, &called_off] {
        assert!(!all.contains(&hidden.game));
    }
    // Not to those who sat there either: the stream is the same to everyone.
    let theirs = private.players[0].get("/v1/records").send().await;
    assert_eq!(Stream::of(&theirs.body).lines, stream.lines);
    let cursor = format!("/v1/records?cursor={}", private.game);
    private.players[0]
        .get(&cursor)
        .refused(422, "invalid")
        .await;
    for unknown in [&running, &open, &called_off] {
        let path = format!("/v1/records?cursor={}", unknown.game);
        server.nobody().get(&path).refused(422, "invalid").await;
    }
}

#[tokio::test]
async fn the_stream_goes_on_after_every_line() {
    let server = TestServer::start();
    for _ in 0..4 {
        ended(&server, &golf(2)).await;
    }
    let whole = streamed(&server, "").await;
    assert_eq!(whole.lines.len(), 4);
    for (read, id) in whole.ids().iter().enumerate() {
        let rest = streamed(&server, &format!("?cursor={id}")).await;
        assert_eq!(rest.lines, whole.lines[read + 1..]);
        assert_eq!(rest.cursor, whole.cursor);
        let next = streamed(&server, &format!("?cursor={id}&limit=1")).await;
        assert_eq!(
            next.lines,
            whole.lines[read + 1..]
                .iter()
                .take(1)
                .cloned()
                .collect::<Vec<_>>()
        );
    }
    let path = format!("?limit=3&cursor={}", text(&whole.cursor));
    let nothing_new = streamed(&server, &path).await;
    assert!(nothing_new.lines.is_empty());
    assert_eq!(nothing_new.cursor, whole.cursor);
    let later = ended(&server, &golf(2)).await;
    assert_eq!(streamed(&server, &path).await.ids(), [later.game]);
}

#[tokio::test]
async fn a_game_that_comes_to_light_late_is_not_missed_by_whoever_has_read_on() {
    let server = TestServer::start();
    let first = ended(&server, &golf(2)).await;
    let read = streamed(&server, "").await;
    assert_eq!(read.ids(), [&*first.game]);
    let late = ended(&server, &golf(2)).await;
    // As if another server had taken the time before the first game ended, and committed only now.
    server.database().texts(&format!(
        "UPDATE games SET finished_at = finished_at - interval '1 hour' WHERE id = '{}' RETURNING id::text AS text",
        late.game
    ));
    let rest = streamed(&server, &format!("?cursor={}", first.game)).await;
    assert_eq!(rest.ids(), [&*late.game]);
    // The order of those that were handed out stays what it was.
    assert_eq!(streamed(&server, "").await.ids(), [first.game, late.game]);
}

#[tokio::test]
async fn many_who_ask_at_once_are_sent_the_same() {
    let server = TestServer::start();
    for _ in 0..3 {
        ended(&server, &golf(2)).await;
    }
    let requests = (0..8).map(|_| streamed(&server, ""));
    let streams = futures_util::future::join_all(requests).await;
    for stream in &streams {
        assert_eq!(stream.lines, streams[0].lines);
        assert_eq!(stream.lines.len(), 3);
    }
}

#[tokio::test]
async fn records_are_chosen_by_kind_player_and_end() {
    let server = TestServer::start();
    let golf_game = ended(&server, &golf(2)).await;
    let ju_game = ended(&server, &json!({ "kind": "ju", "seats": 2 })).await;
    let last = ended(&server, &golf(2)).await;
    let all = streamed(&server, "").await.lines;
    let chosen = async |query: String| streamed(&server, &query).await.lines;
    assert_eq!(chosen("?kind=ju".into()).await, all[1..2]);
    assert_eq!(
        chosen("?kind=golf".into()).await,
        [&all[..1], &all[2..]].concat()
    );
    assert!(chosen("?kind=rummy".into()).await.is_empty());
    let player = |table: &Table| format!("?player={}", table.players[1].id);
    assert_eq!(chosen(player(&ju_game)).await, all[1..2]);
    assert_eq!(
        chosen(format!("{}&kind=golf", player(&ju_game))).await,
        all[..0]
    );
    let game = last.seen_by(&last.players[0]).await;
    let end = text(&game["finished_at"]);
    assert_eq!(
        chosen(format!("?since={end}")).await,
        all[2..],
        "that moment is in it"
    );
    assert_eq!(
        chosen(format!("?until={end}")).await,
        all[..2],
        "that moment is not in it"
    );
    assert_eq!(
        chosen("?since=2999-01-01T00:00:00%2B02:00".into()).await,
        all[..0]
    );
    // A cursor is a place in the order, whether the filter lets its record through or not.
    let query = format!("?kind=golf&cursor={}", ju_game.game);
    assert_eq!(chosen(query).await, all[2..]);
    let query = format!("?kind=ju&cursor={}", golf_game.game);
    assert_eq!(chosen(query).await, all[1..2]);
}

#[tokio::test]
async fn a_deleted_player_has_no_name_in_the_stream() {
    let server = TestServer::start();
    let ann = server.player("Unmistakable").await;
    let ben = server.player("Ben").await;
    let table = Table::seat(vec![ann.clone(), ben], &golf(2)).await;
    table.end().await;
    assert!(streamed(&server, "").await.lines[0].contains("Unmistakable"));
    ann.delete("/v1/me").expect(204).await;
    let stream = streamed(&server, "").await;
    assert!(!stream.lines[0].contains("Unmistakable"));
    assert!(stream.lines[0].contains("\"Former player\""));
}

#[tokio::test]
async fn the_stream_is_packed_for_whoever_can_unpack_it() {
    let server = TestServer::start();
    for _ in 0..3 {
        ended(&server, &golf(2)).await;
    }
    let plain = server.nobody().get("/v1/records").send().await;
    let packed = server
        .nobody()
        .get("/v1/records")
        .header("accept-encoding", "gzip")
        .send()
        .await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("content-type"), plain.header("content-type"));
    let mut bytes = Vec::new();
    GzDecoder::new(&*packed.body)
        .read_to_end(&mut bytes)
        .expect("it was packed by gzip");
    assert_eq!(bytes, plain.body);
    assert!(packed.body.len() * 2 < plain.body.len());
}

fn headers(answer: Answer) -> reqwest::header::HeaderMap {
    let mut headers = answer.headers;
    headers.remove("date");
    headers
}

#[tokio::test]
async fn the_head_of_the_stream_is_that_of_the_answer_to_a_get() {
    let server = TestServer::start();
    ended(&server, &golf(2)).await;
    for encoding in ["identity", "gzip"] {
        let get = server
            .nobody()
            .get("/v1/records")
            .header("accept-encoding", encoding);
        let head = server
            .nobody()
            .request(Method::HEAD, "/v1/records")
            .undocumented();
        let head = head.header("accept-encoding", encoding).send().await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        assert_eq!(headers(head), headers(get.send().await));
    }
}

/// Makes the record of this game one that can't be read.
fn break_record_of(server: &TestServer, broken: &Table) {
    server.database().texts(&format!(
        "UPDATE games SET options = 'nothing' WHERE id = '{}' RETURNING id::text AS text",
        broken.game
    ));
}

#[tokio::test]
async fn a_stream_that_fails_on_the_way_has_no_last_line() {
    let server = TestServer::start();
    let mut broken = None;
    // More than are loaded at once, so that the first ones are sent before the failure.
    for _ in 0..60 {
        broken = Some(ended(&server, &golf(2)).await);
    }
    let broken = broken.expect("a game");
    break_record_of(&server, &broken);
    for encoding in ["identity", "gzip"] {
        let url = format!("http://{}/v1/records", server.door().address());
        let client = reqwest::Client::builder()
            .no_proxy()
            .build()
            .expect("a client");
        let request = client.get(url).header("accept-encoding", encoding);
        let mut answer = request.send().await.expect("an answer");
        assert_eq!(answer.status(), 200);
        let mut got = Vec::new();
        let failed = loop {
            match answer.chunk().await {
                Ok(Some(bytes)) => got.extend(bytes),
                Ok(None) => break false,
                Err(_) => break true,
            }
        };
        assert!(failed, "{encoding}: the client must notice");
        if encoding == "identity" {
            let text = String::from_utf8(got).expect("a text");
            assert!(text.lines().count() >= 10, "{}", text.lines().count());
            assert!(!text.contains("{\"end\":"));
        }
    }
}

#[tokio::test]
async fn a_head_does_not_read_the_stream() {
    let server = TestServer::start();
    let broken = ended(&server, &golf(2)).await;
    break_record_of(&server, &broken);
    // Reading it would fail, and a failure breaks the connection off before the second answer.
    let mut connection = TcpStream::connect(server.door().address())
        .await
        .expect("a connection");
    let requests = "HEAD /v1/records HTTP/1.1\r\nHost: it\r\n\r\n\
                    GET /healthz HTTP/1.1\r\nHost: it\r\nConnection: close\r\n\r\n";
    connection
        .write_all(requests.as_bytes())
        .await
        .expect("it is sent");
    let mut answers = String::new();
    connection
        .read_to_string(&mut answers)
        .await
        .expect("texts");
    let statuses = answers.matches("HTTP/1.1 200 OK\r\n").count();
    assert_eq!(statuses, 2, "{answers}");
}
