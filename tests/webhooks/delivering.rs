//! Notices on their way: signed, in order for each game, once each, through refusals and restarts.

use std::collections::{HashMap, HashSet};

use cardpost::{store::webhooks::claims::ClaimRequest, types::time::Timestamp};
use chrono::TimeDelta;
use serde_json::json;

use crate::support::{
    client::{Caller as _, text},
    receiver::{Down, Received},
    table::{Table, golf, new_players, quick_move, version},
    webhooks::{Stage, deliveries, send_all},
};

/// What was told of each game, in the order of arrival.
fn by_game(received: &[Received]) -> HashMap<String, Vec<(String, u64)>> {
    let mut games: HashMap<String, Vec<(String, u64)>> = HashMap::new();
    for request in received {
        let game = text(&request.body["data"]["game"]);
        let told = (request.about().to_owned(), version(&request.body["data"]));
        games.entry(game).or_default().push(told);
    }
    games
}

#[tokio::test]
async fn a_receiver_that_was_down_gets_every_event_once_in_order_for_each_game_and_rightly_signed()
{
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let receiver = Down::new();
    let url = format!("http://{}/hook?for=ann", receiver.address());
    let hook = stage.hook(&players[0], &url).await;
    let sender = stage.sender();

    let first = Table::seat(players.clone(), &golf(2)).await;
    assert!(
        sender.run_once().await > 0,
        "it is tried while nobody is there"
    );
    let told_first = stage.play_to_the_end(&first).await;
    let second = Table::seat(players.clone(), &golf(2)).await;
    stage.clock.advance(TimeDelta::seconds(6));
    assert!(sender.run_once().await > 0, "and again");
    let told_second = stage.play_to_the_end(&second).await;
    let refused = deliveries(&players[0], &hook).await;
    assert_eq!(refused[0]["attempts"].as_array().map(Vec::len), Some(2));
    assert_eq!(refused[0]["attempts"][0]["status"], json!(null));
    assert!(text(&refused[0]["attempts"][0]["error"]).contains("Could not connect to"));
    assert_eq!(
        refused[1]["attempts"],
        json!([]),
        "what came later is held up by what came first"
    );

    let mut receiver = receiver.up_and_taking();
    stage.clock.advance(TimeDelta::minutes(6));
    send_all(&sender).await;

    let received = receiver.came();
    let expected = HashMap::from([
        (first.game.clone(), told_first),
        (second.game.clone(), told_second),
    ]);
    assert_eq!(by_game(&received), expected);
    let ids: HashSet<&str> = received.iter().map(Received::id).collect();
    assert_eq!(ids.len(), received.len());
    for request in &received {
        assert_eq!(request.line, "POST /hook?for=ann HTTP/1.1");
        assert_eq!(request.header("content-type"), "application/json");
        assert_eq!(request.signed_with(&hook.secret), Some(0));
        assert_eq!(request.signatures().len(), 1);
        assert_eq!(
            request.header("webhook-timestamp"),
            stage.clock.now().timestamp().to_string(),
            "the moment of the attempt"
        );
    }
    for delivery in deliveries(&players[0], &hook).await {
        assert_eq!(delivery["status"], "delivered");
        assert!(ids.contains(&*text(&delivery["id"])));
    }
}

#[tokio::test]
async fn an_event_waits_for_the_earlier_ones_of_its_game_and_not_for_other_games() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let broken = Table::seat(players.clone(), &golf(2)).await;
    let stuck = broken.game.clone();
    let mut receiver = Down::new().up(move |request| {
        let is_stuck = request.body["data"]["game"] == json!(stuck);
        Some((if is_stuck { 500 } else { 200 }, None))
    });
    stage.hook(&players[0], &receiver.url()).await;
    stage.play_to_the_end(&broken).await;
    let fine = Table::seat(players.clone(), &golf(2)).await;
    let told_fine = stage.play_to_the_end(&fine).await;
    let sender = stage.sender();
    send_all(&sender).await;
    let games = by_game(&receiver.came());
    assert_eq!(games[&fine.game], told_fine);
    assert_eq!(games[&broken.game].len(), 1, "tried, and nothing behind it");
}

#[tokio::test]
async fn what_a_sender_had_taken_when_it_died_is_sent_by_another_with_the_same_id() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let mut receiver = Down::new().up_and_taking();
    let hook = stage.hook(&players[0], &receiver.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    let dying = stage.store();
    let taking = ClaimRequest {
        now: Timestamp::new(stage.clock.now()),
        leased_until: Timestamp::new(stage.clock.now() + TimeDelta::seconds(60)),
        limit: 10,
        limit_per_webhook: 10,
        busy: &[],
    };
    let taken = dying.claim_due(&taking).await.expect("a database");
    assert_eq!(taken.len(), 1, "the turn waits for the start");
    dying.close().await;

    let sender = stage.sender();
    send_all(&sender).await;
    assert!(receiver.came().is_empty(), "it is the other's, for a while");
    stage.clock.advance(TimeDelta::seconds(61));
    send_all(&sender).await;
    let received = receiver.came();
    assert_eq!(received[0].id(), taken[0].event.to_string());
    assert_eq!(received[0].signed_with(&hook.secret), Some(0));
    let attempts = &deliveries(&players[0], &hook).await[0]["attempts"];
    assert_eq!(attempts[0]["attempt"], 2, "the first one ended unknown");
}

#[tokio::test]
async fn several_moves_of_one_turn_tell_of_it_once() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let mut receiver = Down::new().up_and_taking();
    let table = Table::seat(players.clone(), &golf(2)).await;
    table.turn_up().await;
    stage.hook(&players[0], &receiver.url()).await;
    stage.hook(&players[1], &receiver.url()).await;
    let sender = stage.sender();
    let (at, ann) = table.turn().await;
    table.play(ann, at, json!({ "type": "golf.draw" })).await;
    send_all(&sender).await;
    assert!(receiver.came().is_empty(), "it is still her turn");
    let place = json!({ "type": "golf.place", "slot": 1 });
    let game = table.play(ann, at + 1, place).await;
    send_all(&sender).await;
    let received = receiver.came();
    assert_eq!(received.len(), 1);
    let data = &received[0].body["data"];
    assert_eq!(data["player"], table.mover(&game).id);
    assert_eq!(received[0].body["timestamp"], game["turn"]["since"]);
    assert_eq!(
        *data,
        json!({
            "player": players[1].id, "game": table.game, "kind": "golf", "status": "playing",
            "version": version(&game), "seat": 1, "deadline": null, "path": table.path(""),
        }),
        "and nothing else is told"
    );
}

#[tokio::test]
async fn only_the_events_that_a_webhook_wants_are_sent_there() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let mut receiver = Down::new().up_and_taking();
    let body = json!({ "url": receiver.url(), "events": ["game.finished"] });
    players[0]
        .post("/v1/me/webhooks")
        .json(&body)
        .expect(201)
        .await;
    let table = Table::seat(players.clone(), &golf(2)).await;
    table.end().await;
    send_all(&stage.sender()).await;
    let received = receiver.came();
    let told: Vec<&str> = received.iter().map(Received::about).collect();
    assert_eq!(told, ["game.finished"]);
}

#[tokio::test]
async fn for_a_day_after_a_rotation_both_secrets_sign() {
    let stage = Stage::set();
    let ann = stage.server.player("Ann").await;
    let mut receiver = Down::new().up_and_taking();
    let hook = stage.hook(&ann, &receiver.url()).await;
    let rotate = format!("{}/rotate-secret", hook.path);
    let rotated = ann.post(&rotate).expect(201).await;
    let new = text(&rotated["secret"]);
    assert_ne!(new, hook.secret);
    let (sender, test) = (stage.sender(), format!("{}/test", hook.path));
    ann.post(&test).expect(201).await;
    send_all(&sender).await;
    let received = receiver.next().await;
    assert_eq!(received.signed_with(&new), Some(0));
    assert_eq!(received.signed_with(&hook.secret), Some(1));

    stage.clock.advance(TimeDelta::hours(24));
    ann.post(&test).expect(201).await;
    send_all(&sender).await;
    let received = receiver.next().await;
    assert_eq!(received.signed_with(&new), Some(0));
    assert_eq!(received.signed_with(&hook.secret), None);
    assert_eq!(received.signatures().len(), 1);
}

#[tokio::test]
async fn a_game_that_nobody_has_a_webhook_for_leaves_nothing_to_send() {
    let stage = Stage::set();
    let table = Table::of(&stage.server, 2).await;
    let (at, mover) = table.turn().await;
    let game = table.seen_by(mover).await;
    table.play(mover, at, quick_move(&game)).await;
    let rows = stage
        .server
        .database()
        .texts("SELECT body AS text FROM deliveries");
    assert_eq!(rows, Vec::<String>::new());
}
