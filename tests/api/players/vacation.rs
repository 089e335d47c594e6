//! Vacations: they stop a player's clocks, and there are thirty days of them in any year.

use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, text},
    env::{self, Hands},
    server::{Setup, TestServer},
    table::{Table, golf, new_players, quick_move, version},
};

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;
const PATH: &str = "/v1/me/vacation";

fn server() -> (TestServer, Hands) {
    let (env, hands) = env::still();
    let server = TestServer::with(Setup {
        env,
        ..Setup::default()
    });
    (server, hands)
}

async fn table(server: &TestServer, clock: &Value) -> Table {
    let mut new = golf(2);
    new["clock"] = clock.clone();
    Table::seat(new_players(server, 2).await, &new).await
}

async fn go(player: &Player, body: Value) -> Value {
    player.post(PATH).json(&body).expect(201).await
}

async fn deadline(table: &Table) -> String {
    let game = table.seen_by(&table.players[1]).await;
    text(&game["turn"]["deadline"])
}

#[tokio::test]
async fn a_vacation_is_told_with_what_is_left_of_the_year() {
    let (server, hands) = server();
    let ann = server.player("Ann").await;
    let none = json!({ "current": null, "left": "P30D" });
    assert_eq!(ann.get(PATH).expect(200).await, none);
    let started = go(&ann, json!({ "days": 7 })).await;
    let current =
        json!({ "started_at": "2026-11-30T09:00:00.000Z", "until": "2026-12-07T09:00:00.000Z" });
    assert_eq!(started, json!({ "current": current, "left": "P23D" }));
    assert_eq!(ann.get(PATH).expect(200).await, started);
    // What is not used is not counted.
    hands.move_on(2 * DAY + HOUR);
    assert!(ann.delete(PATH).expect(204).await.is_null());
    let after = json!({ "current": null, "left": "P27DT23H" });
    assert_eq!(ann.get(PATH).expect(200).await, after);
    ann.delete(PATH).expect(204).await;
    assert_eq!(
        ann.get(PATH).expect(200).await,
        after,
        "there was none to end"
    );
    let ben = server.player("Ben").await;
    assert_eq!(ben.get(PATH).expect(200).await, none, "each has their own");
}

#[tokio::test]
async fn a_vacation_lasts_until_its_end_and_then_is_over() {
    let (server, hands) = server();
    let ann = server.player("Ann").await;
    let started = go(&ann, json!({ "until": "2026-12-02T12:00:00+01:00" })).await;
    assert_eq!(started["current"]["until"], "2026-12-02T11:00:00.000Z");
    hands.move_on(2 * DAY + 2 * HOUR - 1);
    assert!(ann.get(PATH).expect(200).await["current"].is_object());
    hands.move_on(1);
    let over = json!({ "current": null, "left": "P27DT22H" });
    assert_eq!(ann.get(PATH).expect(200).await, over);
    go(&ann, json!({ "days": 1 })).await;
}

#[tokio::test]
async fn one_that_is_too_long_or_overlaps_another_is_refused() {
    let (server, hands) = server();
    let ann = server.player("Ann").await;
    for (body, pointer) in [
        (json!({ "days": 31 }), "/days"),
        (json!({ "days": 0 }), "/days"),
        (json!({ "until": "2026-12-30T09:00:00.001Z" }), "/until"),
        (json!({ "until": "2026-11-30T09:00:00Z" }), "/until"),
        (json!({ "until": "2026-11-01T09:00:00Z" }), "/until"),
        (json!({ "until": "tomorrow" }), "/until"),
        (json!({}), ""),
        (json!({ "days": 1, "until": "2026-12-01T09:00:00Z" }), ""),
    ] {
        let problem = ann.post(PATH).json(&body).refused(422, "invalid").await;
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
    }
    ann.post(PATH)
        .json(&json!({ "days": -1 }))
        .refused(400, "malformed")
        .await;
    ann.post(PATH)
        .json(&json!({ "weeks": 1 }))
        .refused(400, "malformed")
        .await;
    go(&ann, json!({ "days": 20 })).await;
    let problem = ann
        .post(PATH)
        .json(&json!({ "days": 1 }))
        .refused(422, "invalid")
        .await;
    assert!(text(&problem["detail"]).contains("2026-12-20T09:00:00.000Z"));
    hands.move_on(20 * DAY);
    let problem = ann
        .post(PATH)
        .json(&json!({ "days": 11 }))
        .refused(422, "invalid")
        .await;
    assert!(
        text(&problem["detail"]).contains("2026-12-30T09:00:00.000Z"),
        "{problem}"
    );
    go(&ann, json!({ "days": 10 })).await;
    // A year after the first one began, each day takes the place of one.
    hands.move_on(345 * DAY);
    assert_eq!(ann.get(PATH).expect(200).await["left"], "P30D");
    go(&ann, json!({ "days": 30 })).await;
}

#[tokio::test]
async fn of_two_that_begin_at_once_there_is_one() {
    let server = TestServer::shared();
    let ann = server.player("Ann").await;
    let body = json!({ "days": 20 });
    let requests = (0..6).map(|_| ann.post(PATH).json(&body).send());
    let answers = futures_util::future::join_all(requests).await;
    let started = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(started, 1);
    let vacations = ann.get("/v1/me/data").expect(200).await["vacations"].clone();
    assert_eq!(vacations.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_request_with_a_key_begins_one_vacation() {
    let (server, hands) = server();
    let ann = server.player("Ann").await;
    let send = |days: u32| {
        let request = ann.post(PATH).header("idempotency-key", "a");
        request.json(&json!({ "days": days })).send()
    };
    let first = send(5).await.expect(201);
    hands.move_on(HOUR);
    assert_eq!(send(5).await.expect(201), first);
    send(6).await.refused(422, "idempotency-key-reused");
    ann.delete(PATH).expect(204).await;
    let again = send(5).await.expect(201);
    assert_eq!(again["current"]["until"], "2026-11-30T10:00:00.000Z");
    // A request that was refused has not used its key up.
    let refused = ann.post(PATH).header("idempotency-key", "b");
    refused
        .json(&json!({ "days": 40 }))
        .refused(422, "invalid")
        .await;
    let good = ann.post(PATH).header("idempotency-key", "b");
    good.json(&json!({ "days": 4 })).expect(201).await;
}

#[tokio::test]
async fn a_deadline_moves_back_while_the_player_is_away() {
    let (server, hands) = server();
    let table = table(&server, &json!({ "per_turn": "P2D" })).await;
    let [ann, ben] = &*table.players else {
        unreachable!("two players")
    };
    assert_eq!(deadline(&table).await, "2026-12-02T09:00:00.000Z");
    hands.move_on(DAY);
    // The clock of the one who waits does not run.
    go(ben, json!({ "days": 3 })).await;
    assert_eq!(deadline(&table).await, "2026-12-02T09:00:00.000Z");
    go(ann, json!({ "days": 10 })).await;
    assert_eq!(deadline(&table).await, "2026-12-12T09:00:00.000Z");
    let before = table.seen_by(ben).await;

    hands.move_on(2 * DAY);
    server.run_due_games().await;
    assert_eq!(
        table.seen_by(ben).await,
        before,
        "the old deadline has passed, and nothing happened"
    );
    // She comes back early, and her clock goes on where it stood.
    ann.delete(PATH).expect(204).await;
    assert_eq!(deadline(&table).await, "2026-12-04T09:00:00.000Z");
    hands.move_on(DAY - 1);
    server.run_due_games().await;
    assert_eq!(table.seen_by(ben).await["version"], before["version"]);
    hands.move_on(1);
    server.run_due_games().await;
    let log = table.log_of(ben).await;
    let timed_out = &log[log.len() - 2];
    assert_eq!(timed_out["type"], "timed_out", "{timed_out}");
    assert_eq!(timed_out["at"], "2026-12-04T09:00:00.000Z");
}

#[tokio::test]
async fn a_bank_pays_for_the_time_in_which_the_clock_ran() {
    let (server, hands) = server();
    let table = table(&server, &json!({ "bank": "P7D", "increment": "PT12H" })).await;
    let [ann, ben] = &*table.players else {
        unreachable!("two players")
    };
    hands.move_on(DAY);
    go(ann, json!({ "days": 2 })).await;
    hands.move_on(3 * DAY);
    go(ann, json!({ "days": 4 })).await;
    hands.move_on(DAY);
    ann.delete(PATH).expect(204).await;
    hands.move_on(DAY);
    // Six days have passed, three of them on vacation.
    let game = table.seen_by(ann).await;
    let game = table.play(ann, version(&game), quick_move(&game)).await;
    assert_eq!(game["turn"]["seats"], json!([1]));
    let game = table.play(ben, version(&game), quick_move(&game)).await;
    assert_eq!(game["turn"]["seats"], json!([0]));
    // What is left of seven days are four, and twelve hours more for the turn.
    assert_eq!(game["turn"]["since"], "2026-12-06T09:00:00.000Z");
    assert_eq!(game["turn"]["deadline"], "2026-12-10T21:00:00.000Z");
}

#[tokio::test]
async fn a_turn_that_begins_during_a_vacation_has_all_its_time_after_it() {
    let (server, hands) = server();
    let table = table(&server, &json!({ "per_turn": "P1D" })).await;
    let [ann, ben] = &*table.players else {
        unreachable!("two players")
    };
    go(ben, json!({ "days": 5 })).await;
    hands.move_on(HOUR);
    let game = table.seen_by(ann).await;
    let game = table.play(ann, version(&game), quick_move(&game)).await;
    assert_eq!(game["turn"]["deadline"], "2026-12-06T09:00:00.000Z");
    // Being on vacation forbids nothing.
    table.play(ben, version(&game), quick_move(&game)).await;
}

#[tokio::test]
async fn games_without_a_clock_take_no_notice() {
    let (server, _) = server();
    let table = Table::of(&server, 2).await;
    let before = table.seen_by(&table.players[0]).await;
    go(&table.players[0], json!({ "days": 5 })).await;
    server.run_due_games().await;
    assert_eq!(table.seen_by(&table.players[0]).await, before);
    assert!(before["turn"]["deadline"].is_null());
}
