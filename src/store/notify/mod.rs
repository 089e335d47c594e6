//! Telling that games changed: this instance at once, the others through Postgres.
//!
//! A notification is sent after the commit and never within it: `NOTIFY` in a transaction takes a lock on the whole
//! database while it commits, and would make the moves of all games queue up for each other. So one can get lost,
//! when an instance dies in between. Nothing may therefore depend on hearing it but how soon something is seen.

mod connection;

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::{
    sync::{broadcast, mpsc},
    task::JoinHandle,
};

use super::Store;
use crate::{
    game::Game,
    types::id::{GameId, PlayerId},
};

/// How many changes can wait to be told to the other instances. One that doesn't fit is not told to them.
const OUTBOX: usize = 1024;
/// How many pieces of news whoever hears them may be behind.
const BACKLOG: usize = 4096;

/// A game changed. The same shape goes through Postgres, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// The game.
    pub game: GameId,
    /// The version that it has now.
    pub version: u32,
    /// Who takes part in it.
    pub players: Vec<PlayerId>,
}

impl From<&Game> for Changed {
    fn from(game: &Game) -> Self {
        Self {
            game: game.id(),
            version: game.version,
            players: game.members.iter().map(|member| member.player).collect(),
        }
    }
}

/// What is heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// A game changed, here or at another instance.
    Changed(Changed),
    /// Nobody was listening for a while: anything may have changed.
    Missed,
}

/// Where changes are told, and news heard.
#[derive(Clone)]
pub(super) struct Notifier {
    news: broadcast::Sender<News>,
    outbox: mpsc::Sender<Changed>,
    line: Arc<Mutex<Line>>,
}

/// The connection to the other instances.
enum Line {
    /// It was not asked for yet.
    Off {
        url: String,
        outbox: mpsc::Receiver<Changed>,
    },
    /// A task keeps it up.
    On(JoinHandle<()>),
    /// It was hung up.
    Closed,
}

impl Notifier {
    pub(super) fn new(url: &str) -> Self {
        let (outbox, waiting) = mpsc::channel(OUTBOX);
        Self {
            news: broadcast::channel(BACKLOG).0,
            outbox,
            line: Arc::new(Mutex::new(Line::Off {
                url: url.to_owned(),
                outbox: waiting,
            })),
        }
    }

    /// Tells that a game was changed by what was just committed.
    pub(super) fn tell(&self, game: &Game) {
        let changed = Changed::from(game);
        // Where it is not heard, or the outbox is full, it will be seen later.
        let _ = self.outbox.try_send(changed.clone());
        let _ = self.news.send(News::Changed(changed));
    }

    fn listen(&self) -> broadcast::Receiver<News> {
        let news = self.news.subscribe();
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        *line = match std::mem::replace(&mut *line, Line::Closed) {
            Line::Off { url, outbox } => Line::On(tokio::spawn(connection::keep_up(
                url,
                outbox,
                self.news.clone(),
            ))),
            line @ (Line::On(_) | Line::Closed) => line,
        };
        news
    }

    pub(super) fn close(&self) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if let Line::On(task) = std::mem::replace(&mut *line, Line::Closed) {
            task.abort();
        }
    }
}

impl Store {
    /// The changes of games from now on, at all instances. From the first call on this instance tells the others of
    /// its own changes too, over one connection for both.
    pub fn listen(&self) -> broadcast::Receiver<News> {
        self.notifier.listen()
    }
}
