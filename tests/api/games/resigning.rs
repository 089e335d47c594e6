//! Players who leave a running game for good.

use serde_json::{Value, json};

use crate::support::{
    client::Caller as _,
    server::TestServer,
    table::{Table, quick_move, version},
};

#[tokio::test]
async fn with_two_players_the_game_is_over_when_one_resigns() {
    let server = TestServer::shared();
    for resigning in [0, 1] {
        let table = Table::of(&server, 2).await;
        let stays = 1 - resigning;
        table.turn_up().await;
        let game = table.players[resigning]
            .post(&table.path("/resign"))
            .expect(200)
            .await;
        assert_eq!(game["status"], "finished");
        assert_eq!(game["seats"][resigning]["left"], true);
        assert_eq!(game["seats"][stays]["left"], false);
        assert_eq!(game["result"]["places"][stays], 1);
        assert_eq!(game["result"]["places"][resigning], 2);
        assert_eq!(
            game["you"],
            json!({ "seat": resigning }),
            "they keep their seat"
        );
        let log = table.log_of(&table.players[stays]).await;
        let types: Vec<&Value> = log[7..].iter().map(|entry| &entry["type"]).collect();
        assert_eq!(types, ["resigned", "finished"]);
    }
}

#[tokio::test]
async fn with_three_the_others_go_on_and_the_moves_of_the_one_who_left_are_made_at_once() {
    let server = TestServer::shared();
    let table = Table::of(&server, 3).await;
    let ben = &table.players[1];
    let game = ben.post(&table.path("/resign")).expect(200).await;
    assert_eq!(
        (&game["status"], &game["turn"]["seats"]),
        (&json!("playing"), &json!([0]))
    );
    ben.post(&table.path("/resign"))
        .refused(409, "game-over")
        .await;

    let mut game = table.seen_by(&table.players[0]).await;
    while game["status"] == "playing" {
        let mover = table.mover(&game);
        assert_ne!(mover.id, ben.id, "nobody ever waits for Ben");
        game = table.play(mover, version(&game), quick_move(&game)).await;
    }
    assert_eq!(
        game["result"]["places"][1], 3,
        "whoever left stands behind everyone who stayed"
    );
    assert_eq!(game["seats"][1]["left"], true);

    let log = table.log_of(ben).await;
    let (mut moves, mut stand_ins) = (0, 0);
    for pair in log.windows(2).filter(|pair| pair[1]["type"] == "move") {
        let is_bens = pair[1]["seat"] == 1;
        assert_eq!(
            pair[1].get("stand_in") == Some(&json!(true)),
            is_bens,
            "{}",
            pair[1]
        );
        if is_bens {
            assert_eq!(
                pair[1]["at"], pair[0]["at"],
                "it is made in the same moment as what it follows"
            );
            stand_ins += 1;
        }
        moves += 1;
    }
    assert!(stand_ins > 6 && moves > stand_ins, "{stand_ins} of {moves}");
}

#[tokio::test]
async fn who_resigns_in_their_turn_leaves_it_to_their_stand_in() {
    let server = TestServer::shared();
    let table = Table::of(&server, 3).await;
    let game = table.turn_up().await;
    let ann = &table.players[0];
    let drawn = table
        .play(ann, version(&game), json!({ "type": "golf.draw" }))
        .await;
    let card = drawn["state"]["drawn"]["card"].clone();
    let game = ann.post(&table.path("/resign")).expect(200).await;
    assert_eq!(game["turn"]["seats"], json!([1]));
    assert_eq!(
        game["state"]["discards"]["top"], card,
        "the card that was drawn is discarded"
    );
    let body = json!({ "version": version(&game), "move": { "type": "golf.draw" } });
    let problem = ann.post(&table.path("/moves")).json(&body).send().await;
    problem.refused(409, "not-your-turn");
}

#[tokio::test]
async fn who_left_last_of_those_who_left_stands_before_them() {
    let server = TestServer::shared();
    let table = Table::of(&server, 4).await;
    for seat in [2, 0] {
        let game = table.players[seat]
            .post(&table.path("/resign"))
            .expect(200)
            .await;
        assert_eq!(game["status"], "playing");
    }
    let game = table.players[3]
        .post(&table.path("/resign"))
        .expect(200)
        .await;
    assert_eq!(game["status"], "finished");
    assert_eq!(game["result"]["places"], json!([3, 1, 4, 2]));
}

#[tokio::test]
async fn who_left_sees_on_what_their_seat_sees() {
    let server = TestServer::shared();
    let table = Table::of(&server, 3).await;
    let game = table.turn_up().await;
    let cid = &table.players[2];
    cid.post(&table.path("/resign")).expect(200).await;
    let drawn = table
        .play(
            &table.players[0],
            version(&game) + 1,
            json!({ "type": "golf.draw" }),
        )
        .await;
    let seen = table.seen_by(cid).await;
    assert_eq!(seen["you"], json!({ "seat": 2 }));
    assert_eq!(seen["version"], drawn["version"]);
    assert_eq!(seen["state"]["drawn"], json!({ "seat": 0, "card": null }));
    assert_eq!(
        cid.get(&table.path("/legal-moves")).expect(200).await["moves"],
        json!([])
    );
}
