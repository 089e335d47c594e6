//! Invitations: sending, seeing, accepting and declining them.

use cardpost::service::limits::Limits;
use serde_json::{Value, json};

use crate::support::{
    client::{Answer, Caller as _, Player, text},
    server::{Setup, TestServer},
    table::{Table, golf, new_players, private_golf},
};

async fn send(table: &Table, by: &Player, to: &str) -> Answer {
    let path = table.path("/invitations");
    by.post(&path)
        .json(&json!({ "player_id": to }))
        .send()
        .await
}

/// The ids of a player's games.
async fn games(player: &Player, query: &str) -> Vec<String> {
    let list = player
        .get(&format!("/v1/me/games{query}"))
        .expect(200)
        .await;
    let items = list["items"].as_array().expect("a list");
    items.iter().map(|game| text(&game["id"])).collect()
}

#[tokio::test]
async fn an_invited_player_finds_the_private_game_in_their_inbox_and_joins_without_its_code() {
    let server = TestServer::shared();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let table = Table::seat(vec![ann.clone()], &private_golf(2)).await;
    ben.get(&table.path("")).refused(404, "not-found").await;
    let sent = send(&table, &ann, &ben.id).await.expect(201);
    assert_eq!(sent["game"], table.game);
    assert_eq!(sent["player"], json!({ "id": ben.id, "name": "Ben" }));
    assert_eq!(sent["by"], ann.id);

    let inbox = ben.get("/v1/me/games").expect(200).await;
    let game = &inbox["items"][0];
    assert_eq!(game["id"], table.game);
    assert_eq!(
        game["invitation"],
        json!({ "by": ann.id, "at": sent["at"] })
    );
    assert_eq!(game.get("join_code"), None, "the code is for those who sit");
    assert_eq!(game["you"], Value::Null);
    assert_eq!(&table.seen_by(&ben).await, game);
    ben.get(&table.path("/log")).expect(200).await;
    assert_eq!(games(&ben, "?invited=true").await, [&*table.game]);
    for query in ["?turn=mine", "?invited=false", "?status=playing"] {
        assert_eq!(games(&ben, query).await, [""; 0], "{query}");
    }
    assert_eq!(games(&ann, "?invited=true").await, [""; 0]);
    assert_eq!(table.seen_by(&ann).await["invitation"], Value::Null);

    let accept = table.path("/invitations/accept");
    let game = ben
        .post(&accept)
        .json(&json!({ "entropy": "c0ffee" }))
        .expect(200)
        .await;
    assert_eq!(game["status"], "playing", "the table is full");
    assert_eq!(game["you"], json!({ "seat": 1 }));
    assert_eq!(game["invitation"], Value::Null);
    assert_eq!(game["join_code"], json!(table.join_code));
    ben.post(&accept).refused(409, "already-seated").await;
    assert_eq!(games(&ben, "?invited=true").await, [""; 0]);
}

#[tokio::test]
async fn the_invited_can_join_like_others_do_too() {
    let server = TestServer::shared();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let table = Table::seat(vec![ann.clone()], &private_golf(3)).await;
    send(&table, &ann, &ben.id).await.expect(201);
    let game = ben.post(&table.path("/join")).expect(200).await;
    assert_eq!(game["invitation"], Value::Null);
    // What was accepted is not there again after leaving.
    ben.post(&table.path("/leave")).expect(200).await;
    ben.get(&table.path("")).refused(404, "not-found").await;
}

#[tokio::test]
async fn declining_takes_the_game_out_of_the_inbox() {
    let server = TestServer::shared();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let table = Table::seat(vec![ann.clone()], &private_golf(2)).await;
    send(&table, &ann, &ben.id).await.expect(201);
    let decline = table.path("/invitations/decline");
    ben.post(&decline).expect(204).await;
    assert_eq!(games(&ben, "").await, [""; 0]);
    ben.get(&table.path("")).refused(404, "not-found").await;
    ben.post(&decline).refused(404, "not-found").await;
    // They may be asked again.
    send(&table, &ann, &ben.id).await.expect(201);
    assert_eq!(games(&ben, "").await, [&*table.game]);
}

#[tokio::test]
async fn everyone_who_sits_invites_and_nobody_else() {
    let server = TestServer::shared();
    let players = new_players(&server, 4).await;
    let table = Table::seat(players[..2].to_vec(), &golf(4)).await;
    let [ann, ben, cid, dee] = &*players else {
        unreachable!("four players")
    };
    send(&table, ben, &cid.id).await.expect(201);
    send(&table, cid, &dee.id).await.refused(403, "forbidden");
    let again = send(&table, ann, &cid.id).await.expect(200);
    assert_eq!(again["by"], ben.id, "the first invitation stands");
    assert_eq!(games(cid, "?invited=true").await.len(), 1);
    // In a public game there is nothing to accept for those who are not invited.
    let accept = table.path("/invitations/accept");
    dee.post(&accept).refused(404, "not-found").await;
    cid.post(&accept).expect(200).await;
}

#[tokio::test]
async fn whom_nobody_can_invite() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let mut new = golf(4);
    new["bots"] = json!(["random"]);
    let table = Table::seat(players[..2].to_vec(), &new).await;
    let [ann, ben, gone] = &*players else {
        unreachable!("three players")
    };
    gone.delete("/v1/me").expect(204).await;
    let log = table.log_of(ann).await;
    let bot = log
        .iter()
        .find(|entry| entry["bot"] == "random")
        .expect("a bot");
    let bot = text(&bot["player"]);
    let unknown = "0196b7a0-0000-7000-8000-000000000000";
    for to in [&*ann.id, &*ben.id, &*gone.id, &*bot, unknown] {
        let problem = send(&table, ann, to).await.refused(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/player_id");
    }
    let problem = send(&table, ann, "Ben").await.refused(400, "malformed");
    assert_eq!(problem["pointer"], "/player_id");
}

#[tokio::test]
async fn an_invitation_ends_with_the_time_in_which_players_can_join() {
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let [ann, ben, cid] = &*players else {
        unreachable!("three players")
    };
    let started = Table::seat(vec![ann.clone(), ben.clone()], &private_golf(3)).await;
    let cancelled = Table::seat(vec![ann.clone()], &golf(3)).await;
    let full = Table::seat(vec![ann.clone()], &golf(2)).await;
    for table in [&started, &cancelled, &full] {
        send(table, ann, &cid.id).await.expect(201);
    }
    assert_eq!(games(cid, "").await.len(), 3);
    ann.post(&started.path("/start")).expect(200).await;
    ann.post(&cancelled.path("/cancel")).expect(200).await;
    full.join(ben).await;
    assert_eq!(games(cid, "").await, [""; 0]);
    cid.get(&started.path("")).refused(404, "not-found").await;
    assert_eq!(cancelled.seen_by(cid).await["invitation"], Value::Null);
    for answer in ["/invitations/accept", "/invitations/decline"] {
        cid.post(&started.path(answer))
            .refused(404, "not-found")
            .await;
        cid.post(&full.path(answer))
            .refused(409, "game-not-open")
            .await;
        cid.post(&cancelled.path(answer))
            .refused(409, "game-not-open")
            .await;
    }
    send(&started, ann, &cid.id)
        .await
        .refused(409, "game-not-open");
    let data = cid.get("/v1/me/data").expect(200).await;
    assert_eq!(data["invitations"], json!([]), "nothing of them is kept");
}

#[tokio::test]
async fn a_request_with_a_key_invites_once() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let [ann, ben, cid] = &*players else {
        unreachable!("three players")
    };
    let table = Table::seat(vec![ann.clone()], &golf(3)).await;
    let path = table.path("/invitations");
    let with_key = |to: &Player| {
        let request = ann.post(&path).header("idempotency-key", "a");
        request.json(&json!({ "player_id": to.id })).send()
    };
    let first = with_key(ben).await.expect(201);
    assert_eq!(with_key(ben).await.expect(201), first);
    with_key(cid).await.refused(422, "idempotency-key-reused");
    // It is answered so even when the invitation is not open any more, and sends no other one.
    ben.post(&table.path("/invitations/decline"))
        .expect(204)
        .await;
    assert_eq!(with_key(ben).await.expect(201), first);
    assert_eq!(games(ben, "").await, [""; 0]);
}

#[tokio::test]
async fn so_many_invitations_wait_for_an_answer_at_once() {
    let server = TestServer::with(Setup {
        limits: Limits {
            invitations: 2,
            ..Limits::default()
        },
        ..Setup::default()
    });
    let players = new_players(&server, 6).await;
    let [ann, ben, cid, dee, eve, fay] = &*players else {
        unreachable!("six players")
    };
    let table = Table::seat(vec![ann.clone(), fay.clone()], &golf(4)).await;
    let other = Table::seat(vec![eve.clone()], &golf(4)).await;
    send(&table, ann, &ben.id).await.expect(201);
    send(&table, ann, &cid.id).await.expect(201);
    let answer = send(&table, ann, &dee.id).await;
    answer.refused(429, "rate-limited");
    assert!(answer.header("retry-after").is_some());
    send(&table, fay, &dee.id).await.expect(201);
    send(&table, ann, &ben.id).await.expect(200);
    // Whoever declines makes room for another one.
    ben.post(&table.path("/invitations/decline"))
        .expect(204)
        .await;
    send(&table, ann, &ben.id).await.expect(201);
    // And nobody gets more than they can have.
    send(&other, eve, &ben.id).await.expect(201);
    let third = Table::seat(vec![dee.clone()], &golf(4)).await;
    send(&third, dee, &ben.id)
        .await
        .refused(429, "rate-limited");
}

#[tokio::test]
async fn what_is_held_about_a_player_tells_invitations_and_goes_with_them() {
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let [ann, ben, cid] = &*players else {
        unreachable!("three players")
    };
    let table = Table::seat(vec![ann.clone(), ben.clone()], &golf(4)).await;
    let sent = send(&table, ben, &cid.id).await.expect(201);
    let expected =
        json!([{ "game": table.game, "player": cid.id, "by": ben.id, "at": sent["at"] }]);
    for player in [ben, cid] {
        let data = player.get("/v1/me/data").expect(200).await;
        assert_eq!(data["invitations"], expected);
    }
    let data = cid.get("/v1/me/data").expect(200).await;
    assert_eq!(
        data["games"],
        json!([]),
        "to be invited is not to take part"
    );
    let data = ann.get("/v1/me/data").expect(200).await;
    assert_eq!(data["invitations"], json!([]));
    ben.post("/v1/me/vacation")
        .json(&json!({ "days": 1 }))
        .expect(201)
        .await;
    ben.delete("/v1/me").expect(204).await;
    assert_eq!(games(cid, "").await, [""; 0], "who sent it is no more");

    send(&table, ann, &cid.id).await.expect(201);
    cid.delete("/v1/me").expect(204).await;
    let content = server.database().content();
    assert!(
        !content
            .iter()
            .any(|row| row.contains("invitation") && row.contains(&cid.id)),
        "{content:?}"
    );
}
