//! Receivers that don't take what they are sent: tried again for a day, then left alone.

use std::sync::{
    Arc,
    atomic::{AtomicU16, Ordering},
};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, text},
    receiver::{Down, Received, Receiver},
    table::{Table, golf, new_players},
    webhooks::{Stage, deliveries, send_all},
};

/// A receiver whose answer can be changed.
fn receiver(status: u16) -> (Receiver, Arc<AtomicU16>) {
    let status = Arc::new(AtomicU16::new(status));
    let answer = Arc::clone(&status);
    let receiver = Down::new().up(move |_| Some((answer.load(Ordering::SeqCst), None)));
    (receiver, status)
}

fn moment(value: &Value) -> DateTime<Utc> {
    text(value).parse().expect("a moment")
}

/// Moves the clock to when the first delivery is tried next; `false` when it isn't any more.
async fn to_the_next_attempt(
    stage: &Stage,
    player: &Player,
    hook: &crate::support::webhooks::Hook,
) -> bool {
    let first = &deliveries(player, hook).await[0];
    if first["next_attempt_at"].is_null() {
        return false;
    }
    stage
        .clock
        .advance(moment(&first["next_attempt_at"]) - stage.clock.now());
    true
}

#[tokio::test]
async fn an_event_is_tried_for_a_day_and_then_the_webhook_is_switched_off() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let ann = &players[0];
    let (mut receiver, status) = receiver(503);
    let hook = stage.hook(ann, &receiver.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    let (sender, began) = (stage.sender(), stage.clock.now());
    send_all(&sender).await;
    let mut distances = Vec::new();
    let mut last = began;
    while to_the_next_attempt(&stage, ann, &hook).await {
        assert_eq!(ann.get(&hook.path).expect(200).await["enabled"], true);
        distances.push(stage.clock.now() - last);
        last = stage.clock.now();
        send_all(&sender).await;
    }
    // Each distance is stretched by a tenth of itself at most.
    let least = [5, 300, 1800, 7200, 18_000, 25_200, 36_000].map(TimeDelta::seconds);
    assert_eq!(distances.len(), least.len());
    for (distance, least) in distances.iter().zip(least) {
        assert!(
            *distance >= least && *distance <= least + least / 10,
            "{distance} after {least}"
        );
    }
    assert!(last - began >= TimeDelta::hours(24));

    let received = receiver.came();
    assert_eq!(received.len(), 8);
    assert!(
        received
            .iter()
            .all(|request| request.id() == received[0].id())
    );
    let off = ann.get(&hook.path).expect(200).await;
    assert_eq!(
        (&off["enabled"], &off["disabled_because"]),
        (&json!(false), &json!("failing"))
    );
    let told = deliveries(ann, &hook).await;
    assert!(told.iter().all(|delivery| delivery["status"] == "given_up"));
    let attempts = told[0]["attempts"].as_array().expect("a list");
    assert_eq!(attempts.len(), 8);
    for (attempt, number) in attempts.iter().zip(1..) {
        assert_eq!(attempt["attempt"], number);
        assert_eq!(attempt["status"], 503);
        assert_eq!(attempt["error"], "The receiver reports an internal error.");
    }

    // Switched on again, it is told what happens from then on.
    status.store(200, Ordering::SeqCst);
    Table::seat(players.clone(), &golf(2)).await;
    let on = ann.patch(&hook.path).json(&json!({ "enabled": true }));
    assert_eq!(on.expect(200).await["disabled_because"], json!(null));
    send_all(&sender).await;
    assert!(receiver.came().is_empty());
    let table = Table::seat(players.clone(), &golf(2)).await;
    send_all(&sender).await;
    let received = receiver.came();
    assert!(!received.is_empty());
    assert!(
        received
            .iter()
            .all(|request| request.body["data"]["game"] == json!(table.game))
    );
}

#[tokio::test]
async fn a_receiver_that_says_it_is_gone_is_told_nothing_more() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let (mut receiver, _) = receiver(410);
    let hook = stage.hook(&players[0], &receiver.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    let sender = stage.sender();
    send_all(&sender).await;
    let off = players[0].get(&hook.path).expect(200).await;
    assert_eq!(off["disabled_because"], "gone");
    Table::seat(players.clone(), &golf(2)).await;
    stage.clock.advance(TimeDelta::hours(1));
    send_all(&sender).await;
    assert_eq!(receiver.came().len(), 1);
}

#[tokio::test]
async fn a_webhook_that_its_owner_switched_off_is_told_nothing() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let (mut receiver, _) = receiver(200);
    let hook = stage.hook(&players[0], &receiver.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    let off = players[0]
        .patch(&hook.path)
        .json(&json!({ "enabled": false }));
    assert_eq!(off.expect(200).await["disabled_because"], "owner");
    Table::seat(players.clone(), &golf(2)).await;
    send_all(&stage.sender()).await;
    assert!(receiver.came().is_empty());
    let told = deliveries(&players[0], &hook).await;
    assert!(told.iter().all(|delivery| delivery["status"] == "given_up"));
}

#[tokio::test]
async fn a_test_is_sent_once_and_to_a_webhook_that_is_switched_off_too() {
    let stage = Stage::set();
    let ann = stage.server.player("Ann").await;
    let (mut receiver, status) = receiver(410);
    let hook = stage.hook(&ann, &receiver.url()).await;
    let (sender, test) = (stage.sender(), format!("{}/test", hook.path));
    let sent = ann.post(&test).expect(201).await;
    send_all(&sender).await;
    stage.clock.advance(TimeDelta::hours(30));
    send_all(&sender).await;
    let received = receiver.came();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].id(), text(&sent["id"]));
    assert_eq!(received[0].about(), "webhook.test");
    assert_eq!(received[0].body["data"], json!({ "player": ann.id }));
    assert_eq!(
        ann.get(&hook.path).expect(200).await["enabled"],
        true,
        "a test switches nothing off"
    );
    assert_eq!(deliveries(&ann, &hook).await[0]["status"], "given_up");

    ann.patch(&hook.path)
        .json(&json!({ "enabled": false }))
        .expect(200)
        .await;
    status.store(204, Ordering::SeqCst);
    ann.post(&test).expect(201).await;
    send_all(&sender).await;
    assert_eq!(receiver.came().len(), 1);
    let last = deliveries(&ann, &hook).await.pop().expect("a delivery");
    assert_eq!(last["status"], "delivered");
    assert_eq!(last["attempts"][0]["status"], 204);
    assert_eq!(last["attempts"][0]["error"], json!(null));
}

#[tokio::test]
async fn a_test_that_arrives_brings_what_waits_to_be_sent_again() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let (mut receiver, status) = receiver(500);
    let hook = stage.hook(&players[0], &receiver.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    let sender = stage.sender();
    send_all(&sender).await;
    stage.clock.advance(TimeDelta::seconds(6));
    send_all(&sender).await;
    assert_eq!(receiver.came().len(), 2);
    status.store(200, Ordering::SeqCst);
    send_all(&sender).await;
    assert!(receiver.came().is_empty(), "in minutes");
    players[0]
        .post(&format!("{}/test", hook.path))
        .expect(201)
        .await;
    send_all(&sender).await;
    let received = receiver.came();
    let told: Vec<&str> = received.iter().map(Received::about).collect();
    assert_eq!(told, ["webhook.test", "game.started", "turn.started"]);
}

#[tokio::test]
async fn a_webhook_that_moved_gets_what_waits_at_its_new_address() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let (mut old, _) = receiver(500);
    let mut new = Down::new().up_and_taking();
    let hook = stage.hook(&players[0], &old.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    let sender = stage.sender();
    send_all(&sender).await;
    let moved = json!({ "url": new.url() });
    players[0].patch(&hook.path).json(&moved).expect(200).await;
    stage.clock.advance(TimeDelta::seconds(6));
    send_all(&sender).await;
    assert_eq!(old.came().len(), 1);
    let told = new.came();
    assert_eq!(told[0].about(), "game.started");
    assert_eq!(told.len(), 2);
}

#[tokio::test]
async fn what_is_on_its_way_to_a_deleted_webhook_is_not_sent() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let (mut receiver, _) = receiver(200);
    let hook = stage.hook(&players[0], &receiver.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    players[0].delete(&hook.path).expect(204).await;
    send_all(&stage.sender()).await;
    assert!(receiver.came().is_empty());
    players[0]
        .get(&format!("{}/deliveries", hook.path))
        .refused(404, "not-found")
        .await;
}

#[tokio::test]
async fn deliveries_are_forgotten_a_week_after_they_were_settled() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let (receiver, _) = receiver(200);
    let hook = stage.hook(&players[0], &receiver.url()).await;
    Table::seat(players.clone(), &golf(2)).await;
    send_all(&stage.sender()).await;
    let store = stage.store();
    stage
        .clock
        .advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    let forgotten = store.forget_old_deliveries(stage.clock.now()).await;
    assert_eq!(forgotten.expect("a database"), 0);
    assert_eq!(deliveries(&players[0], &hook).await.len(), 2);
    stage.clock.advance(TimeDelta::seconds(1));
    let forgotten = store.forget_old_deliveries(stage.clock.now()).await;
    assert_eq!(forgotten.expect("a database"), 2);
    assert!(deliveries(&players[0], &hook).await.is_empty());
}
