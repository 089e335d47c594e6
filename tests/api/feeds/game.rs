//! Streams of what happens in one game.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    client::{Caller, Nobody, Player, text},
    events::{Event, Events, as_entries, in_time},
    pick::Picker,
    server::{Setup, TestServer},
    table::{Table, golf, new_players, private_golf, version},
};

/// Reads a game to its end at two servers in turn, and hangs up at random points.
async fn read_with_interruptions(
    readers: [impl Caller; 2],
    path: String,
    mut pick: Picker,
) -> Vec<Event> {
    let mut read: Vec<Event> = Vec::new();
    for reader in readers.iter().cycle() {
        let last_id = read.last().map(|event| event.id.clone());
        let Some(mut events) = Events::open(reader, &path, last_id.as_deref()).await else {
            break;
        };
        for _ in 0..=pick.below(7) {
            let Some(event) = events.next().await else {
                break;
            };
            read.push(event);
        }
    }
    read
}

#[tokio::test]
async fn who_is_interrupted_again_and_again_still_gets_every_entry_once() {
    let here = TestServer::start();
    let there = TestServer::over(Arc::clone(here.database()), Setup::default());
    let table = Table::seat(new_players(&here, 2).await, &golf(2)).await;
    let at_both = |player: &Player| [player.clone(), player.at(there.door())];
    let nobodies = [here.nobody(), Nobody::new(there.door().clone())];
    let path = || table.path("/events");
    let playing = async {
        // A card that only one of them sees is drawn.
        let game = table.turn_up().await;
        let (mover, at) = (table.mover(&game), version(&game));
        table.play(mover, at, json!({ "type": "golf.draw" })).await;
        table
            .play(mover, at + 1, json!({ "type": "golf.discard" }))
            .await;
        table.play_on().await;
    };
    let ((), ann, ben, nobody) = tokio::join!(
        playing,
        read_with_interruptions(at_both(&table.players[0]), path(), Picker::new(1)),
        read_with_interruptions(at_both(&table.players[1]), path(), Picker::new(2)),
        read_with_interruptions(nobodies, path(), Picker::new(3)),
    );
    // Each gets what the log shows them, and nothing else.
    assert_eq!(as_entries(&ann), table.log_of(&table.players[0]).await);
    assert_eq!(as_entries(&ben), table.log_of(&table.players[1]).await);
    assert_eq!(as_entries(&nobody), table.log_of(&here.nobody()).await);
    assert_ne!(as_entries(&ann), as_entries(&nobody));
    for (event, seq) in ann.iter().zip(1..) {
        assert_eq!(event.id, format!("{seq}"));
    }
}

#[tokio::test]
async fn a_stream_begins_where_the_client_says() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let player = &table.players[0];
    let log = table.log_of(player).await;
    let path = table.path("/events?after=2");
    let mut events = Events::open(player, &path, None).await.expect("events");
    assert_eq!(as_entries(&events.next().await), log[2..3]);
    // What the browser sends goes before what stands in the address.
    let mut events = Events::open(player, &path, Some("4"))
        .await
        .expect("events");
    assert_eq!(as_entries(&events.next().await), log[4..5]);
    let mut events = Events::open(player, &path, Some("")).await.expect("events");
    assert_eq!(as_entries(&events.next().await), log[2..3]);
    for id in ["x", "-1", "1.5", "99999999999"] {
        let request = player.get(&path).header("last-event-id", id);
        request.refused(400, "malformed").await;
    }
}

#[tokio::test]
async fn a_stream_ends_with_the_game_and_who_has_it_all_is_told_not_to_come_back() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let (player, path) = (&table.players[0], table.path("/events"));
    let mut events = Events::open(player, &path, None).await.expect("events");
    let mut last = events.next().await.expect("the first entry");
    table.end().await;
    while let Some(event) = events.next().await {
        last = event;
    }
    assert_eq!(last.data["type"], "finished");
    assert!(Events::open(player, &path, Some(&last.id)).await.is_none());
    let request = player.get(&path).header("last-event-id", &last.id);
    request.send().await.expect_status(204);
    // Who has not, gets the rest.
    let before: u32 = last.id.parse().expect("a number");
    let before = format!("{}", before - 1);
    let mut events = Events::open(player, &path, Some(&before))
        .await
        .expect("events");
    assert_eq!(events.next().await, Some(last));
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn a_stream_ends_for_who_may_not_see_the_game_any_more() {
    let server = TestServer::start();
    let table = Table::seat(new_players(&server, 2).await, &private_golf(3)).await;
    let (ann, ben) = (&table.players[0], &table.players[1]);
    let path = table.path("/events");
    // By leaving.
    let mut events = Events::open(ben, &path, Some("3")).await.expect("events");
    ben.post(&table.path("/leave")).expect(200).await;
    assert_eq!(events.next().await, None);
    // By deleting the token that the stream was opened with, as soon as something happens.
    let token = ann
        .post("/v1/me/tokens")
        .json(&serde_json::json!({ "label": "phone" }));
    let token = token.expect(201).await;
    let phone = ann.with_token(&text(&token["token"]));
    let mut events = Events::open(&phone, &path, Some("4"))
        .await
        .expect("events");
    let token = format!("/v1/me/tokens/{}", text(&token["id"]));
    ann.delete(&token).expect(204).await;
    table.join(ben).await;
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn a_stream_is_sent_as_it_is_and_at_once() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let request = table.players[0].get(&table.path("/events"));
    let mut answer = request.header("accept-encoding", "gzip").open().await;
    let headers = answer.headers();
    assert!(!headers.contains_key("content-encoding"));
    assert_eq!(headers["cache-control"], "no-store");
    assert_eq!(headers["x-accel-buffering"], "no");
    let piece = in_time(answer.chunk())
        .await
        .expect("no error")
        .expect("a piece");
    assert!(piece.starts_with(b"id: 1\nevent: created\ndata: {"));
}

#[tokio::test]
async fn the_head_of_a_stream_has_an_end() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let head = table.players[0].request(Method::HEAD, &table.path("/events"));
    let answer = in_time(head.undocumented().send()).await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert!(answer.body.is_empty());
}

#[tokio::test]
async fn a_reader_who_is_far_behind_gets_everything_in_order() {
    // More entries than are read at once.
    let server = TestServer::shared();
    let mut long = golf(4);
    long["options"]["holes"] = 9.into();
    let table = Table::seat(new_players(&server, 4).await, &long).await;
    table.play_on().await;
    let log: Vec<Value> = table.log_of(&table.players[2]).await;
    assert!(log.len() > 100, "{}", log.len());
    let mut events = Events::open(&table.players[2], &table.path("/events"), None)
        .await
        .expect("events");
    let mut read = Vec::new();
    while let Some(event) = events.next().await {
        read.push(event);
    }
    assert_eq!(as_entries(&read), log);
}
