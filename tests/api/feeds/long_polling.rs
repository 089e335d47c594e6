//! Answers that wait for a game to change.

use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::support::{
    client::{Answer, Caller, Player, Request},
    events::in_time,
    server::{Setup, TestServer},
    table::{Table, new_players, private_golf, quick_move, version},
};

/// A request for a game that waits for another version than this one.
fn waiting(caller: &impl Caller, path: &str, known: u64, prefer: &str) -> Request {
    caller
        .get(path)
        .header("if-none-match", &format!("\"{known}\""))
        .header("prefer", prefer)
}

/// The same, under way: what the server is asked afterwards is answered, and this is not.
async fn under_way(player: &Player, path: &str, known: u64) -> JoinHandle<Answer> {
    let request = waiting(player, path, known, "wait=60");
    let waiting = tokio::spawn(in_time(request.send()));
    for _ in 0..5 {
        player.get(path).expect(200).await;
    }
    assert!(!waiting.is_finished(), "it waits");
    waiting
}

fn applied(answer: &Answer) -> Option<&str> {
    answer.header("preference-applied")
}

#[tokio::test]
async fn a_move_is_seen_at_once_by_those_who_wait_at_any_server() {
    let here = TestServer::start();
    let there = TestServer::over(Arc::clone(here.database()), Setup::default());
    let table = Table::of(&here, 2).await;
    let mut game = table.seen_by(&table.players[0]).await;
    for _ in 0..6 {
        let mover = table.mover(&game).clone();
        let elsewhere = mover.at(there.door());
        let known = version(&game);
        let path = table.path("?include=legal_moves");
        let first = under_way(&mover, &path, known).await;
        let second = under_way(&elsewhere, &path, known).await;
        game = table.play(&mover, known, quick_move(&game)).await;
        for waited in [first, second] {
            let answer = waited.await.expect("it is answered");
            assert_eq!(applied(&answer), Some("wait"));
            let mut seen = answer.expect(200);
            let moves = seen["legal_moves"].take();
            assert!(moves["moves"].is_array(), "{moves}");
            seen.as_object_mut()
                .expect("an object")
                .remove("legal_moves");
            assert_eq!(seen, game);
        }
    }
}

#[tokio::test]
async fn who_waits_in_vain_is_told_that_nothing_changed() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let game = table.seen_by(&table.players[0]).await;
    #[allow(
        clippy::disallowed_methods,
        reason = "only how long it takes is measured"
    )]
    let began = std::time::Instant::now();
    let request = waiting(&table.players[0], &table.path(""), version(&game), "wait=1");
    let answer = in_time(request.send()).await;
    answer.expect_status(304);
    assert_eq!(applied(&answer), Some("wait"));
    assert_eq!(
        answer.header("etag"),
        Some(&*format!("\"{}\"", version(&game)))
    );
    assert!(began.elapsed().as_millis() >= 1000, "it waited");
}

#[tokio::test]
async fn nobody_waits_for_what_is_there_or_can_never_come() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let player = &table.players[0];
    let known = version(&table.seen_by(player).await);
    let path = table.path("");
    // Without a version that they know.
    let answer = in_time(player.get(&path).header("prefer", "wait=60").send()).await;
    answer.expect_status(200);
    assert_eq!(applied(&answer), None);
    // With one that is not the current one.
    let answer = in_time(waiting(player, &path, known - 1, "wait=60").send()).await;
    answer.expect_status(200);
    assert_eq!(applied(&answer), Some("wait"));
    // The past.
    let past = table.path(&format!("?at={known}"));
    let answer = in_time(waiting(player, &past, known, "wait=60").send()).await;
    answer.expect_status(304);
    assert_eq!(applied(&answer), None);
    table.end().await;
    // A finished game through other eyes.
    let known = version(&table.seen_by(player).await);
    let record = table.path("?as=record");
    let answer = in_time(waiting(player, &record, known, "wait=60").send()).await;
    answer.expect_status(304);
}

#[tokio::test]
async fn a_preference_that_cannot_be_read_is_passed_over() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let player = &table.players[0];
    let known = version(&table.seen_by(player).await);
    for prefer in [
        "",
        "wait",
        "wait=",
        "wait=soon",
        "wait=-1",
        "wait=1.5",
        "waiting=60",
        "respond-async",
        "note=\"a, wait=60\"",
        "x; wait=60",
        "wait=soon, wait=60",
    ] {
        let answer = in_time(waiting(player, &table.path(""), known, prefer).send()).await;
        answer.expect_status(304);
        assert_eq!(applied(&answer), None, "{prefer}");
    }
    for prefer in [
        "wait=0",
        "WAIT=0",
        "respond-async, wait=0",
        "wait = \"0\"",
        "wait=0; strictly",
        "note=\"a \\\" b\" ,wait=0",
    ] {
        let answer = in_time(waiting(player, &table.path(""), known, prefer).send()).await;
        answer.expect_status(304);
        assert_eq!(applied(&answer), Some("wait"), "{prefer}");
    }
}

#[tokio::test]
async fn who_may_not_see_the_game_any_more_is_told_nothing_when_it_changes() {
    let server = TestServer::start();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players, &private_golf(3)).await;
    let [_, ben] = &*table.players else {
        unreachable!("two players")
    };
    let known = version(&table.seen_by(ben).await);
    let waited = under_way(ben, &table.path(""), known).await;
    ben.post(&table.path("/leave")).expect(200).await;
    waited
        .await
        .expect("it is answered")
        .refused(404, "not-found");
}
