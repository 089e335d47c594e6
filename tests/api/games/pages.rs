//! Lists, page by page: nothing is left out, and nothing comes twice.

use serde_json::{Value, json};

use crate::support::{
    client::{Caller, text},
    env::ticking,
    server::{Setup, TestServer},
    table::{Table, golf, new_players},
};

/// The elements of a list, in pages of this size. Every page but the last is full.
async fn walk(caller: &impl Caller, list: &str, size: usize) -> Vec<Value> {
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let and = if list.contains('?') { '&' } else { '?' };
        let mut path = format!("{list}{and}limit={size}");
        if let Some(cursor) = &cursor {
            path = format!("{path}&cursor={cursor}");
        }
        let page = caller.get(&path).expect(200).await;
        let items = page["items"].as_array().expect("a list");
        all.extend(items.iter().cloned());
        if page["next_cursor"].is_null() {
            assert!(items.len() <= size);
            return all;
        }
        assert_eq!(
            items.len(),
            size,
            "a page with another one behind it is full"
        );
        cursor = Some(text(&page["next_cursor"]));
    }
}

fn ids(games: &[Value]) -> Vec<String> {
    games.iter().map(|game| text(&game["id"])).collect()
}

#[tokio::test]
async fn the_lobby_is_walked_from_the_newest_game_to_the_oldest() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let mut created = Vec::new();
    for _ in 0..7 {
        let game = ann.post("/v1/games").json(&golf(2)).expect(201).await;
        created.push(text(&game["id"]));
    }
    created.sort_unstable();
    created.reverse();
    for size in [1, 2, 3, 6, 7, 8, 100] {
        assert_eq!(
            ids(&walk(&server.nobody(), "/v1/games", size).await),
            created,
            "pages of {size}"
        );
    }
    assert_eq!(
        ids(&walk(&ann, "/v1/games?status=open&kind=golf", 3).await),
        created
    );
}

#[tokio::test]
async fn games_that_are_created_meanwhile_do_not_move_the_pages_behind() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for _ in 0..4 {
        ann.post("/v1/games").json(&golf(2)).expect(201).await;
    }
    let all = ids(&walk(&ann, "/v1/games", 100).await);
    let first = ann.get("/v1/games?limit=2").expect(200).await;
    ann.post("/v1/games").json(&golf(2)).expect(201).await;
    let cursor = text(&first["next_cursor"]);
    let second = ann
        .get(&format!("/v1/games?limit=2&cursor={cursor}"))
        .expect(200)
        .await;
    assert_eq!(second["next_cursor"], Value::Null);
    let both = [first, second].map(|page| ids(page["items"].as_array().expect("a list")));
    assert_eq!(both.concat(), all);
}

#[tokio::test]
async fn an_inbox_is_walked_from_the_one_who_waits_longest() {
    // Every look at the clock is a second later, so no two games have waited for equally long.
    let server = TestServer::with(Setup {
        env: ticking(),
        ..Setup::default()
    });
    let players = new_players(&server, 2).await;
    let mut tables = Vec::new();
    for _ in 0..6 {
        tables.push(Table::seat(players.clone(), &golf(2)).await);
    }
    // Who waits in the first two games has waited since now.
    for table in &tables[..2] {
        let (version, mover) = table.turn().await;
        table
            .play(
                mover,
                version,
                json!({ "type": "golf.turn_up", "slots": [0, 1] }),
            )
            .await;
    }
    let order: Vec<String> = [2, 3, 4, 5, 0, 1]
        .map(|index| tables[index].game.clone())
        .into();
    for size in [1, 2, 3, 5, 6, 7] {
        assert_eq!(
            ids(&walk(&players[0], "/v1/me/games", size).await),
            order,
            "pages of {size}"
        );
    }
    assert_eq!(
        ids(&walk(&players[0], "/v1/me/games?turn=mine", 3).await),
        order[..4]
    );
    assert_eq!(
        ids(&walk(&players[1], "/v1/me/games?turn=mine", 1).await),
        order[4..]
    );
    assert_eq!(
        ids(&walk(&players[1], "/v1/me/games?status=open", 1).await),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn an_inbox_begins_with_the_earliest_deadline() {
    let server = TestServer::with(Setup {
        env: ticking(),
        ..Setup::default()
    });
    let players = new_players(&server, 2).await;
    let mut tables = Vec::new();
    for clock in [
        None,
        Some("P3D"),
        Some("P1D"),
        None,
        Some("P2D"),
        Some("PT1H"),
    ] {
        let mut new = golf(2);
        if let Some(per_turn) = clock {
            new["clock"] = json!({ "per_turn": per_turn });
        }
        tables.push(Table::seat(players.clone(), &new).await);
    }
    // A game that has not started has no deadline, and one that was called off has none either.
    let mut new = golf(2);
    new["clock"] = json!({ "per_turn": "PT1M" });
    tables.push(Table::seat(vec![players[0].clone()], &new).await);
    let invited = Table::seat(vec![players[1].clone()], &golf(3)).await;
    let body = json!({ "player_id": players[0].id });
    let path = invited.path("/invitations");
    players[1].post(&path).json(&body).expect(201).await;
    tables.push(invited);
    let order: Vec<String> = [5, 2, 4, 1, 0, 3, 6, 7]
        .map(|index| tables[index].game.clone())
        .into();
    for size in [1, 2, 3, 4, 5, 7, 8, 9] {
        let games = walk(&players[0], "/v1/me/games", size).await;
        assert_eq!(ids(&games), order, "pages of {size}");
    }
    let waiting = walk(&players[0], "/v1/me/games?turn=mine", 4).await;
    assert_eq!(ids(&waiting), order[..6]);
    let seated = walk(&players[0], "/v1/me/games?invited=false", 2).await;
    assert_eq!(ids(&seated), order[..7]);
    // What has no deadline any more goes behind those that have one.
    players[1]
        .post(&tables[5].path("/resign"))
        .expect(200)
        .await;
    let games = ids(&walk(&players[0], "/v1/me/games", 3).await);
    assert_eq!(games[..3], order[1..4]);
    assert_eq!(games.last(), Some(&order[0]));
    for cursor in [
        "1.2",
        "-",
        "-.-.x",
        "x.1.x",
        "-1.1.0196b7a0-0000-7000-8000-000000000000",
    ] {
        let path = format!("/v1/me/games?cursor={cursor}");
        players[0].get(&path).refused(422, "invalid").await;
    }
}

#[tokio::test]
async fn games_that_wait_since_the_same_moment_are_walked_too() {
    // A clock that stands still.
    let moment = "2026-11-30T09:00:00Z".parse().expect("a moment");
    let env = cardpost::service::env::Env::new(move || moment, {
        let chance = ticking();
        move |bytes: &mut [u8]| {
            for byte in bytes {
                [*byte] = chance.bytes();
            }
        }
    });
    let server = TestServer::with(Setup {
        env,
        ..Setup::default()
    });
    let ann = server.player("Ann").await;
    for _ in 0..5 {
        ann.post("/v1/games").json(&golf(2)).expect(201).await;
    }
    let mut all = ids(&walk(&ann, "/v1/me/games", 100).await);
    for size in [1, 2, 4] {
        assert_eq!(ids(&walk(&ann, "/v1/me/games", size).await), all);
    }
    all.reverse();
    assert_eq!(ids(&walk(&ann, "/v1/games", 2).await), all);
}

#[tokio::test]
async fn a_log_is_walked_in_order() {
    let server = TestServer::shared();
    let table = Table::of(&server, 3).await;
    table.turn_up().await;
    let whole = table.log_of(&server.nobody()).await;
    let seqs: Vec<Value> = whole.iter().map(|entry| entry["seq"].clone()).collect();
    assert_eq!(seqs, (1..=9).map(Value::from).collect::<Vec<_>>());
    for size in [1, 2, 3, 4, 8, 9, 10] {
        assert_eq!(
            walk(&server.nobody(), &table.path("/log"), size).await,
            whole,
            "pages of {size}"
        );
    }
    for after in 0..=9_usize {
        let rest = server
            .nobody()
            .get(&table.path(&format!("/log?after={after}")))
            .expect(200)
            .await;
        assert_eq!(rest["items"], json!(whole[after..]));
        assert_eq!(
            walk(
                &server.nobody(),
                &table.path(&format!("/log?after={after}")),
                2
            )
            .await,
            whole[after..]
        );
    }
}

#[tokio::test]
async fn a_page_has_fifty_elements_unless_it_is_asked_for_others() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for _ in 0..51 {
        ann.post("/v1/games").json(&golf(2)).expect(201).await;
    }
    for list in ["/v1/games", "/v1/me/games"] {
        let page = ann.get(list).expect(200).await;
        assert_eq!(page["items"].as_array().map(Vec::len), Some(50));
        assert!(page["next_cursor"].is_string());
        let page = ann.get(&format!("{list}?limit=51")).expect(200).await;
        assert_eq!(page["items"].as_array().map(Vec::len), Some(51));
        assert_eq!(page["next_cursor"], Value::Null);
    }
}

#[tokio::test]
async fn short_lists_say_that_nothing_follows() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    for list in ["/v1/kinds", "/v1/me/tokens", "/v1/games", "/v1/me/games"] {
        let answer = ann.get(list).expect(200).await;
        assert_eq!(answer["next_cursor"], Value::Null, "{list}");
        assert!(answer["items"].is_array(), "{list}");
    }
}
