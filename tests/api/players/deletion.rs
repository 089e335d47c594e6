//! Players who delete themselves: they are forgotten, and nobody else's game changes.

use serde_json::json;

use crate::support::{
    client::{Caller, text},
    server::TestServer,
    table::{Table, golf, new_players, private_golf, version},
};

/// What a player is called who is no more.
const NAMELESS: &str = "Former player";

#[tokio::test]
async fn name_and_tokens_of_a_deleted_player_are_gone() {
    let server = TestServer::start();
    let ann = server.player("Annabelle").await;
    let phone = ann
        .post("/v1/me/tokens")
        .json(&json!({ "label": "my phone" }))
        .expect(201)
        .await;
    let hook = json!({ "url": "https://annabelle.example/hook" });
    let hook = ann.post("/v1/me/webhooks").json(&hook).expect(201).await;
    let test = format!("/v1/me/webhooks/{}/test", text(&hook["id"]));
    ann.post(&test).expect(201).await;
    let on_phone = ann.with_token(&text(&phone["token"]));
    let table = Table::seat(vec![ann.clone(), server.player("Ben").await], &golf(2)).await;
    let answer = ann.delete("/v1/me").send().await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    for player in [&ann, &on_phone] {
        player.get("/v1/me").refused(401, "unauthenticated").await;
        player
            .get(&table.path(""))
            .refused(401, "unauthenticated")
            .await;
        player
            .delete("/v1/me")
            .refused(401, "unauthenticated")
            .await;
    }
    assert_eq!(
        server
            .database()
            .texts("SELECT event_id::text AS text FROM deliveries"),
        Vec::<String>::new()
    );
    for word in ["Annabelle", "annabelle", "my phone"] {
        assert!(
            !server
                .database()
                .content()
                .iter()
                .any(|row| row.contains(word)),
            "{word}"
        );
    }
}

#[tokio::test]
async fn in_a_finished_game_a_seat_without_a_name_stays() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    table.turn_up().await;
    table.end().await;
    let [ann, ben] = &*table.players else {
        unreachable!("two players")
    };
    let (game, log) = (table.seen_by(ann).await, table.log_of(ann).await);
    let record = ann.get(&table.path("/record")).expect(200).await;
    ben.delete("/v1/me").expect(204).await;

    let mut nameless = game.clone();
    nameless["seats"][1]["player"]["name"] = NAMELESS.into();
    assert_eq!(
        table.seen_by(ann).await,
        nameless,
        "the id stays, and so does all else"
    );
    assert_eq!(table.log_of(ann).await, log);
    let mut nameless = record.clone();
    nameless["seats"][1]["name"] = NAMELESS.into();
    assert_eq!(ann.get(&table.path("/record")).expect(200).await, nameless);
    assert!(record["log"].to_string().contains(&ben.id));
}

#[tokio::test]
async fn running_games_of_a_deleted_player_are_resigned() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let of_three = Table::seat(players.clone(), &golf(3)).await;
    let of_two = Table::seat(players[..2].to_vec(), &private_golf(2)).await;
    let [ann, ben, cid] = &*players else {
        unreachable!("three players")
    };
    let before = of_three.log_of(ben).await;
    ann.delete("/v1/me").expect(204).await;

    let game = of_three.seen_by(ben).await;
    assert_eq!(game["status"], "playing");
    assert_eq!(game["seats"][0]["left"], true);
    assert_eq!(
        game["seats"][0]["player"],
        json!({ "id": ann.id, "name": NAMELESS })
    );
    let log = of_three.log_of(ben).await;
    assert_eq!(log[..before.len()], before);
    assert_eq!(log[before.len()]["type"], "resigned");
    // The others go on: it was the first seat's turn, and its moves are made for it.
    assert_eq!(game["turn"]["seats"], json!([1]));
    of_three
        .play(
            ben,
            version(&game),
            json!({ "type": "golf.turn_up", "slots": [0, 1] }),
        )
        .await;
    cid.get(&of_three.path("")).expect(200).await;

    let game = of_two.seen_by(ben).await;
    assert_eq!(
        (&game["status"], &game["result"]["places"]),
        (&json!("finished"), &json!([2, 1]))
    );
}

#[tokio::test]
async fn open_games_of_a_deleted_player_are_left() {
    let server = TestServer::shared();
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let alone = Table::seat(vec![ann.clone()], &golf(3)).await;
    let together = Table::seat(vec![ann.clone(), ben.clone()], &golf(3)).await;
    ann.delete("/v1/me").expect(204).await;

    let game = together.seen_by(&ben).await;
    assert_eq!(game["status"], "open");
    assert_eq!(game["seats"][0]["player"]["id"], ben.id);
    let log = together.log_of(&ben).await;
    assert_eq!(
        (&log[3]["type"], &log[3]["player"]),
        (&json!("left"), &json!(ann.id))
    );
    // Who stays can start it once somebody joins.
    let cid = server.player("Cid").await;
    together.join(&cid).await;
    ben.post(&together.path("/start")).expect(200).await;

    let game = alone.seen_by(&ben).await;
    assert_eq!(game["status"], "cancelled");
}

#[tokio::test]
async fn games_that_a_deleted_player_had_no_part_in_stay_as_they_were() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let others = Table::of(&server, 2).await;
    let player = &others.players[0];
    let (game, log) = (others.seen_by(player).await, others.log_of(player).await);
    ann.delete("/v1/me").expect(204).await;
    assert_eq!(others.seen_by(player).await, game);
    assert_eq!(others.log_of(player).await, log);
}

#[tokio::test]
async fn a_game_that_was_left_already_is_no_obstacle() {
    let server = TestServer::shared();
    let table = Table::of(&server, 3).await;
    let ann = &table.players[0];
    ann.post(&table.path("/resign")).expect(200).await;
    let log = table.log_of(&server.nobody()).await;
    ann.delete("/v1/me").expect(204).await;
    assert_eq!(table.log_of(&server.nobody()).await, log);
}

#[tokio::test]
async fn a_deleted_player_leaves_bots_to_those_who_stay_and_not_alone() {
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let mut new = golf(4);
    new["bots"] = json!(["random"]);
    let only_bots = Table::seat(players[..1].to_vec(), &new).await;
    let open = Table::seat(players[..2].to_vec(), &new).await;
    let mut new = golf(3);
    new["bots"] = json!(["random"]);
    new["clock"] = json!({ "per_turn": "P1D" });
    let running = Table::seat(players[1..].to_vec(), &new).await;
    let alone = Table::seat(
        vec![players[0].clone()],
        &json!({ "kind": "golf", "seats": 2, "bots": ["random"] }),
    )
    .await;
    players[0].delete("/v1/me").expect(204).await;
    server.run_due_games().await;

    let [_, ben, cid] = &*players else {
        unreachable!("three players")
    };
    assert_eq!(only_bots.seen_by(ben).await["status"], "cancelled");
    assert_eq!(alone.seen_by(ben).await["status"], "finished");
    // The bot joined before Ben, who is now the first of the people.
    let game = ben.post(&open.path("/start")).expect(200).await;
    assert_eq!(game["status"], "playing");

    ben.delete("/v1/me").expect(204).await;
    server.run_due_games().await;
    let game = running.seen_by(cid).await;
    assert_eq!(
        (&game["status"], &game["seats"][0]["left"]),
        (&json!("playing"), &json!(true))
    );
    assert_eq!(
        game["turn"]["seats"],
        json!([2]),
        "the bot has moved, and Cid is next"
    );
    assert!(game["turn"]["deadline"].is_string());
    assert_eq!(
        open.seen_by(cid).await["status"],
        "finished",
        "the bot is the last one"
    );
}
