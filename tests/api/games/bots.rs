//! Bots in seats.

use cardpost::engine::any::Kind;
use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, text},
    server::TestServer,
    table::{golf, version},
};

async fn against(server: &TestServer, player: &Player, mut new: Value, bots: &Value) -> Value {
    new["bots"] = bots.clone();
    let _ = server;
    player.post("/v1/games").json(&new).expect(201).await
}

fn path(game: &Value) -> String {
    format!("/v1/games/{}", text(&game["id"]))
}

#[tokio::test]
async fn a_game_against_bots_begins_at_once_and_needs_no_second_person() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let game = against(&server, &ann, golf(3), &json!(["steady", "random"])).await;
    assert_eq!(game["status"], "playing");
    let bots: Vec<&Value> = (0..3).map(|seat| &game["seats"][seat]["bot"]).collect();
    assert_eq!(bots, [&Value::Null, &json!("steady"), &json!("random")]);
    assert_eq!(game["seats"][0]["player"]["name"], "Ann");
    assert_eq!(
        game["seats"][1]["player"],
        Value::Null,
        "no person sits there"
    );
}

#[tokio::test]
async fn a_bot_moves_after_the_answer_to_a_person_and_never_in_it() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let game = against(&server, &ann, golf(2), &json!(["steady"])).await;
    server.run_due_games().await;
    assert_eq!(
        ann.get(&path(&game)).expect(200).await["version"],
        game["version"]
    );
    let body = json!({
        "version": game["version"], "move": { "type": "golf.turn_up", "slots": [0, 4] }
    });
    let moves = format!("{}/moves", path(&game));
    let answer = ann.post(&moves).json(&body).expect(201).await;
    assert_eq!(version(&answer), version(&game) + 1);
    assert_eq!(answer["turn"]["seats"], json!([1]));
    assert_eq!(answer["turn"]["deadline"], Value::Null);

    server.run_due_games().await;
    let now = ann.get(&path(&game)).expect(200).await;
    assert!(version(&now) > version(&answer));
    assert_eq!(now["turn"]["seats"], json!([0]));
    let again = ann.post(&moves).json(&body).expect(200).await;
    assert_eq!(
        again, answer,
        "a repeat shows nothing of what the bot did since"
    );
}

#[tokio::test]
async fn a_person_plays_whole_games_of_every_kind_against_bots() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for kind in Kind::ALL {
        let seats = (*kind.about().players.end()).min(3);
        let bots: Vec<&str> = (1..seats)
            .map(|seat| if seat % 2 == 0 { "random" } else { "steady" })
            .collect();
        let options = match kind {
            Kind::Golf => json!({ "holes": 3 }),
            Kind::Ju => json!({ "target": 50 }),
            Kind::Rummy => json!({ "match": { "type": "deals", "deals": 1 } }),
            Kind::JugglingAct | Kind::JugglingActSolo => json!({}),
        };
        let new = json!({ "kind": kind, "seats": seats, "options": options });
        let mut game = against(&server, &ann, new, &json!(bots)).await;
        let (path, moves) = (path(&game), format!("{}/moves", path(&game)));
        while game["status"] == "playing" {
            server.run_due_games().await;
            let asked = format!("{path}?include=legal_moves");
            game = ann.get(&asked).expect(200).await;
            let legal = game["legal_moves"]["moves"].as_array().unwrap();
            // One of them, a different one each time: some games never end when somebody keeps to one habit.
            let which = usize::try_from(version(&game)).unwrap() * 7919 % legal.len().max(1);
            if let Some(mv) = legal.get(which) {
                let body = json!({ "version": game["version"], "move": mv });
                game = ann.post(&moves).json(&body).expect(201).await;
            } else {
                assert_eq!(game["status"], "finished", "a bot is never waited for");
            }
        }
        assert_eq!(game["status"], "finished", "{kind}");
        let record = ann.get(&format!("{path}/record")).expect(200).await;
        let mut named: Vec<String> = record["seats"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|seat| !seat["bot"].is_null())
            .map(|seat| text(&seat["bot"]))
            .collect();
        named.sort();
        let mut bots: Vec<String> = bots.iter().map(|bot| (*bot).to_owned()).collect();
        bots.sort();
        assert_eq!(named, bots, "{kind}");
    }
}

#[tokio::test]
async fn the_creator_gives_free_seats_to_bots_and_a_full_table_starts() {
    let server = TestServer::start();
    let (ann, ben) = (server.player("Ann").await, server.player("Ben").await);
    let game = ann.post("/v1/games").json(&golf(3)).expect(201).await;
    let (path, bots) = (path(&game), format!("{}/bots", path(&game)));
    let steady = json!({ "bot": "steady" });
    ben.post(&bots)
        .json(&steady)
        .refused(403, "forbidden")
        .await;
    let unknown = ann.post(&bots).json(&json!({ "bot": "clever" }));
    let problem = unknown.refused(422, "invalid").await;
    assert_eq!(problem["errors"][0]["pointer"], "/bot");
    let game = ann.post(&bots).json(&steady).expect(200).await;
    assert_eq!(
        (&game["status"], &game["seats"][1]["bot"]),
        (&json!("open"), &json!("steady"))
    );
    ben.post(&format!("{path}/join")).expect(200).await;
    ann.post(&bots)
        .json(&steady)
        .refused(409, "game-not-open")
        .await;
}

#[tokio::test]
async fn bots_do_not_wait_for_people_who_never_come() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let game = against(&server, &ann, golf(3), &json!(["random"])).await;
    let game = ann
        .post(&format!("{}/leave", path(&game)))
        .expect(200)
        .await;
    assert_eq!(game["status"], "cancelled");
}

#[tokio::test]
async fn bots_play_on_among_themselves_when_the_person_resigns() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let game = against(&server, &ann, golf(3), &json!(["steady", "steady"])).await;
    ann.post(&format!("{}/resign", path(&game)))
        .expect(200)
        .await;
    server.run_due_games().await;
    let game = ann.get(&path(&game)).expect(200).await;
    assert_eq!(game["status"], "finished");
    assert_eq!(game["result"]["places"][0], 3);
}

#[tokio::test]
async fn there_must_be_a_seat_for_every_bot_and_one_for_the_creator() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for (bots, pointer) in [
        (json!(["steady", "steady"]), "/bots"),
        (json!(["clever"]), "/bots/0"),
    ] {
        let mut new = golf(2);
        new["bots"] = bots;
        let problem = ann
            .post("/v1/games")
            .json(&new)
            .refused(422, "invalid")
            .await;
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
}

#[tokio::test]
async fn a_creation_with_bots_that_is_sent_twice_counts_once() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let mut new = golf(3);
    new["bots"] = json!(["steady", "random"]);
    let send = || {
        ann.post("/v1/games")
            .json(&new)
            .header("idempotency-key", "once")
    };
    let first = send().expect(201).await;
    server.run_due_games().await;
    assert_eq!(send().expect(201).await, first);
}
