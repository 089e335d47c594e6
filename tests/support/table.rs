//! Games for tests: players who have sat down, and what they do.

use serde_json::{Value, json};

use super::{
    client::{Caller, Player, text},
    server::TestServer,
};

/// A game and its players.
#[derive(Debug, Clone)]
pub struct Table {
    /// The id of the game.
    pub game: String,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// What lets players join, where it is private.
    pub join_code: Option<String>,
}

/// What a short game of Golf for so many is created with: the seats are those in the order of joining.
pub fn golf(seats: usize) -> Value {
    json!({
        "kind": "golf",
        "options": { "holes": 3 },
        "seats": seats,
        "visibility": "public",
        "seating": "as_joined",
    })
}

/// The same, private.
pub fn private_golf(seats: usize) -> Value {
    let mut golf = golf(seats);
    golf["visibility"] = "private".into();
    golf
}

impl Table {
    /// A public game of Golf that is being played by so many new players.
    pub async fn of(server: &TestServer, seats: usize) -> Self {
        Self::seat(new_players(server, seats).await, &golf(seats)).await
    }

    /// A game that the first of these players creates and the others join.
    pub async fn seat(players: Vec<Player>, new: &Value) -> Self {
        let created = players[0].post("/v1/games").json(new).expect(201).await;
        let join_code = created.get("join_code").map(text);
        let table = Self {
            game: text(&created["id"]),
            players,
            join_code,
        };
        for player in &table.players[1..] {
            table.join(player).await;
        }
        table
    }

    /// A player joins.
    pub async fn join(&self, player: &Player) -> Value {
        let mut body = json!({});
        if let Some(code) = &self.join_code {
            body["join_code"] = code.as_str().into();
        }
        player
            .post(&self.path("/join"))
            .json(&body)
            .expect(200)
            .await
    }

    /// An address under that of the game.
    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.game)
    }

    /// The game as this caller sees it.
    pub async fn seen_by(&self, caller: &impl Caller) -> Value {
        caller.get(&self.path("")).expect(200).await
    }

    /// The log as this caller sees it.
    pub async fn log_of(&self, caller: &impl Caller) -> Vec<Value> {
        let log = caller.get(&self.path("/log")).expect(200).await;
        log["items"].as_array().expect("a list").clone()
    }

    /// The version, and the player whose turn it is.
    pub async fn turn(&self) -> (u64, &Player) {
        let game = self.seen_by(&self.players[0]).await;
        (version(&game), self.mover(&game))
    }

    /// The player whose turn it is in this game.
    pub fn mover(&self, game: &Value) -> &Player {
        &self.players[seat(&game["turn"]["seats"][0])]
    }

    /// A player moves.
    pub async fn play(&self, player: &Player, version: u64, mv: Value) -> Value {
        let body = json!({ "version": version, "move": mv });
        let moves = self.path("/moves");
        player.post(&moves).json(&body).expect(201).await
    }

    /// Everyone turns up two cards, so that turns begin. Gives the game as the first to act sees it.
    pub async fn turn_up(&self) -> Value {
        let mut game = self.seen_by(&self.players[0]).await;
        while game["state"]["phase"] == "turn_up" {
            let mv = json!({ "type": "golf.turn_up", "slots": [0, 4] });
            game = self.play(self.mover(&game), version(&game), mv).await;
        }
        self.seen_by(self.mover(&game)).await
    }

    /// Everyone moves until the game is over.
    pub async fn play_on(&self) {
        let mut game = self.seen_by(&self.players[0]).await;
        while game["status"] == "playing" {
            let mover = self.mover(&game);
            let seen = self.seen_by(mover).await;
            game = self.play(mover, version(&seen), quick_move(&seen)).await;
        }
    }

    /// All but the first player resign, which ends the game.
    pub async fn end(&self) {
        for player in &self.players[1..] {
            player.post(&self.path("/resign")).expect(200).await;
        }
    }
}

/// New players, named in the order of the alphabet.
pub async fn new_players(server: &TestServer, number: usize) -> Vec<Player> {
    const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"];
    let mut players = Vec::new();
    for name in &NAMES[..number] {
        players.push(server.player(name).await);
    }
    players
}

/// The version of a game.
#[track_caller]
pub fn version(game: &Value) -> u64 {
    game["version"].as_u64().expect("a version")
}

/// The number of a seat.
#[track_caller]
pub fn seat(value: &Value) -> usize {
    let seat = value.as_u64().expect("a seat");
    usize::try_from(seat).expect("a small number")
}

/// A move with which a game of Golf soon ends: whoever is to move turns up a card.
pub fn quick_move(game: &Value) -> Value {
    let hand = &game["state"]["hands"][seat(&game["turn"]["seats"][0])];
    let face_up = hand["face_up"].as_array().expect("a list");
    let face_down: Vec<usize> = (0..face_up.len())
        .filter(|&slot| face_up[slot] == false)
        .collect();
    if game["state"]["phase"] == "turn_up" {
        json!({ "type": "golf.turn_up", "slots": face_down[..2] })
    } else {
        json!({ "type": "golf.take", "slot": face_down[0] })
    }
}
