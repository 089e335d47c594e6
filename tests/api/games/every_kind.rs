//! Every kind of game, over HTTP, from its creation to the record: what is shown and taken is as the document says,
//! whatever is played.

use std::collections::BTreeSet;

use cardpost::{
    bot::Bot,
    engine::any::Kind,
    record::{replay::replay, script::Script},
};
use rand::{SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};

use crate::support::{
    bots::bot_move,
    client::{Caller as _, text},
    env::ticking,
    server::{Setup, TestServer},
    table::{Table, new_players, seat, version},
};

/// A game that is played from its creation to its record.
struct Match {
    kind: Kind,
    seats: usize,
    /// As JSON.
    options: &'static str,
    /// Who plays: the bots take the seats in turn.
    bots: &'static [Bot],
}

const RANDOM: &[Bot] = &[Bot::Random];
/// Who only ever makes any move hardly ever declares.
const STEADY: &[Bot] = &[Bot::Steady];
/// Those who move at random soon drop.
const MIXED: &[Bot] = &[Bot::Steady, Bot::Random];

const MATCHES: &[Match] = &[
    Match::new(Kind::Golf, 2, r#"{"holes":3}"#, RANDOM),
    Match::new(Kind::Golf, 6, r#"{"holes":3,"end_at_once":true}"#, RANDOM),
    Match::new(Kind::JugglingAct, 2, "{}", RANDOM),
    Match::new(Kind::JugglingAct, 3, r#"{"rounds":"one"}"#, RANDOM),
    Match::new(Kind::JugglingAct, 4, r#"{"rounds":"one"}"#, RANDOM),
    Match::new(Kind::JugglingActSolo, 1, "{}", RANDOM),
    Match::new(
        Kind::Rummy,
        2,
        r#"{"match":{"type":"deals","deals":2}}"#,
        STEADY,
    ),
    Match::new(
        Kind::Rummy,
        4,
        r#"{"match":{"type":"pool","limit":101}}"#,
        MIXED,
    ),
    Match::new(
        Kind::Rummy,
        8,
        r#"{"match":{"type":"deals","deals":1}}"#,
        STEADY,
    ),
    Match::new(Kind::Ju, 2, r#"{"target":50}"#, RANDOM),
    Match::new(Kind::Ju, 3, r#"{"target":100}"#, RANDOM),
    Match::new(Kind::Ju, 8, r#"{"target":50}"#, RANDOM),
];

/// Every so many moves everyone looks, those too who are not to move.
const ALL_LOOK: usize = 5;

/// Every so many moves, a move of an open form is made where there is one.
const OPEN_FORMS: usize = 2;

/// How many looks of a game are taken again once it is over.
const LATER_LOOKS: usize = 12;

impl Match {
    const fn new(kind: Kind, seats: usize, options: &'static str, bots: &'static [Bot]) -> Self {
        Self {
            kind,
            seats,
            options,
            bots,
        }
    }

    /// The players sit down.
    async fn begin(&self, server: &TestServer) -> Table {
        let options: Value = serde_json::from_str(self.options).expect("JSON");
        let new = json!({
            "kind": self.kind, "seats": self.seats, "options": options, "seating": "as_joined",
        });
        Table::seat(new_players(server, self.seats).await, &new).await
    }

    /// Plays until the game is over. Gives what was seen: who looked (the number of players for someone who does not
    /// play), and the game.
    async fn play(&self, server: &TestServer, table: &Table) -> Vec<(usize, Value)> {
        let mut random = StdRng::seed_from_u64(self.seats as u64);
        let mut seen = Vec::new();
        let mut moves = 0;
        loop {
            let game = table.seen_by(&server.nobody()).await;
            if game["status"] != "playing" {
                seen.push((self.seats, game));
                return seen;
            }
            if moves % ALL_LOOK == 0 {
                for (by, player) in table.players.iter().enumerate() {
                    seen.push((by, table.seen_by(player).await));
                }
            }
            let mover = table.mover(&game);
            seen.push((self.seats, game));
            let asked = mover.get(&table.path("?include=legal_moves"));
            let game = asked.expect(200).await;
            let bot = self.bots[seat(&game["you"]["seat"]) % self.bots.len()];
            // Of a form that is too wide to list there is one example among many moves: by chance it hardly comes.
            let mv = example_of_open_form(&game)
                .filter(|_| moves % OPEN_FORMS == 0)
                .unwrap_or_else(|| bot_move(bot, &game, &mut random));
            let after = table.play(mover, version(&game), mv).await;
            seen.push((seat(&game["you"]["seat"]), after));
            moves += 1;
        }
    }

    /// Plays the whole game, looks back at it, and plays its record again. Gives the types of all its events.
    async fn run(&self, server: &TestServer) -> BTreeSet<String> {
        let table = self.begin(server).await;
        let seen = self.play(server, &table).await;
        self.check_looking_back(server, &table, &seen).await;
        for player in &table.players {
            table.log_of(player).await;
        }
        let (_, end) = seen.last().expect("somebody looked");
        self.check_record(server, &table, end).await
    }

    /// What was seen while the game went on is shown again once it is over.
    async fn check_looking_back(
        &self,
        server: &TestServer,
        table: &Table,
        seen: &[(usize, Value)],
    ) {
        for (by, game) in seen.iter().step_by(seen.len().div_ceil(LATER_LOOKS)) {
            let path = table.path(&format!("?at={}", version(game)));
            let later = match table.players.get(*by) {
                Some(player) => player.get(&path).expect(200).await,
                None => server.nobody().get(&path).expect(200).await,
            };
            assert_eq!(later, *game, "{}, seen by {by}", self.kind);
        }
    }

    /// The record that is downloaded leads to the result that was shown.
    async fn check_record(
        &self,
        server: &TestServer,
        table: &Table,
        end: &Value,
    ) -> BTreeSet<String> {
        let answer = server.nobody().get(&table.path("/record")).send().await;
        let record = answer.expect(200);
        assert_eq!(record["result"], end["result"]);
        let script = Script::read(std::str::from_utf8(&answer.body).expect("a text"));
        let script = script.unwrap_or_else(|error| panic!("{}: {error}", self.kind));
        let replayed = replay(&script, None, &mut |_| {});
        let replayed = replayed.unwrap_or_else(|error| panic!("{}: {error}", self.kind));
        assert_eq!(json!(replayed.outcome()), end["result"], "{}", self.kind);
        let log = record["log"].as_array().expect("a list");
        assert!(log.iter().all(|entry| entry["type"] != "resigned"));
        let events = log.iter().filter_map(|entry| entry["events"].as_array());
        events.flatten().map(|event| text(&event["type"])).collect()
    }
}

/// The listed example of a form of move that stands in `open`, where there is one.
fn example_of_open_form(game: &Value) -> Option<Value> {
    let legal = &game["legal_moves"];
    let open = legal["open"].as_array()?;
    let mut listed = legal["moves"].as_array()?.iter();
    listed
        .find(|mv| {
            let mut forms = open.iter();
            forms.any(|form| form["properties"]["type"]["const"] == mv["type"])
        })
        .cloned()
}

/// Plays all games of a kind, one after the other in a world that is always the same, so that the same is played in
/// every run: then among their events are these.
async fn play_all(kind: Kind, must_happen: &[&str]) {
    let setup = Setup {
        env: ticking(),
        ..Setup::default()
    };
    let server = TestServer::with(setup);
    let mut happened = BTreeSet::new();
    for one in MATCHES.iter().filter(|one| one.kind == kind) {
        happened.append(&mut one.run(&server).await);
    }
    for event in must_happen {
        assert!(happened.contains(*event), "no {event}: {happened:?}");
    }
}

#[tokio::test]
async fn whole_games_of_golf_are_played_and_leave_records() {
    play_all(Kind::Golf, &["golf.went_out", "golf.hole_scored"]).await;
}

#[tokio::test]
async fn whole_games_of_juggling_act_are_played_and_leave_records() {
    let events = [
        "juggling.thrown",
        "juggling.taken",
        "juggling.prepared",
        "juggling.caught",
        "juggling.went_out",
        "juggling.round_scored",
    ];
    play_all(Kind::JugglingAct, &events).await;
}

#[tokio::test]
async fn a_whole_solo_performance_is_played_and_leaves_a_record() {
    play_all(Kind::JugglingActSolo, &["solo.dead_space", "solo.lost"]).await;
}

#[tokio::test]
async fn whole_matches_of_rummy_are_played_and_leave_records() {
    let events = [
        "rummy.discarded",
        "rummy.dropped",
        "rummy.declared",
        "rummy.deal_scored",
        "rummy.went_out",
    ];
    play_all(Kind::Rummy, &events).await;
}

#[tokio::test]
async fn whole_games_of_ju_are_played_and_leave_records() {
    let events = [
        "ju.played",
        "ju.blocked",
        "ju.made",
        "ju.given",
        "ju.round_scored",
    ];
    play_all(Kind::Ju, &events).await;
}

#[test]
fn every_kind_is_played_by_the_fewest_and_by_the_most() {
    for &kind in Kind::ALL {
        for players in [*kind.about().players.start(), *kind.about().players.end()] {
            let is_played = |one: &Match| one.kind == kind && one.seats == usize::from(players);
            assert!(MATCHES.iter().any(is_played), "{kind} by {players}");
        }
    }
}

#[tokio::test]
async fn a_game_for_one_begins_when_it_is_created() {
    let server = TestServer::shared();
    for kind in Kind::ALL
        .iter()
        .filter(|kind| *kind.about().players.start() == 1)
    {
        let ann = server.player("Ann").await;
        let new = json!({ "kind": kind, "seats": 1 });
        let key = format!("a game of {kind} for {}", ann.id);
        let request = |body: &Value| {
            ann.post("/v1/games")
                .header("idempotency-key", &key)
                .json(body)
        };
        let first = request(&new).send().await;
        let game = first.expect(201);
        assert_eq!(game["status"], "playing");
        assert_eq!(game["turn"]["seats"], json!([0]));
        assert_eq!(request(&new).send().await.body, first.body);
        let resigned = ann.post(&format!("/v1/games/{}/resign", text(&game["id"])));
        assert_eq!(resigned.expect(200).await["status"], "finished");
        assert_eq!(request(&new).send().await.body, first.body);
    }
}
