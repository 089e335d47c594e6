//! Whole games of every kind, and all that anyone was shown of them: with `?at=` each moment is shown again just as
//! it was, byte for byte, to the same caller while the game goes on and once it is over, and to anyone through the
//! same eyes once it is over.
//!
//! Nothing may differ but `you`, and that only through the eyes of others: it says which seat is the caller's, not
//! whose eyes are looked through. Names are those of today, and nobody here changes theirs.

use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Request},
    pick::Picker,
    played::choose,
    server::TestServer,
    table::{Table, new_players, seat, version},
};

/// What somebody was shown at a moment.
struct Shown {
    /// Who: a seat, or the number of seats for someone who does not play.
    by: usize,
    version: u64,
    body: Vec<u8>,
}

/// A game that is being played, and all that was shown of it so far.
struct Watched<'a> {
    server: &'a TestServer,
    table: Table,
    shown: Vec<Shown>,
    picker: Picker,
}

impl Watched<'_> {
    fn request(&self, by: usize, rest: &str) -> Request {
        let path = self.table.path(rest);
        match self.table.players.get(by) {
            Some(player) => player.get(&path),
            None => self.server.nobody().get(&path),
        }
    }

    /// Everyone looks. Gives the game as someone sees it who does not play.
    async fn look(&mut self) -> Value {
        let seats = self.table.players.len();
        let mut game = Value::Null;
        for by in 0..=seats {
            let answer = self.request(by, "").send().await;
            game = answer.expect(200);
            self.keep(by, answer.body);
        }
        game
    }

    fn keep(&mut self, by: usize, body: Vec<u8>) {
        let game: Value = serde_json::from_slice(&body).expect("a game");
        let version = version(&game);
        self.shown.push(Shown { by, version, body });
    }

    /// Somebody who was shown a moment looks at it again.
    async fn look_back(&self, shown: &Shown) {
        let rest = format!("?at={}", shown.version);
        let again = self.request(shown.by, &rest).send().await;
        again.expect_status(200);
        same(&again.body, &shown.body);
    }

    /// Makes a legal move, and keeps its answer, which is the game as the mover sees it then.
    async fn move_on(&mut self, game: &Value) {
        let mover = seat(&game["turn"]["seats"][0]);
        let player = &self.table.players[mover];
        let legal = player.get(&self.table.path("/legal-moves"));
        let legal = legal.expect(200).await;
        let mut mv = choose(&legal["moves"], &mut self.picker);
        // Who drops leaves the deal, which would soon be over.
        for _ in 0..3 {
            if mv["type"] == "rummy.drop" {
                mv = choose(&legal["moves"], &mut self.picker);
            }
        }
        let body = json!({ "version": version(&legal), "move": mv });
        let moves = player.post(&self.table.path("/moves")).json(&body);
        let answer = moves.send().await;
        answer.expect_status(201);
        self.keep(mover, answer.body);
    }
}

#[track_caller]
fn same(again: &[u8], before: &[u8]) {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(again), text(before));
}

/// What is shown of a game to one who plays, made into what is shown to one who looks on through the same eyes.
fn through_other_eyes(body: &[u8], by: usize) -> String {
    let own = format!(r#""you":{{"seat":{by}}}"#);
    let body = String::from_utf8_lossy(body);
    assert_eq!(body.matches(&own).count(), 1, "{body}");
    body.replace(&own, r#""you":null"#)
}

/// Plays a game to its end, with somebody resigning after so many moves, and looks back at all of it.
async fn relive(kind: &str, seats: usize, options: Value, resigns_after: Option<usize>) {
    let server = TestServer::shared();
    let new = json!({ "kind": kind, "seats": seats, "seating": "as_joined", "options": options });
    let mut watched = Watched {
        table: Table::seat(new_players(&server, seats).await, &new).await,
        server: &server,
        shown: Vec::new(),
        picker: Picker::new(seats as u64),
    };
    let mut game = watched.look().await;
    for made in 0.. {
        if game["status"] != "playing" {
            break;
        }
        if resigns_after == Some(made) {
            let resign = watched.table.players[1].post(&watched.table.path("/resign"));
            let answer = resign.send().await;
            answer.expect_status(200);
            watched.keep(1, answer.body);
        } else {
            watched.move_on(&game).await;
        }
        game = watched.look().await;
        let before = watched.picker.below(watched.shown.len());
        watched.look_back(&watched.shown[before]).await;
    }
    for shown in &watched.shown {
        watched.look_back(shown).await;
        if shown.by < seats {
            let rest = format!("?as={}&at={}", shown.by, shown.version);
            let again = watched.request(seats, &rest).send().await;
            again.expect_status(200);
            let expected = through_other_eyes(&shown.body, shown.by);
            same(&again.body, expected.as_bytes());
        }
    }
}

#[tokio::test]
async fn golf_is_shown_again_as_it_was() {
    relive("golf", 2, json!({ "holes": 3, "end_at_once": true }), None).await;
}

#[tokio::test]
async fn juggling_act_is_shown_again_as_it_was() {
    relive("juggling-act", 2, json!({ "rounds": "one" }), None).await;
}

#[tokio::test]
async fn a_solo_performance_is_shown_again_as_it_was() {
    relive("juggling-act-solo", 1, json!({}), None).await;
}

#[tokio::test]
async fn rummy_is_shown_again_as_it_was() {
    let one = json!({ "match": { "type": "deals", "deals": 2 } });
    relive("rummy", 3, one, None).await;
}

#[tokio::test]
async fn ju_is_shown_again_as_it_was() {
    relive("ju", 3, json!({ "target": 50 }), None).await;
}

#[tokio::test]
async fn a_game_that_somebody_left_is_shown_again_as_it_was() {
    relive("ju", 3, json!({ "target": 50 }), Some(6)).await;
}

#[tokio::test]
async fn a_game_that_ended_because_somebody_left_is_shown_again_as_it_was() {
    relive("golf", 2, json!({}), Some(4)).await;
}
