//! What players do, and what others are told of it: from the request to the receiver.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, text},
    receiver::{Down, Received},
    table::{Table, golf, new_players, private_golf, quick_move},
    webhooks::{Hook, Stage, deliveries, send_all},
};

/// A running game of two with this clock, where the first player has a webhook and is to move.
async fn game_with(stage: &Stage, clock: &Value, receiver: &str) -> (Table, Hook) {
    let players = new_players(&stage.server, 2).await;
    let mut new = golf(2);
    new["clock"] = clock.clone();
    new["seating"] = "as_joined".into();
    let hook = stage.hook(&players[0], receiver).await;
    (Table::seat(players, &new).await, hook)
}

/// Types of events, with how many seconds after `beginning` they are due.
fn in_short(deliveries: &[Value], beginning: &str) -> Vec<(String, i64)> {
    let moment = |text: &str| chrono::DateTime::parse_from_rfc3339(text).expect("a moment");
    let since = |delivery: &Value| {
        let due = moment(&text(&delivery["at"])) - moment(beginning);
        due.num_seconds()
    };
    let waiting = deliveries
        .iter()
        .filter(|delivery| delivery["status"] == "waiting");
    waiting
        .map(|delivery| (text(&delivery["type"]), since(delivery)))
        .collect()
}

fn reminder(seconds: i64) -> (String, i64) {
    ("turn.reminder".to_owned(), seconds)
}

#[tokio::test]
async fn an_invited_player_is_told_once_by_which_game() {
    let stage = Stage::set();
    let [ann, ben] = [
        stage.server.player("Ann").await,
        stage.server.player("Ben").await,
    ];
    let mut receiver = Down::new().up_and_taking();
    let hook = stage.hook(&ben, &receiver.url()).await;
    let table = Table::seat(vec![ann.clone()], &private_golf(2)).await;
    let invite = || {
        ann.post(&table.path("/invitations"))
            .json(&json!({ "player_id": ben.id }))
    };
    invite().expect(201).await;
    invite().expect(200).await;
    send_all(&stage.sender()).await;
    let received = receiver.came();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].signed_with(&hook.secret), Some(0));
    assert_eq!(received[0].about(), "invited");
    assert_eq!(
        received[0].body["data"],
        json!({
            "player": ben.id, "game": table.game, "kind": "golf", "status": "open", "version": 2,
            "seat": null, "deadline": null, "path": table.path(""),
        })
    );
    ben.get(&text(&received[0].body["data"]["path"]))
        .expect(200)
        .await;
}

#[tokio::test]
async fn those_who_are_invited_to_a_rematch_are_told_and_whoever_asked_for_it_is_not() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let table = Table::seat(players.clone(), &golf(2)).await;
    table.end().await;
    let mut receiver = Down::new().up_and_taking();
    for player in &players {
        stage.hook(player, &receiver.url()).await;
    }
    let again = players[1].post(&table.path("/rematch")).expect(201).await;
    players[0].post(&table.path("/rematch")).expect(200).await;
    send_all(&stage.sender()).await;
    let received = receiver.came();
    let told: Vec<&str> = received.iter().map(Received::about).collect();
    assert_eq!(told, ["invited"]);
    let data = &received[0].body["data"];
    assert_eq!(
        (&data["player"], &data["game"]),
        (&json!(players[0].id), &again["id"])
    );
}

#[tokio::test]
async fn a_player_who_makes_the_table_full_is_told_of_the_start() {
    let stage = Stage::set();
    let players = new_players(&stage.server, 2).await;
    let mut receiver = Down::new().up_and_taking();
    stage.hook(&players[1], &receiver.url()).await;
    Table::seat(players, &golf(2)).await;
    send_all(&stage.sender()).await;
    let received = receiver.came();
    assert_eq!(received[0].about(), "game.started");
}

#[tokio::test]
async fn a_turn_is_reminded_of_twice_and_a_missed_one_passes_to_the_next() {
    let stage = Stage::set();
    let mut receiver = Down::new().up_and_taking();
    let clock = json!({ "per_turn": "PT1000S" });
    let (table, _) = game_with(&stage, &clock, &receiver.url()).await;
    let game = table.seen_by(&table.players[0]).await;
    assert_eq!(game["turn"]["seats"], json!([0]));
    stage.hook(&table.players[1], &receiver.url()).await;
    let sender = stage.sender();
    let mut told_until = async |seconds: i64| -> Vec<(String, String)> {
        stage.clock.advance(TimeDelta::seconds(seconds));
        stage.server.run_due_games().await;
        send_all(&sender).await;
        let short = |request: &Received| {
            (
                request.about().to_owned(),
                text(&request.body["data"]["player"]),
            )
        };
        receiver.came().iter().map(short).collect()
    };
    let [ann, ben] = [0, 1].map(|seat: usize| table.players[seat].id.clone());
    let to = |about: &str, player: &str| (about.to_owned(), player.to_owned());
    let began = [to("game.started", &ann), to("turn.started", &ann)];
    assert_eq!(told_until(0).await, began);
    assert_eq!(told_until(499).await, []);
    assert_eq!(told_until(1).await, [to("turn.reminder", &ann)]);
    assert_eq!(told_until(399).await, []);
    assert_eq!(told_until(1).await, [to("turn.reminder", &ann)]);
    assert_eq!(told_until(100).await, [to("turn.started", &ben)]);
    // He misses his, too. By the time that anybody looks, his reminders are those of a turn that is over.
    assert_eq!(told_until(1000).await, [to("turn.started", &ann)]);
}

#[tokio::test]
async fn a_vacation_puts_off_the_reminders_that_were_not_sent_and_its_end_brings_them_back() {
    let stage = Stage::set();
    let receiver = Down::new().up_and_taking();
    let clock = json!({ "per_turn": "PT1000S" });
    let (table, hook) = game_with(&stage, &clock, &receiver.url()).await;
    let ann = &table.players[0];
    let sender = stage.sender();
    let game = table.seen_by(ann).await;
    let since = text(&game["turn"]["since"]);
    let waiting = async || in_short(&deliveries(ann, &hook).await, &since);
    send_all(&sender).await;
    assert_eq!(waiting().await, [reminder(500), reminder(900)]);

    stage.clock.advance(TimeDelta::seconds(600));
    send_all(&sender).await;
    assert_eq!(waiting().await, [reminder(900)]);
    ann.post("/v1/me/vacation")
        .json(&json!({ "days": 1 }))
        .expect(201)
        .await;
    stage.server.run_due_games().await;
    let day = 24 * 60 * 60;
    assert_eq!(waiting().await, [reminder(day + 900)]);

    stage.clock.advance(TimeDelta::seconds(3600));
    send_all(&sender).await;
    ann.delete("/v1/me/vacation").expect(204).await;
    stage.server.run_due_games().await;
    assert_eq!(waiting().await, [reminder(3600 + 900)]);
    let deadline = text(&table.seen_by(ann).await["turn"]["deadline"]);
    stage.clock.advance(TimeDelta::seconds(300));
    let mut receiver = receiver;
    receiver.came();
    send_all(&sender).await;
    let received = receiver.came();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].about(), "turn.reminder");
    assert_eq!(received[0].body["data"]["deadline"], deadline);
    assert_eq!(waiting().await, []);
}

#[tokio::test]
async fn a_person_is_told_of_each_turn_against_a_bot_and_the_bot_of_none() {
    let stage = Stage::set();
    let ann = stage.server.player("Ann").await;
    let mut receiver = Down::new().up_and_taking();
    let hook = stage.hook(&ann, &receiver.url()).await;
    let mut new = golf(2);
    new["bots"] = json!(["steady"]);
    let created = ann.post("/v1/games").json(&new).expect(201).await;
    let path = format!("/v1/games/{}", text(&created["id"]));
    let mut turns = 0;
    loop {
        stage.server.run_due_games().await;
        let game = ann.get(&path).expect(200).await;
        if game["status"] != "playing" {
            break;
        }
        turns += 1;
        play_the_turn(&ann, &path, &game).await;
    }
    send_all(&stage.sender()).await;
    let received = receiver.came();
    let count = |about: &str| received.iter().filter(|one| one.about() == about).count();
    assert_eq!(
        (
            count("game.started"),
            count("turn.started"),
            count("game.finished")
        ),
        (1, turns, 1)
    );
    for request in &received {
        assert_eq!(request.body["data"]["player"], ann.id);
        assert_eq!(request.signed_with(&hook.secret), Some(0));
    }
    assert_eq!(deliveries(&ann, &hook).await.len(), received.len());
}

/// Plays until it is the turn of somebody else, or of the same player anew.
async fn play_the_turn(player: &Player, path: &str, game: &Value) {
    let mut now = game.clone();
    while now["turn"] == game["turn"] {
        let body = json!({ "version": now["version"], "move": quick_move(&now) });
        let moves = format!("{path}/moves");
        now = player.post(&moves).json(&body).expect(201).await;
    }
}

/// Whether a player is known to have a webhook that is told of anything.
fn is_listening(stage: &Stage, player: &Player) -> bool {
    let query = format!(
        "SELECT has_webhooks::text AS text FROM players WHERE id = '{}'",
        player.id
    );
    stage.server.database().texts(&query) == ["true"]
}

#[tokio::test]
async fn whoever_has_a_webhook_that_is_on_is_listening_and_nobody_else() {
    let stage = Stage::set();
    let [ann, ben] = [
        stage.server.player("Ann").await,
        stage.server.player("Ben").await,
    ];
    let gone = Down::new().up(|_| Some((410, None)));
    assert!(!is_listening(&stage, &ann));
    let first = stage.hook(&ann, "https://ann.example/").await;
    let second = stage.hook(&ann, &gone.url()).await;
    assert!(is_listening(&stage, &ann) && !is_listening(&stage, &ben));

    let switch = async |hook: &Hook, enabled: bool| {
        let body = json!({ "enabled": enabled });
        ann.patch(&hook.path).json(&body).expect(200).await;
        is_listening(&stage, &ann)
    };
    assert!(switch(&first, false).await, "the second one is on");
    assert!(!switch(&second, false).await);
    assert!(switch(&second, true).await);
    // A receiver that is gone for good.
    Table::seat(vec![ann.clone(), ben.clone()], &golf(2)).await;
    send_all(&stage.sender()).await;
    assert!(!is_listening(&stage, &ann));
    assert!(switch(&first, true).await);
    ann.delete(&first.path).expect(204).await;
    assert!(!is_listening(&stage, &ann));

    stage.hook(&ann, "https://ann.example/").await;
    assert!(is_listening(&stage, &ann));
    ann.delete("/v1/me").expect(204).await;
    assert!(!is_listening(&stage, &ann));
}
