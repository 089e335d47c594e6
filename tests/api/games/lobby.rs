//! Before a game starts: creating, joining, leaving, starting, calling off.

use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, text},
    server::TestServer,
    table::{Table, golf, new_players, version},
};

fn ids_on_seats(game: &Value) -> Vec<&Value> {
    let seats = game["seats"].as_array().expect("a list");
    seats.iter().map(|seat| &seat["player"]["id"]).collect()
}

#[tokio::test]
async fn who_creates_a_game_takes_the_first_seat() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let answer = ann.post("/v1/games").json(&golf(3)).send().await;
    let game = answer.expect(201);
    let path = format!("/v1/games/{}", text(&game["id"]));
    assert_eq!(answer.header("location"), Some(&*path));
    assert_eq!(answer.header("etag"), Some("\"2\""));
    assert_eq!(game["status"], "open");
    assert_eq!(game["you"], json!({ "seat": 0 }));
    assert_eq!(
        ids_on_seats(&game),
        [&json!(ann.id), &Value::Null, &Value::Null]
    );
    for empty in ["state", "result", "started_at", "finished_at"] {
        assert_eq!(game[empty], Value::Null, "{empty}");
    }
    assert_eq!(
        game["turn"],
        json!({ "seats": [], "since": null, "deadline": null })
    );
    assert_eq!(game["fairness"]["seed"], Value::Null);
    assert_eq!(ann.get(&path).expect(200).await, game);
    let seen = server.nobody().get(&path).expect(200).await;
    assert_eq!((&seen["you"], &seen["version"]), (&Value::Null, &json!(2)));
}

#[tokio::test]
async fn options_that_are_left_out_have_their_defaults() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let defaults = ann.get("/v1/kinds/golf").expect(200).await["options"]["defaults"].clone();
    assert_eq!(defaults, json!({ "holes": 9, "end_at_once": false }));
    for (options, kept) in [
        (None, defaults.clone()),
        (Some(Value::Null), defaults.clone()),
        (Some(json!({})), defaults),
        (
            Some(json!({ "holes": 18 })),
            json!({ "holes": 18, "end_at_once": false }),
        ),
        (
            Some(json!({ "end_at_once": true })),
            json!({ "holes": 9, "end_at_once": true }),
        ),
    ] {
        let mut new = json!({ "kind": "golf", "seats": 2 });
        if let Some(options) = options {
            new["options"] = options;
        }
        let game = ann.post("/v1/games").json(&new).expect(201).await;
        assert_eq!(game["options"], kept, "{new}");
        assert_eq!(
            (&game["visibility"], &game["seating"]),
            (&json!("public"), &json!("random"))
        );
        assert!(game.get("join_code").is_none(), "public games need none");
    }
    for absent in [
        json!({ "clock": null }),
        json!({ "entropy": null }),
        json!({ "entropy": "" }),
    ] {
        let mut new = golf(2);
        new.as_object_mut()
            .expect("an object")
            .extend(absent.as_object().expect("an object").clone());
        ann.post("/v1/games").json(&new).expect(201).await;
    }
}

#[tokio::test]
async fn every_number_of_players_that_a_kind_names_can_play_it() {
    let server = TestServer::shared();
    let players = new_players(&server, 6).await;
    let kind = server.nobody().get("/v1/kinds/golf").expect(200).await;
    assert_eq!(kind["players"], json!({ "min": 2, "max": 6 }));
    for number in 2..=6 {
        let table = Table::seat(players[..number].to_vec(), &golf(number)).await;
        let game = table.seen_by(&players[0]).await;
        assert_eq!(game["status"], "playing", "{number} players");
        assert_eq!(game["seats"].as_array().map(Vec::len), Some(number));
    }
}

#[tokio::test]
async fn a_full_table_starts_by_itself() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let table = Table::seat(players[..2].to_vec(), &golf(3)).await;
    assert_eq!(table.seen_by(&players[0]).await["status"], "open");
    let game = table.join(&players[2]).await;
    assert_eq!(game["status"], "playing");
    assert_eq!(game["you"], json!({ "seat": 2 }));
    assert_eq!(game["started_at"], game["turn"]["since"]);
    let log = table.log_of(&players[0]).await;
    let types: Vec<&Value> = log.iter().map(|entry| &entry["type"]).collect();
    assert_eq!(
        types,
        [
            "created", "joined", "joined", "joined", "seated", "shuffled"
        ]
    );
}

#[tokio::test]
async fn a_game_can_be_started_with_fewer_than_its_seats() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let table = Table::seat(players[..1].to_vec(), &golf(6)).await;
    let start = table.path("/start");
    let problem = players[0].post(&start).refused(422, "invalid").await;
    assert!(
        text(&problem["detail"]).contains('2'),
        "it says how many it needs: {problem}"
    );
    table.join(&players[1]).await;
    players[1].post(&start).refused(403, "forbidden").await;
    let game = players[0].post(&start).expect(200).await;
    assert_eq!(game["status"], "playing");
    assert_eq!(
        game["seats"].as_array().map(Vec::len),
        Some(2),
        "only those who play have seats"
    );
    players[0].post(&start).refused(409, "game-not-open").await;
    players[2]
        .post(&table.path("/join"))
        .refused(409, "game-not-open")
        .await;
}

#[tokio::test]
async fn a_seat_can_be_given_up_and_taken_by_another() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let table = Table::seat(players[..2].to_vec(), &golf(3)).await;
    let leave = table.path("/leave");
    let game = players[1].post(&leave).expect(200).await;
    assert_eq!(game["you"], Value::Null);
    assert_eq!(
        ids_on_seats(&game),
        [&json!(players[0].id), &Value::Null, &Value::Null]
    );
    players[1].post(&leave).refused(403, "forbidden").await;
    players[2].post(&leave).refused(403, "forbidden").await;
    let game = table.join(&players[2]).await;
    assert_eq!(game["you"], json!({ "seat": 1 }));
    // Who left may come back.
    let game = table.join(&players[1]).await;
    assert_eq!(
        (&game["status"], &game["you"]),
        (&json!("playing"), &json!({ "seat": 2 }))
    );
}

#[tokio::test]
async fn a_stranger_who_leaves_leaves_no_trace() {
    let server = TestServer::start();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players[..1].to_vec(), &golf(2)).await;
    let before = server.database().content();
    players[1]
        .post(&table.path("/leave"))
        .refused(403, "forbidden")
        .await;
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn when_the_creator_leaves_the_next_one_decides() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let table = Table::seat(players.clone(), &golf(4)).await;
    players[0].post(&table.path("/leave")).expect(200).await;
    for action in ["/start", "/cancel"] {
        players[0]
            .post(&table.path(action))
            .refused(403, "forbidden")
            .await;
        players[2]
            .post(&table.path(action))
            .refused(403, "forbidden")
            .await;
    }
    let game = players[1].post(&table.path("/start")).expect(200).await;
    assert_eq!(
        ids_on_seats(&game),
        [&json!(players[1].id), &json!(players[2].id)]
    );
}

#[tokio::test]
async fn a_game_that_everyone_left_is_called_off() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players.clone(), &golf(3)).await;
    players[0].post(&table.path("/leave")).expect(200).await;
    let game = players[1].post(&table.path("/leave")).expect(200).await;
    assert_eq!(game["status"], "cancelled");
    assert!(game["finished_at"].is_string());
    let log = table.log_of(&players[0]).await;
    assert_eq!(
        log.last().map(|entry| &entry["reason"]),
        Some(&json!("deserted"))
    );
    assert_closed(&table, &players[0]).await;
}

#[tokio::test]
async fn a_game_can_be_called_off_by_its_creator_until_it_starts() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players.clone(), &golf(3)).await;
    players[1]
        .post(&table.path("/cancel"))
        .refused(403, "forbidden")
        .await;
    let game = players[0].post(&table.path("/cancel")).expect(200).await;
    assert_eq!(game["status"], "cancelled");
    let log = table.log_of(&players[1]).await;
    assert_eq!(
        log.last().map(|entry| &entry["reason"]),
        Some(&json!("by_creator"))
    );
    assert_closed(&table, &server.player("Cid").await).await;
    players[0]
        .post(&table.path("/cancel"))
        .refused(409, "game-not-open")
        .await;
    players[0]
        .post(&table.path("/start"))
        .refused(409, "game-not-open")
        .await;
    players[0]
        .post(&table.path("/leave"))
        .refused(409, "game-not-open")
        .await;
    players[0]
        .post(&table.path("/resign"))
        .refused(409, "game-over")
        .await;
    players[0]
        .get(&table.path("/record"))
        .refused(409, "game-cancelled")
        .await;
    let mv = json!({ "version": version(&game), "move": { "type": "golf.draw" } });
    players[0]
        .post(&table.path("/moves"))
        .json(&mv)
        .refused(409, "game-over")
        .await;
}

/// Nobody takes a seat any more.
async fn assert_closed(table: &Table, outsider: &Player) {
    outsider
        .post(&table.path("/join"))
        .refused(409, "game-not-open")
        .await;
}

#[tokio::test]
async fn a_player_has_one_seat_in_a_game() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let table = Table::seat(vec![ann.clone()], &golf(2)).await;
    let before = server.database().content();
    ann.post(&table.path("/join"))
        .refused(409, "already-seated")
        .await;
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn nobody_moves_or_resigns_before_the_start() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let table = Table::seat(vec![ann.clone()], &golf(2)).await;
    let before = server.database().content();
    let mv = json!({ "version": 2, "move": { "type": "golf.draw" } });
    ann.post(&table.path("/moves"))
        .json(&mv)
        .refused(409, "not-your-turn")
        .await;
    ann.post(&table.path("/resign"))
        .refused(409, "not-your-turn")
        .await;
    let legal = ann.get(&table.path("/legal-moves")).expect(200).await;
    assert_eq!(legal, json!({ "version": 2, "moves": [], "open": [] }));
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn seats_are_taken_in_the_order_of_joining_or_drawn() {
    let server = TestServer::shared();
    let players = new_players(&server, 4).await;
    let joined: Vec<Value> = players.iter().map(|player| json!(player.id)).collect();
    let mut drawn = golf(4);
    drawn["seating"] = "random".into();
    let mut orders = Vec::new();
    for _ in 0..6 {
        let table = Table::seat(players.clone(), &drawn).await;
        let game = table.seen_by(&players[0]).await;
        let order: Vec<Value> = ids_on_seats(&game).into_iter().cloned().collect();
        let mut sorted = order.clone();
        sorted.sort_by_key(Value::to_string);
        assert_eq!(sorted, joined, "ids sort by age");
        for (player, seat) in players
            .iter()
            .zip(&joined)
            .map(|(player, id)| (player, order.iter().position(|on_seat| on_seat == id)))
        {
            assert_eq!(table.seen_by(player).await["you"]["seat"], json!(seat));
        }
        orders.push(order);
    }
    assert!(
        orders.iter().any(|order| *order != orders[0]),
        "six draws of 24 orders are not all equal"
    );

    let table = Table::seat(players.clone(), &golf(4)).await;
    assert_eq!(
        ids_on_seats(&table.seen_by(&players[0]).await),
        joined.iter().collect::<Vec<_>>()
    );
}
