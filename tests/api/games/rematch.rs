//! Playing a finished game again.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, text},
    server::TestServer,
    table::{Table, golf, new_players, private_golf},
};

/// A game that is over: all but the first player have resigned.
async fn finished(players: &[Player], new: &Value) -> Table {
    let table = Table::seat(players.to_vec(), new).await;
    table.end().await;
    table
}

async fn inbox(player: &Player) -> Vec<Value> {
    let list = player.get("/v1/me/games?invited=true").expect(200).await;
    list["items"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_rematch_is_the_same_game_once_more_with_the_others_invited() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let [ann, ben, cid] = &*players else {
        unreachable!("three players")
    };
    let mut new = private_golf(3);
    new["clock"] = json!({ "per_turn": "P2D" });
    let table = finished(&players, &new).await;
    let before = table.seen_by(ben).await;
    assert_eq!(before["rematch"], Value::Null);
    let rematch = table.path("/rematch");
    let again = ben
        .post(&rematch)
        .json(&json!({ "entropy": "5eed" }))
        .expect(201)
        .await;
    for field in ["kind", "rules", "options", "visibility", "seating", "clock"] {
        assert_eq!(again[field], before[field], "{field}");
    }
    assert_eq!(
        (&again["status"], &again["you"]),
        (&json!("open"), &json!({ "seat": 0 }))
    );
    assert_eq!(again["seats"].as_array().map(Vec::len), Some(3));
    assert_ne!(again["join_code"], before["join_code"]);
    assert_ne!(
        again["fairness"]["commitment"],
        before["fairness"]["commitment"]
    );
    let id = text(&again["id"]);
    for player in &players {
        assert_eq!(table.seen_by(player).await["rematch"], id);
    }
    // Only the link is new in the old one.
    let mut after = table.seen_by(ben).await;
    after["rematch"] = Value::Null;
    assert_eq!(after, before);

    for player in [ann, cid] {
        let invited = inbox(player).await;
        assert_eq!(invited[0]["id"], id);
        assert_eq!(invited[0]["invitation"]["by"], ben.id);
        let seen = player.post(&rematch).expect(200).await;
        assert_eq!(seen, invited[0], "there is one for each game");
    }
    for player in [cid, ann] {
        player
            .post(&format!("/v1/games/{id}/invitations/accept"))
            .expect(200)
            .await;
    }
    let game = ann.get(&format!("/v1/games/{id}")).expect(200).await;
    assert_eq!(game["status"], "playing");
    assert_eq!(game["seats"][2]["player"]["id"], ann.id);
}

#[tokio::test]
async fn of_a_game_that_started_early_the_rematch_has_as_many_seats_as_were_played_on() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players.clone(), &golf(5)).await;
    players[0].post(&table.path("/start")).expect(200).await;
    table.end().await;
    let again = players[1].post(&table.path("/rematch")).expect(201).await;
    assert_eq!(again["seats"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn everyone_who_asks_at_once_gets_the_same_game() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    for _ in 0..5 {
        let table = finished(&players, &golf(3)).await;
        let path = table.path("/rematch");
        let answers = join_all(
            players
                .iter()
                .chain(&players)
                .map(|player| player.post(&path).send()),
        )
        .await;
        let new = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(new, 1);
        let rematch = table.seen_by(&players[0]).await["rematch"].clone();
        for answer in &answers {
            assert_eq!(answer.json()["id"], rematch, "{answer}");
        }
    }
}

#[tokio::test]
async fn bots_sit_down_again_and_play() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let mut new = golf(3);
    new["bots"] = json!(["steady", "random"]);
    let table = Table::seat(vec![ann.clone()], &new).await;
    ann.post(&table.path("/resign")).expect(200).await;
    server.run_due_games().await;
    assert_eq!(table.seen_by(&ann).await["status"], "finished");
    let again = ann.post(&table.path("/rematch")).expect(201).await;
    assert_eq!(again["status"], "playing", "nobody has to be waited for");
    let bots: Vec<&Value> = again["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| &seat["bot"])
        .collect();
    assert_eq!(bots, [&json!(null), &json!("steady"), &json!("random")]);
}

#[tokio::test]
async fn a_game_for_one_is_played_again_at_once() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let new = json!({ "kind": "juggling-act-solo", "seats": 1 });
    let table = Table::seat(vec![ann.clone()], &new).await;
    ann.post(&table.path("/resign")).expect(200).await;
    let old = table.seen_by(&ann).await;
    assert_eq!(old["status"], "finished", "{old}");
    let again = ann.post(&table.path("/rematch")).expect(201).await;
    assert_eq!(again["status"], "playing");
    assert_eq!(again["turn"]["seats"], json!([0]));
}

#[tokio::test]
async fn only_finished_games_are_played_again_and_only_by_those_who_sat_there() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let open = Table::seat(players[..1].to_vec(), &golf(2)).await;
    let [ann, ben] = &*players else {
        unreachable!("two players")
    };
    ann.post(&open.path("/rematch"))
        .refused(409, "game-not-over")
        .await;
    ben.post(&open.path("/rematch"))
        .refused(403, "forbidden")
        .await;
    ann.post(&open.path("/cancel")).expect(200).await;
    ann.post(&open.path("/rematch"))
        .refused(409, "game-over")
        .await;
    let running = Table::seat(players.clone(), &golf(2)).await;
    ann.post(&running.path("/rematch"))
        .refused(409, "game-not-over")
        .await;
    running.end().await;
    let cid = server.player("Cid").await;
    cid.post(&running.path("/rematch"))
        .refused(403, "forbidden")
        .await;
    ben.post(&running.path("/rematch")).expect(201).await;
}

#[tokio::test]
async fn who_is_no_more_is_not_invited() {
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let table = finished(&players, &golf(3)).await;
    let [ann, ben, cid] = &*players else {
        unreachable!("three players")
    };
    ben.delete("/v1/me").expect(204).await;
    let again = ann.post(&table.path("/rematch")).expect(201).await;
    assert_eq!(again["seats"].as_array().map(Vec::len), Some(3));
    assert_eq!(inbox(cid).await.len(), 1);
    let data = ann.get("/v1/me/data").expect(200).await;
    assert_eq!(data["invitations"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_request_with_a_key_is_answered_as_it_was_first() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = finished(&players, &golf(2)).await;
    let path = table.path("/rematch");
    let with_key = |body: Value| {
        let request = players[0].post(&path).header("idempotency-key", "a");
        request.json(&body).send()
    };
    let first = with_key(json!({})).await.expect(201);
    let accept = format!("/v1/games/{}/invitations/accept", text(&first["id"]));
    players[1].post(&accept).expect(200).await;
    assert_eq!(with_key(json!({})).await.expect(201), first);
    with_key(json!({ "entropy": "00" }))
        .await
        .refused(422, "idempotency-key-reused");
    players[0].post(&path).expect(200).await;
}
