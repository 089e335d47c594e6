//! Whole games, played once for all tests that look at them: by two to six players, with legal moves chosen by chance,
//! while everyone keeps looking on.

use std::sync::LazyLock;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{
    client::{Answer, Caller, Nobody, Request, text},
    pick::Picker,
    server::TestServer,
    table::{Table, golf, new_players, version},
};

/// What somebody was shown.
#[derive(Debug)]
pub struct Look {
    /// Who looked: the index of a player, or the number of players for someone who does not play.
    pub by: usize,
    /// The game as it was shown to them.
    pub game: Value,
    /// The same, once the game was over: as they are shown it with `?at=`. In larger games, for every fifth look.
    pub later: Option<Value>,
}

/// What a finished game looks like through somebody's eyes.
#[derive(Debug)]
pub struct ViewAs {
    /// Whose: a seat's number, `spectator` or `record`.
    pub whose: String,
    pub game: Value,
    pub log: Vec<Value>,
}

/// A game that was played, and all that was seen of it.
#[derive(Debug)]
pub struct Played {
    pub seats: usize,
    /// In the order in which the game went on.
    pub looks: Vec<Look>,
    /// For each player, and for someone who does not play: the log as it was shown to them while the game ran.
    pub logs: Vec<Vec<Value>>,
    /// The same, once the game was over.
    pub logs_later: Vec<Vec<Value>>,
    /// Through everyone's eyes, once the game was over.
    pub eyes: Vec<ViewAs>,
    /// With nothing hidden, after each entry from the first deal on. For the smallest game only.
    pub truths: Vec<Value>,
    /// The record that was downloaded.
    pub record: Answer,
    /// The same line by line.
    pub lines: Answer,
    /// The same in words.
    pub text: Answer,
}

impl Played {
    /// The game once it was over, as it was shown to a player.
    pub fn end(&self) -> &Value {
        &self.looks.last().expect("somebody looked").game
    }

    /// Through whose eyes the one who looked sees.
    pub fn eyes_of(&self, by: usize) -> &ViewAs {
        let whose = self
            .looks
            .iter()
            .rev()
            .find(|look| look.by == by)
            .map_or(&Value::Null, |look| &look.game["you"]["seat"]);
        let whose = whose
            .as_u64()
            .map_or_else(|| "spectator".to_owned(), |seat| seat.to_string());
        self.eyes_named(&whose)
    }

    /// What is seen through these eyes.
    pub fn eyes_named(&self, whose: &str) -> &ViewAs {
        self.eyes
            .iter()
            .find(|eyes| eyes.whose == whose)
            .expect("everyone's eyes")
    }
}

/// Games of two to six players.
pub static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let playing = std::thread::spawn(|| {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime")
            .block_on(async {
                let server = TestServer::start();
                join_all((2..=6).map(|seats| play(&server, seats))).await
            })
    });
    playing
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
});

/// A game that is being played, and what was seen of it.
struct Playing {
    table: Table,
    nobody: Nobody,
    looks: Vec<(usize, Value)>,
    logs: Vec<Vec<Value>>,
}

impl Playing {
    /// Everyone sits down, some with entropy of their own, and some looking on from before the start.
    async fn begin(server: &TestServer, seats: usize) -> Self {
        let players = new_players(server, seats).await;
        let mut new = golf(seats);
        new["seating"] = "random".into();
        new["entropy"] = "5eed".into();
        new["options"]["end_at_once"] = (seats > 3).into();
        let mut playing = Self {
            table: Table::seat(players[..1].to_vec(), &new).await,
            nobody: server.nobody(),
            looks: Vec::new(),
            logs: vec![Vec::new(); seats + 1],
        };
        playing.table.players = players;
        for (index, player) in playing.table.players.clone().iter().enumerate().skip(1) {
            playing.look(0).await;
            playing.look(seats).await;
            let entropy = if index % 2 == 1 {
                json!({ "entropy": format!("{index:02x}") })
            } else {
                json!({})
            };
            let joined = player
                .post(&playing.table.path("/join"))
                .json(&entropy)
                .expect(200)
                .await;
            playing.looks.push((index, joined));
        }
        playing
    }

    fn request(&self, by: usize, rest: &str) -> Request {
        let path = self.table.path(rest);
        match self.table.players.get(by) {
            Some(player) => player.get(&path),
            None => self.nobody.get(&path),
        }
    }

    async fn look(&mut self, by: usize) {
        let game = self.request(by, "").expect(200).await;
        self.looks.push((by, game));
    }

    /// Reads on in the log.
    async fn read_on(&mut self, by: usize) {
        let rest = format!("/log?after={}", self.logs[by].len());
        let log = self.request(by, &rest).expect(200).await;
        let entries = log["items"].as_array().expect("a list");
        self.logs[by].extend(entries.iter().cloned());
    }

    /// The index of the player who is to move.
    fn mover(&self) -> Option<usize> {
        let (_, game) = self.looks.last()?;
        let id = &game["seats"][game["turn"]["seats"].get(0)?.as_u64()? as usize]["player"]["id"];
        self.table
            .players
            .iter()
            .position(|player| player.id == *id)
    }

    async fn play_to_the_end(&mut self) {
        let seats = self.table.players.len();
        let mut picker = Picker::new(seats as u64);
        while let Some(mover) = self.mover() {
            let mut game = self
                .request(mover, "?include=legal_moves")
                .expect(200)
                .await;
            let legal = game
                .as_object_mut()
                .expect("an object")
                .remove("legal_moves")
                .expect("legal moves");
            let at = version(&game);
            self.looks.push((mover, game));
            let mv = choose(&legal["moves"], &mut picker);
            let after = self.table.play(&self.table.players[mover], at, mv).await;
            self.looks.push((mover, after));
            let step = usize::try_from(at).expect("a small number");
            for by in
                (0..=seats).filter(|by| *by != mover && (seats == 2 || (step + by) % seats == 0))
            {
                self.look(by).await;
            }
            self.read_on(step % (seats + 1)).await;
        }
        for by in (0..=seats).rev() {
            self.look(by).await;
        }
    }
}

/// A kind of move, and one of that kind: cards would hardly ever be drawn if every move were as likely.
pub fn choose(moves: &Value, picker: &mut Picker) -> Value {
    let moves = moves.as_array().expect("a list");
    let mut kinds: Vec<&Value> = moves.iter().map(|mv| &mv["type"]).collect();
    kinds.dedup();
    let kind = *picker.one(&kinds);
    let of_it: Vec<&Value> = moves.iter().filter(|mv| mv["type"] == *kind).collect();
    (*picker.one(&of_it)).clone()
}

async fn play(server: &TestServer, seats: usize) -> Played {
    let mut playing = Playing::begin(server, seats).await;
    playing.play_to_the_end().await;
    let logs = playing.logs.clone();
    let mut looks = Vec::new();
    for (index, (by, game)) in std::mem::take(&mut playing.looks).into_iter().enumerate() {
        let mut later = None;
        if seats == 2 || index % 5 == 0 {
            let rest = format!("?at={}", version(&game));
            later = Some(playing.request(by, &rest).expect(200).await);
        }
        looks.push(Look { by, game, later });
    }
    let mut logs_later = Vec::new();
    for by in 0..=seats {
        playing.logs[by].clear();
        playing.read_on(by).await;
        logs_later.push(std::mem::take(&mut playing.logs[by]));
    }
    let all = (0..seats)
        .map(|seat| seat.to_string())
        .chain(["spectator", "record"].map(str::to_owned));
    let mut eyes = Vec::new();
    for whose in all {
        let game = playing
            .request(seats, &format!("?as={whose}"))
            .expect(200)
            .await;
        let log = playing
            .request(seats, &format!("/log?as={whose}"))
            .expect(200)
            .await;
        let log = log["items"].as_array().expect("a list").clone();
        eyes.push(ViewAs { whose, game, log });
    }
    let end = version(&looks.last().expect("somebody looked").game);
    let mut truths = Vec::new();
    for at in (seats as u64 + 3..=end).filter(|_| seats == 2) {
        truths.push(
            playing
                .request(seats, &format!("?as=record&at={at}"))
                .expect(200)
                .await,
        );
    }
    let record = playing.request(seats, "/record").send().await;
    assert_eq!(text(&record.expect(200)["id"]), playing.table.game);
    let lines = playing.request(seats, "/record?format=ndjson").send().await;
    let told = playing.request(seats, "/record?format=text").send().await;
    Played {
        seats,
        looks,
        logs,
        logs_later,
        eyes,
        truths,
        record,
        lines,
        text: told,
    }
}
