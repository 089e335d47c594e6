//! Notifications about changed games: to this instance directly, to the others through Postgres.
//!
//! A notification is sent after the commit and never inside the transaction: `NOTIFY` in a transaction takes a lock on
//! the whole database while it commits, which would serialize the moves of all games. So a notification is lost when
//! an instance dies between the two. Only latency may depend on it: every reader must also poll.

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

/// How many changes can wait to be sent to the other instances. Further changes are not sent.
const QUEUE: usize = 1024;
/// How many notifications a subscriber can be behind before it misses some.
const BACKLOG: usize = 4096;

/// A change of a game. Its JSON form is the payload of the Postgres notification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameChanged {
    /// The game.
    pub game: GameId,
    /// The version of the game after the change.
    pub version: u32,
    /// The members of the game.
    pub players: Vec<PlayerId>,
}

impl From<&Game> for GameChanged {
    fn from(game: &Game) -> Self {
        Self {
            game: game.id(),
            version: game.version,
            players: game.members.iter().map(|member| member.player).collect(),
        }
    }
}

/// A notification, as a subscriber receives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notification {
    /// A game changed, on this instance or another one.
    Changed(GameChanged),
    /// Notifications may have been missed, because there was no connection for a while: any game may have changed.
    Missed,
}

/// Publishes changes to the subscribers of this instance and, through Postgres, to the other instances.
#[derive(Clone)]
pub(super) struct Notifier {
    subscribers: broadcast::Sender<Notification>,
    queue: mpsc::Sender<GameChanged>,
    link: Arc<Mutex<Link>>,
}

/// The link to the other instances.
enum Link {
    /// It has no subscriber yet.
    Idle {
        url: String,
        queue: mpsc::Receiver<GameChanged>,
    },
    /// This task maintains the connection.
    Running(JoinHandle<()>),
    Closed,
}

impl Notifier {
    pub(super) fn new(url: &str) -> Self {
        let (queue, receiver) = mpsc::channel(QUEUE);
        Self {
            subscribers: broadcast::channel(BACKLOG).0,
            queue,
            link: Arc::new(Mutex::new(Link::Idle {
                url: url.to_owned(),
                queue: receiver,
            })),
        }
    }

    /// Publishes the committed change that led to this state of a game.
    pub(super) fn publish(&self, game: &Game) {
        let changed = GameChanged::from(game);
        // When the queue is full or there is no subscriber, the change is found by polling.
        let _ = self.queue.try_send(changed.clone());
        let _ = self.subscribers.send(Notification::Changed(changed));
    }

    fn subscribe(&self) -> broadcast::Receiver<Notification> {
        let receiver = self.subscribers.subscribe();
        let mut link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        *link = match std::mem::replace(&mut *link, Link::Closed) {
            Link::Idle { url, queue } => Link::Running(tokio::spawn(connection::maintain(
                url,
                queue,
                self.subscribers.clone(),
            ))),
            link @ (Link::Running(_) | Link::Closed) => link,
        };
        receiver
    }

    pub(super) fn close(&self) {
        let mut link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        if let Link::Running(task) = std::mem::replace(&mut *link, Link::Closed) {
            task.abort();
        }
    }
}

impl Store {
    /// Subscribes to the changes of games on all instances. The first call opens a connection, over which this
    /// instance also sends its own changes to the others.
    pub fn listen(&self) -> broadcast::Receiver<Notification> {
        self.notifier.subscribe()
    }
}
