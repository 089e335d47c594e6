//! A player's games: what waits for them, and what asking again costs.

use serde_json::Value;

use crate::support::{
    client::{Caller as _, Player},
    database::Database,
    server::{Setup, TestServer},
    statements::Statements,
    table::{Table, golf, new_players, quick_move, version},
};

const PATH: &str = "/v1/me/games?turn=mine";

async fn tag(player: &Player) -> (String, Value) {
    let answer = player.get(PATH).send().await;
    let tag = answer.header("etag").expect("a tag").to_owned();
    (tag, answer.expect(200))
}

#[tokio::test]
async fn who_has_the_page_already_is_told_so_until_something_happens() {
    let server = TestServer::start();
    let players = new_players(&server, 2).await;
    let ann = &players[0];
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(Table::seat(players.clone(), &golf(2)).await);
    }
    let (mut known, mut page) = tag(ann).await;
    assert_eq!(page["items"].as_array().expect("a list").len(), 3);
    for table in &tables {
        let again = ann.get(PATH).header("if-none-match", &known).send().await;
        again.expect_status(304);
        assert_eq!(again.header("etag"), Some(&*known));
        // Ann moves, so that a game goes off the page.
        let game = table.seen_by(ann).await;
        table.play(ann, version(&game), quick_move(&game)).await;
        let answer = ann.get(PATH).header("if-none-match", &known).send().await;
        let changed = answer.expect(200);
        assert_ne!(changed, page);
        (known, page) = tag(ann).await;
        assert_eq!(changed, page);
    }
    assert_eq!(page["items"], serde_json::json!([]));
}

#[tokio::test]
async fn telling_that_nothing_changed_costs_a_token_and_one_indexed_read() {
    let database = std::sync::Arc::new(Database::new());
    let statements = Statements::of(&database);
    let server = TestServer::over(database, Setup::default());
    let players = new_players(&server, 2).await;
    for _ in 0..3 {
        Table::seat(players.clone(), &golf(2)).await;
    }
    let (known, _) = tag(&players[0]).await;
    let before = statements.so_far();
    let again = players[0]
        .get(PATH)
        .header("if-none-match", &known)
        .send()
        .await;
    again.expect_status(304);
    let sent: Vec<String> = statements.so_far().split_off(before.len());
    let [token, inbox] = &*sent else {
        panic!("{sent:#?}")
    };
    assert!(
        token.contains("FROM (\"tokens\" INNER JOIN \"players\""),
        "{token}"
    );
    assert!(
        inbox.contains("FROM \"games\"") && inbox.contains("FROM \"seats\""),
        "{inbox}"
    );
    assert!(
        !inbox.contains("snapshot") && !inbox.contains("log"),
        "{inbox}"
    );
    // Where the planner has a choice; three rows it would rather read as a whole.
    let plan = server.database().plan(
        "SELECT games.turn_since, games.id, games.version FROM games WHERE games.id = ANY( \
         (SELECT game_id FROM seats WHERE player_id = '00000000-0000-7000-8000-000000000000') UNION \
         (SELECT game_id FROM invitations WHERE player_id = '00000000-0000-7000-8000-000000000000')) \
         AND games.status = 'playing' AND EXISTS (SELECT FROM seats WHERE seats.game_id = games.id \
         AND seats.player_id = '00000000-0000-7000-8000-000000000000' AND seats.seat = games.turn_seat) \
         ORDER BY games.deadline ASC NULLS LAST, games.turn_since, games.id LIMIT 51",
    );
    assert!(
        plan.contains("seats_player_id") && plan.contains("games_pkey"),
        "{plan}"
    );
    assert!(!plan.contains("Seq Scan"), "{plan}");
}
