//! Games as they stood before: what somebody was shown, they are shown again.

use serde_json::{Value, json};

use crate::support::{
    client::Caller as _,
    played::PLAYED,
    server::TestServer,
    table::{Table, golf, new_players},
};

#[test]
fn what_was_shown_is_what_is_shown_of_that_moment_for_ever() {
    for played in &*PLAYED {
        for look in &played.looks {
            let later = look.later.as_ref().unwrap_or(&look.game);
            assert_eq!(*later, look.game, "{} of {} looked", look.by, played.seats);
        }
    }
}

#[test]
fn the_log_that_was_read_while_the_game_ran_is_the_log() {
    for played in &*PLAYED {
        for (running, later) in played.logs.iter().zip(&played.logs_later) {
            assert_eq!(running[..], later[..running.len()]);
        }
        let read: usize = played.logs.iter().map(Vec::len).sum();
        assert!(
            read > played.logs_later[0].len(),
            "somebody read most of it"
        );
    }
}

#[test]
fn a_finished_game_is_shown_to_everyone_through_everyones_eyes() {
    for played in &*PLAYED {
        for by in 0..=played.seats {
            let own = played
                .looks
                .iter()
                .rev()
                .find(|look| look.by == by)
                .expect("everyone looked at the end");
            let eyes = played.eyes_of(by);
            // But for who looks, it is what the one whose eyes they are sees.
            let mut seen = own.game.clone();
            seen["you"] = Value::Null;
            assert_eq!(eyes.game, seen);
            assert_eq!(eyes.log, played.logs_later[by]);
        }
    }
}

#[tokio::test]
async fn a_game_before_its_start_shows_who_sat_there_then() {
    let server = TestServer::shared();
    let players = new_players(&server, 3).await;
    let table = Table::seat(players[..2].to_vec(), &golf(3)).await;
    let with_ben = table.seen_by(&players[0]).await;
    players[1].post(&table.path("/leave")).expect(200).await;
    table.join(&players[2]).await;
    let then = players[0].get(&table.path("?at=3")).expect(200).await;
    assert_eq!(then, with_ben, "Ben has left, and is still called Ben");
    let first = players[0].get(&table.path("?at=1")).expect(200).await;
    assert_eq!(
        first["you"],
        Value::Null,
        "the game was created before anyone sat down"
    );
    // Ben sees himself where he sat.
    let then = players[1].get(&table.path("?at=3")).expect(200).await;
    assert_eq!(
        then["seats"][1]["player"],
        json!({ "id": players[1].id, "name": "Ben" })
    );
}

#[tokio::test]
async fn legal_moves_of_a_moment_are_those_of_that_moment() {
    let server = TestServer::shared();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    let then = ann
        .get(&table.path("?include=legal_moves"))
        .expect(200)
        .await;
    table.turn_up().await;
    let again = ann
        .get(&table.path("?at=5&include=legal_moves"))
        .expect(200)
        .await;
    assert_eq!(again, then);
}
