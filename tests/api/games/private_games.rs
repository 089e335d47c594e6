//! Private games: there are none, for whoever does not sit at the table.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    client::{Caller, Player, text},
    server::TestServer,
    table::{Table, golf, new_players, private_golf},
};

/// Everything that a stranger can try with a game.
async fn assert_hidden(table: &Table, stranger: &Player, nobody: &impl Caller) {
    for (method, rest) in [
        (Method::GET, ""),
        (Method::GET, "?at=1"),
        (Method::GET, "?as=0"),
        (Method::GET, "?as=record"),
        (Method::GET, "?include=legal_moves"),
        (Method::GET, "/log"),
        (Method::GET, "/log?as=spectator"),
        (Method::GET, "/record"),
    ] {
        let path = table.path(rest);
        stranger
            .request(method.clone(), &path)
            .refused(404, "not-found")
            .await;
        nobody
            .request(method, &path)
            .refused(404, "not-found")
            .await;
    }
    let path = table.path("/legal-moves");
    stranger.get(&path).refused(404, "not-found").await;
    nobody.get(&path).refused(401, "unauthenticated").await;
    let etag = stranger.get(&table.path("")).header("if-none-match", "*");
    etag.refused(404, "not-found").await;
    for action in ["/join", "/leave", "/start", "/cancel", "/resign"] {
        let path = table.path(action);
        stranger.post(&path).refused(404, "not-found").await;
        nobody.post(&path).refused(401, "unauthenticated").await;
    }
    let body = json!({ "version": 1, "move": { "type": "golf.draw" } });
    for rest in ["/moves", "/moves?dry_run=true"] {
        let path = table.path(rest);
        stranger
            .post(&path)
            .json(&body)
            .refused(404, "not-found")
            .await;
        nobody
            .post(&path)
            .json(&body)
            .refused(401, "unauthenticated")
            .await;
    }
    for list in ["/v1/games", "/v1/me/games", "/v1/me/data"] {
        let answer = stranger.get(list).expect(200).await;
        assert!(!answer.to_string().contains(&table.game), "{list}");
    }
    for player in &table.players {
        let theirs = stranger
            .get(&format!("/v1/games?player={}", player.id))
            .expect(200)
            .await;
        assert_eq!(theirs["items"], json!([]));
    }
}

#[tokio::test]
async fn a_private_game_is_hidden_from_strangers_whatever_its_status() {
    let server = TestServer::start();
    let players = new_players(&server, 2).await;
    let (stranger, nobody) = (server.player("Stranger").await, server.nobody());
    let before = |server: &TestServer| server.database().content();

    let open = Table::seat(players[..1].to_vec(), &private_golf(2)).await;
    let content = before(&server);
    assert_hidden(&open, &stranger, &nobody).await;
    assert_eq!(before(&server), content);

    open.join(&players[1]).await;
    let playing = Table {
        players: players.clone(),
        ..open
    };
    let content = before(&server);
    assert_hidden(&playing, &stranger, &nobody).await;
    assert_eq!(before(&server), content);

    playing.end().await;
    assert_hidden(&playing, &stranger, &nobody).await;
    let record = players[1].get(&playing.path("/record")).expect(200).await;
    assert_eq!(record["id"], playing.game);

    let cancelled = Table::seat(players[..1].to_vec(), &private_golf(2)).await;
    players[0]
        .post(&cancelled.path("/cancel"))
        .expect(200)
        .await;
    assert_hidden(&cancelled, &stranger, &nobody).await;
}

#[tokio::test]
async fn a_private_game_that_there_is_and_one_that_there_is_not_are_refused_alike() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let table = Table::seat(vec![ann.clone()], &private_golf(2)).await;
    let stranger = server.player("Stranger").await;
    let other = format!("/v1/games/{}", stranger.id);
    let hidden = stranger
        .get(&table.path(""))
        .refused(404, "not-found")
        .await;
    assert_eq!(stranger.get(&other).refused(404, "not-found").await, hidden);
    let hidden = stranger
        .post(&table.path("/join"))
        .refused(404, "not-found")
        .await;
    assert_eq!(
        stranger
            .post(&format!("{other}/join"))
            .refused(404, "not-found")
            .await,
        hidden
    );
}

#[tokio::test]
async fn a_private_game_is_joined_with_its_code() {
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let table = Table::seat(players[..1].to_vec(), &private_golf(3)).await;
    let join = table.path("/join");
    let code = table.join_code.clone().expect("a code");
    let before = server.database().content();
    for wrong in [
        json!({}),
        json!({ "join_code": null }),
        json!({ "join_code": "" }),
        json!({ "join_code": "\u{0}" }),
        json!({ "join_code": &code[1..] }),
        json!({ "join_code": "AAAAAAAAAA" }),
    ] {
        players[1]
            .post(&join)
            .json(&wrong)
            .refused(404, "not-found")
            .await;
    }
    assert_eq!(server.database().content(), before);
    let game = players[1]
        .post(&join)
        .json(&json!({ "join_code": code }))
        .expect(200)
        .await;
    assert_eq!(game["you"], json!({ "seat": 1 }));
    assert_eq!(game["join_code"], code);
    // From now on the game is there for them, but not once they leave.
    table.seen_by(&players[1]).await;
    let left = players[1].post(&table.path("/leave")).expect(200).await;
    assert!(left.get("join_code").is_none());
    players[1]
        .get(&table.path(""))
        .refused(404, "not-found")
        .await;
}

#[tokio::test]
async fn the_code_of_one_game_opens_no_other() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let first = Table::seat(players[..1].to_vec(), &private_golf(2)).await;
    let second = Table::seat(players[..1].to_vec(), &private_golf(2)).await;
    assert_ne!(first.join_code, second.join_code);
    let body = json!({ "join_code": second.join_code });
    players[1]
        .post(&first.path("/join"))
        .json(&body)
        .refused(404, "not-found")
        .await;
    players[1]
        .post(&second.path("/join"))
        .json(&body)
        .expect(200)
        .await;
}

#[tokio::test]
async fn a_code_is_ten_letters_and_digits_that_nobody_confuses() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    for _ in 0..20 {
        let game = ann
            .post("/v1/games")
            .json(&private_golf(2))
            .expect(201)
            .await;
        let code = text(&game["join_code"]);
        assert_eq!(code.len(), 10);
        assert!(
            code.chars()
                .all(|c| "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".contains(c)),
            "{code}"
        );
    }
}

#[tokio::test]
async fn those_who_sit_at_a_private_table_are_shown_its_code_and_no_log_is() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players.clone(), &private_golf(2)).await;
    let code = table.join_code.clone().expect("a code");
    for player in &players {
        assert_eq!(table.seen_by(player).await["join_code"], code);
        assert_eq!(
            player.get("/v1/me/games").expect(200).await["items"][0]["join_code"],
            code
        );
        assert!(
            !json!(table.log_of(player).await)
                .to_string()
                .contains(&code)
        );
    }
    table.end().await;
    let record = players[0].get(&table.path("/record")).expect(200).await;
    assert!(!record.to_string().contains(&code));
}

#[tokio::test]
async fn a_public_game_has_no_code_and_takes_any() {
    let server = TestServer::shared();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players[..1].to_vec(), &golf(2)).await;
    assert_eq!(table.join_code, None);
    let joined = players[1]
        .post(&table.path("/join"))
        .json(&json!({ "join_code": "AAAAAAAAAA" }))
        .expect(200)
        .await;
    assert_eq!(joined.get("join_code"), None::<&Value>);
}
