//! The stream of what happens in all games of a player.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::json;

use crate::support::{
    client::{Caller as _, Player, text},
    events::{Event, Events, as_entries},
    pick::Picker,
    server::{Setup, TestServer},
    table::{Table, golf, new_players, private_golf},
};

const PATH: &str = "/v1/me/events";

/// Reads at two servers in turn, hanging up at random points, until so many games are over.
async fn read_with_interruptions(readers: [Player; 2], games: usize) -> Vec<Event> {
    let mut pick = Picker::new(7);
    let mut read: Vec<Event> = Vec::new();
    let mut last_id: Option<String> = None;
    for reader in readers.iter().cycle() {
        let over = read.iter().filter(|event| event.data["type"] == "finished");
        if over.count() == games {
            break;
        }
        let mut events = Events::open(reader, PATH, last_id.as_deref())
            .await
            .expect("events");
        for _ in 0..=pick.below(9) {
            let event = events.next().await.expect("it does not end");
            let is_last = event.data["type"] == "finished";
            read.push(event);
            if is_last {
                break;
            }
        }
        last_id.clone_from(&events.last_id);
    }
    read
}

fn by_game(events: &[Event]) -> BTreeMap<String, Vec<&Event>> {
    let mut games: BTreeMap<String, Vec<&Event>> = BTreeMap::new();
    for event in events {
        games
            .entry(text(&event.data["game"]))
            .or_default()
            .push(event);
    }
    games
}

#[tokio::test]
async fn who_is_interrupted_again_and_again_still_gets_every_entry_of_every_game_once() {
    let here = TestServer::start();
    let there = TestServer::over(Arc::clone(here.database()), Setup::default());
    let players = new_players(&here, 2).await;
    let reader = [players[0].clone(), players[0].at(there.door())];
    let mut tables = vec![
        Table::seat(players.clone(), &golf(2)).await,
        Table::seat(players.clone(), &private_golf(2)).await,
    ];
    // One that was over before is no news.
    Table::seat(players.clone(), &golf(2)).await.end().await;
    let playing = async {
        tokio::join!(tables[0].play_on(), tables[1].play_on());
        // One that begins and ends meanwhile, at the other server.
        let elsewhere = players.iter().map(|player| player.at(there.door()));
        let third = Table::seat(elsewhere.collect(), &golf(2)).await;
        third.play_on().await;
        third
    };
    let (third, read) = tokio::join!(playing, read_with_interruptions(reader, 3));
    tables.push(third);
    let games = by_game(&read);
    assert_eq!(games.len(), 3);
    for table in &tables {
        let events = games[&table.game].iter().copied();
        assert_eq!(as_entries(events), table.log_of(&players[0]).await);
    }
}

#[tokio::test]
async fn what_happened_while_nobody_read_comes_first() {
    let server = TestServer::start();
    let players = new_players(&server, 2).await;
    let table = Table::seat(players.clone(), &golf(2)).await;
    let events = Events::open(&players[0], "/v1/me/events?after=now", None).await;
    let mut events = events.expect("events");
    let game = table.turn_up().await;
    let seen = events.next().await.expect("an event");
    assert_eq!(
        seen.data["type"], "move",
        "nothing of what was there before"
    );
    drop(events);
    // A game that goes on and ends, and one that begins and ends.
    let begun = Table::seat(players.clone(), &golf(2)).await;
    begun.end().await;
    table.end().await;
    let mut events = Events::open(&players[0], PATH, Some(&seen.id))
        .await
        .expect("events");
    let mut read = Vec::new();
    while read
        .iter()
        .filter(|event: &&Event| event.data["type"] == "finished")
        .count()
        < 2
    {
        read.push(events.next().await.expect("an event"));
    }
    let games = by_game(&read);
    let after = usize::try_from(seen.data["seq"].as_u64().expect("a number")).expect("small");
    let log = table.log_of(&players[0]).await;
    assert!(game["version"].as_u64() > seen.data["seq"].as_u64());
    assert_eq!(as_entries(games[&table.game].iter().copied()), log[after..]);
    let log = begun.log_of(&players[0]).await;
    assert_eq!(as_entries(games[&begun.game].iter().copied()), log);
    // All of that was seen by now, and only what is new comes.
    let last = read.last().expect("an event").id.clone();
    let mut events = Events::open(&players[0], PATH, Some(&last))
        .await
        .expect("events");
    let next = Table::seat(players.clone(), &golf(2)).await;
    assert_eq!(
        events.next().await.expect("an event").data["game"],
        next.game
    );
}

#[tokio::test]
async fn a_game_comes_in_when_its_player_joins_and_goes_out_when_they_leave() {
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let table = Table::seat(players[..1].to_vec(), &golf(4)).await;
    let other = Table::seat(players[..1].to_vec(), &golf(4)).await;
    let ben = &players[1];
    let mut events = Events::open(ben, PATH, None).await.expect("events");
    table.join(ben).await;
    let mut read = Vec::new();
    for _ in 0..3 {
        read.push(events.next().await.expect("an event"));
    }
    assert_eq!(as_entries(&read), table.log_of(ben).await);
    ben.post(&table.path("/leave")).expect(200).await;
    // What happens there now is not theirs any more.
    table.join(&players[2]).await;
    other.join(ben).await;
    assert_eq!(
        events.next().await.expect("an event").data["game"],
        other.game
    );
}

#[tokio::test]
async fn what_is_no_id_of_an_event_is_refused() {
    let server = TestServer::shared();
    let player = server.player("Ann").await;
    // Not base64, nothing, another format, half a game, a moment that no calendar has.
    for id in ["12", "!", "AA", "AQ", "AQAAAZAAAAAAAA", "AX__________"] {
        let request = player.get(PATH).header("last-event-id", id);
        request.refused(422, "invalid").await;
    }
    server
        .nobody()
        .get(PATH)
        .refused(401, "unauthenticated")
        .await;
}

#[tokio::test]
async fn the_stream_ends_when_its_token_is_deleted() {
    let server = TestServer::start();
    let ann = server.player("Ann").await;
    let label = json!({ "label": "phone" });
    let token = ann.post("/v1/me/tokens").json(&label).expect(201).await;
    let phone = ann.with_token(&text(&token["token"]));
    let mut events = Events::open(&phone, PATH, None).await.expect("events");
    let path = format!("/v1/me/tokens/{}", text(&token["id"]));
    ann.delete(&path).expect(204).await;
    ann.post("/v1/games").json(&golf(2)).expect(201).await;
    assert_eq!(events.next().await, None);
}
