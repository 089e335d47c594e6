//! How much one player or one client may have.

use std::num::NonZeroU32;

use cardpost::{http::middleware::rate::RateLimit, service::limits::Limits};
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{
    client::{Caller as _, text},
    server::{Setup, TestServer},
    table::{golf, private_golf},
};

fn with_limits(limits: Limits) -> TestServer {
    TestServer::with(Setup {
        limits,
        ..Setup::default()
    })
}

#[tokio::test]
async fn a_player_has_so_many_open_games_at_once() {
    let server = with_limits(Limits {
        open_games: 2,
        ..Limits::default()
    });
    let [ann, ben] = [server.player("Ann").await, server.player("Ben").await];
    let mut games = Vec::new();
    for new in [golf(2), private_golf(3)] {
        let game = ann.post("/v1/games").json(&new).expect(201).await;
        games.push(text(&game["id"]));
    }
    let before = server.database().content();
    let answer = ann.post("/v1/games").json(&golf(2)).send().await;
    answer.refused(429, "rate-limited");
    let seconds: u32 = answer
        .header("retry-after")
        .expect("a header")
        .parse()
        .expect("seconds");
    assert!(seconds > 0);
    assert_eq!(server.database().content(), before);

    // Others have limits of their own, and may join.
    ben.post("/v1/games").json(&golf(2)).expect(201).await;
    // One that has started is not open any more, and neither is one that was called off.
    ben.post(&format!("/v1/games/{}/join", games[0]))
        .expect(200)
        .await;
    ann.post("/v1/games").json(&golf(2)).expect(201).await;
    ann.post("/v1/games")
        .json(&golf(2))
        .refused(429, "rate-limited")
        .await;
    ann.post(&format!("/v1/games/{}/cancel", games[1]))
        .expect(200)
        .await;
    ann.post("/v1/games").json(&golf(2)).expect(201).await;
}

#[tokio::test]
async fn a_player_has_so_many_tokens_at_once() {
    let server = with_limits(Limits {
        tokens: 3,
        ..Limits::default()
    });
    let ann = server.player("Ann").await;
    let label = json!({ "label": "phone" });
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let token = ann.post("/v1/me/tokens").json(&label).expect(201).await;
        tokens.push(text(&token["id"]));
    }
    ann.post("/v1/me/tokens")
        .json(&label)
        .refused(429, "rate-limited")
        .await;
    ann.delete(&format!("/v1/me/tokens/{}", tokens[0]))
        .expect(204)
        .await;
    ann.post("/v1/me/tokens").json(&label).expect(201).await;
    ann.post("/v1/me/tokens")
        .json(&label)
        .refused(429, "rate-limited")
        .await;
}

#[tokio::test]
async fn a_client_that_asks_too_often_is_told_when_to_ask_again() {
    let one = NonZeroU32::MIN;
    let server = TestServer::with(Setup {
        rate_limit: RateLimit::per_second(one),
        ..Setup::default()
    });
    let nobody = server.nobody();
    // Ten at once are let through; of sixty, some come too soon however slow the machine is.
    let answers = join_all((0..60).map(|_| nobody.get("/v1/kinds").send())).await;
    let (let_through, refused): (Vec<_>, Vec<_>) =
        answers.iter().partition(|answer| answer.status == 200);
    assert!(let_through.len() >= 10, "{}", let_through.len());
    assert!(!refused.is_empty());
    for answer in refused {
        answer.refused(429, "rate-limited");
        let seconds: u32 = answer
            .header("retry-after")
            .expect("a header")
            .parse()
            .expect("seconds");
        assert!((1..=60).contains(&seconds));
    }
}
