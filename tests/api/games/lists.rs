//! Finding games: the lobby, and the games that are one's own.

use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, text},
    env::ticking,
    server::{Setup, TestServer},
    table::{Table, golf, new_players, private_golf},
};

#[tokio::test]
async fn the_lobby_is_filtered_by_status_kind_and_player() {
    // Games of different seconds, so that their order is known.
    let server = TestServer::with(Setup {
        env: ticking(),
        ..Setup::default()
    });
    let [ann, ben, cid] = &*new_players(&server, 3).await else {
        unreachable!("three players")
    };
    let open = Table::seat(vec![ann.clone()], &golf(2)).await.game;
    let playing = Table::seat(vec![ann.clone(), ben.clone()], &golf(2))
        .await
        .game;
    let finished = Table::seat(vec![ben.clone(), cid.clone()], &golf(2)).await;
    finished.end().await;
    let cancelled = Table::seat(vec![cid.clone()], &golf(2)).await;
    cid.post(&cancelled.path("/cancel")).expect(200).await;
    let (finished, cancelled) = (finished.game, cancelled.game);
    Table::seat(vec![ann.clone(), cid.clone()], &private_golf(2)).await;

    for (query, expected) in [
        (String::new(), vec![&cancelled, &finished, &playing, &open]),
        ("?status=open".into(), vec![&open]),
        ("?status=playing".into(), vec![&playing]),
        ("?status=finished".into(), vec![&finished]),
        ("?status=cancelled".into(), vec![&cancelled]),
        ("?kind=golf&status=open".into(), vec![&open]),
        (format!("?player={}", ann.id), vec![&playing, &open]),
        (format!("?player={}", cid.id), vec![&cancelled, &finished]),
        (
            format!("?player={}&status=finished", ben.id),
            vec![&finished],
        ),
        (format!("?player={open}"), vec![]),
    ] {
        for caller in [ann, ben] {
            let page = caller.get(&format!("/v1/games{query}")).expect(200).await;
            let items = page["items"].as_array().expect("a list");
            let ids: Vec<&Value> = items.iter().map(|game| &game["id"]).collect();
            assert_eq!(ids, expected, "{query}");
            for game in items {
                let alone = caller
                    .get(&format!("/v1/games/{}", text(&game["id"])))
                    .expect(200)
                    .await;
                assert_eq!(*game, alone, "it is shown like the game itself");
            }
        }
    }
}

#[tokio::test]
async fn an_inbox_has_the_games_of_its_owner_and_those_in_which_it_is_their_turn() {
    let server = TestServer::shared();
    let [ann, ben, cid] = &*new_players(&server, 3).await else {
        unreachable!("three players")
    };
    let playing = Table::seat(vec![ann.clone(), ben.clone()], &golf(2)).await;
    let open = Table::seat(vec![ann.clone()], &private_golf(2)).await.game;
    let resigned = Table::seat(vec![ben.clone(), ann.clone()], &golf(2)).await;
    resigned.end().await;
    let (first, second, third) = (&playing.game, &open, &resigned.game);
    for (player, query, expected) in [
        (ann, "", vec![first, second, third]),
        (ann, "?turn=mine", vec![first]),
        (ann, "?status=open", vec![second]),
        (ann, "?status=open&turn=mine", vec![]),
        (ann, "?status=finished", vec![third]),
        (ben, "", vec![first, third]),
        (ben, "?turn=mine", vec![]),
        (cid, "", vec![]),
    ] {
        let page = player
            .get(&format!("/v1/me/games{query}"))
            .expect(200)
            .await;
        let mut ids: Vec<String> = page["items"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|game| text(&game["id"]))
            .collect();
        ids.sort_unstable();
        let mut expected: Vec<&String> = expected;
        expected.sort_unstable();
        assert_eq!(ids.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    let (version, _) = playing.turn().await;
    playing
        .play(
            ann,
            version,
            json!({ "type": "golf.turn_up", "slots": [0, 1] }),
        )
        .await;
    let page = ben.get("/v1/me/games?turn=mine").expect(200).await;
    assert_eq!(page["items"][0]["id"], *first);
}
