//! What is sent to a server: each workload is a loop of one connection over the games that it has to itself.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::{Connection, number_in};

/// What a connection does, over and over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Workload {
    /// Moves in games of Golf that never end: draw, discard.
    Moves,
    /// Moves of any kind of game, each chosen from the legal ones, which are read before it; only the move is timed.
    Play(&'static str),
    /// `GET` of a game, with a body.
    Reads,
    /// `GET` of a game that the client has already.
    NotModified,
    /// `GET` of the legal moves.
    LegalMoves,
    /// The games of a player.
    Inbox,
    /// The public games that are open.
    Lobby,
    /// A new game.
    Create,
}

/// The workloads by the names that they have on the command line.
pub const WORKLOADS: [(&str, Workload); 12] = [
    ("moves", Workload::Moves),
    ("reads", Workload::Reads),
    ("not-modified", Workload::NotModified),
    ("legal-moves", Workload::LegalMoves),
    ("inbox", Workload::Inbox),
    ("lobby", Workload::Lobby),
    ("create", Workload::Create),
    ("golf", Workload::Play("golf")),
    ("juggling-act", Workload::Play("juggling-act")),
    ("juggling-act-solo", Workload::Play("juggling-act-solo")),
    ("rummy", Workload::Play("rummy")),
    ("ju", Workload::Play("ju")),
];

/// A game, the tokens of its seats, and how far it has come.
#[derive(Debug, Clone)]
pub struct Game {
    path: String,
    tokens: Vec<String>,
    version: u64,
    to_move: usize,
    has_drawn: bool,
}

async fn post(connection: &mut Connection, path: &str, token: Option<&str>, body: &Value) -> Value {
    let body = body.to_string();
    let response = connection.send("POST", path, token, "", &body).await;
    assert!(
        response.status < 300,
        "{path}: {} {}",
        response.status,
        String::from_utf8_lossy(response.body)
    );
    serde_json::from_slice(response.body).expect("a body of JSON")
}

/// Registers players and starts a game of this kind with them.
pub async fn start_game(connection: &mut Connection, kind: &str) -> Game {
    let seats = if kind == "juggling-act-solo" { 1 } else { 2 };
    let mut tokens = Vec::new();
    for seat in 0..seats {
        let name = format!("Player {seat}");
        let player = post(connection, "/v1/players", None, &json!({ "name": name })).await;
        tokens.push(player["token"].as_str().expect("a token").to_owned());
    }
    start_with(connection, kind, tokens).await
}

async fn start_with(connection: &mut Connection, kind: &str, tokens: Vec<String>) -> Game {
    let new = json!({ "kind": kind, "seats": tokens.len(), "seating": "as_joined" });
    let mut game = post(connection, "/v1/games", Some(&tokens[0]), &new).await;
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    for token in &tokens[1..] {
        game = post(connection, &format!("{path}/join"), Some(token), &json!({})).await;
    }
    Game {
        path,
        version: game["version"].as_u64().expect("a version"),
        to_move: seat_to_move(&game).unwrap_or_default(),
        tokens,
        has_drawn: false,
    }
}

fn seat_to_move(game: &Value) -> Option<usize> {
    usize::try_from(game["turn"]["seats"][0].as_u64()?).ok()
}

/// Turns up the first cards of a game of Golf, so that drawing and discarding can go on for ever.
pub async fn turn_up(connection: &mut Connection, game: &mut Game) {
    for _ in 0..2 {
        let body =
            json!({ "version": game.version, "move": { "type": "golf.turn_up", "slots": [0, 1] } });
        let token = &game.tokens[game.to_move];
        let answer = post(
            connection,
            &format!("{}/moves", game.path),
            Some(token),
            &body,
        )
        .await;
        game.version = answer["version"].as_u64().expect("a version");
        game.to_move = seat_to_move(&answer).expect("a seat");
    }
}

impl Game {
    /// The address of the game, without that of the server.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl Workload {
    /// Sends this workload until the time is over. Returns how long each request took.
    pub async fn run(
        self,
        connection: &mut Connection,
        games: &mut [Game],
        until: Instant,
    ) -> Vec<Duration> {
        let mut took = Vec::new();
        let mut turn = 0;
        while Instant::now() < until {
            let number = turn % games.len();
            took.push(self.once(connection, &mut games[number]).await);
            turn += 1;
        }
        took
    }

    async fn once(self, connection: &mut Connection, game: &mut Game) -> Duration {
        let get = |path: String, token: Option<String>, headers: String| (path, token, headers);
        let token = game.tokens[game.to_move].clone();
        let (path, token, headers) = match self {
            Self::Moves => return draw_or_discard(connection, game).await,
            Self::Play(kind) => return play(connection, game, kind).await,
            Self::Create => {
                let body = json!({ "kind": "golf", "seats": 2 }).to_string();
                let created = connection
                    .send("POST", "/v1/games", Some(&token), "", &body)
                    .await;
                assert_eq!(created.status, 201);
                let took = created.took;
                let body: Value = serde_json::from_slice(created.body).expect("a game");
                let path = format!("/v1/games/{}/cancel", body["id"].as_str().expect("an id"));
                // A player may not have any number of open games.
                connection.send("POST", &path, Some(&token), "", "").await;
                return took;
            }
            Self::Reads => get(game.path.clone(), Some(token), String::new()),
            Self::NotModified => {
                let known = format!("if-none-match: \"{}\"\r\n", game.version);
                get(game.path.clone(), Some(token), known)
            }
            Self::LegalMoves => get(
                format!("{}/legal-moves", game.path),
                Some(token),
                String::new(),
            ),
            Self::Inbox => get("/v1/me/games".into(), Some(token), String::new()),
            Self::Lobby => get("/v1/games?status=open".into(), None, String::new()),
        };
        let response = connection
            .send("GET", &path, token.as_deref(), &headers, "")
            .await;
        let expected = if self == Self::NotModified { 304 } else { 200 };
        assert_eq!(response.status, expected, "{path}");
        response.took
    }
}

async fn draw_or_discard(connection: &mut Connection, game: &mut Game) -> Duration {
    let mv = if game.has_drawn {
        "golf.discard"
    } else {
        "golf.draw"
    };
    let body = format!(r#"{{"version":{},"move":{{"type":"{mv}"}}}}"#, game.version);
    let path = format!("{}/moves", game.path);
    let token = &game.tokens[game.to_move];
    let response = connection.send("POST", &path, Some(token), "", &body).await;
    assert_eq!(
        response.status,
        201,
        "{}",
        String::from_utf8_lossy(response.body)
    );
    game.version = number_in(response.body, "version").expect("a version");
    let took = response.took;
    if game.has_drawn {
        game.to_move = 1 - game.to_move;
    }
    game.has_drawn = !game.has_drawn;
    took
}

async fn play(connection: &mut Connection, game: &mut Game, kind: &str) -> Duration {
    let token = game.tokens[game.to_move].clone();
    let legal = connection
        .send(
            "GET",
            &format!("{}/legal-moves", game.path),
            Some(&token),
            "",
            "",
        )
        .await;
    let legal: Value = serde_json::from_slice(legal.body).expect("legal moves");
    let moves = legal["moves"].as_array().expect("a list");
    let number = usize::try_from(game.version).expect("a small number") * 7 % moves.len().max(1);
    let body = json!({ "version": game.version, "move": moves[number] }).to_string();
    let path = format!("{}/moves", game.path);
    let response = connection
        .send("POST", &path, Some(&token), "", &body)
        .await;
    assert_eq!(
        response.status,
        201,
        "{}",
        String::from_utf8_lossy(response.body)
    );
    let took = response.took;
    let answer: Value = serde_json::from_slice(response.body).expect("a game");
    game.version = answer["version"].as_u64().expect("a version");
    match seat_to_move(&answer) {
        Some(seat) => game.to_move = seat,
        None => *game = start_with(connection, kind, game.tokens.clone()).await,
    }
    took
}
