//! Wakes requests that wait for a change of a game, or of any game of a player.
//!
//! All waiters for the same key share one channel, so a reader costs little memory. They learn only that something
//! changed, and then read it with their own permissions. Changes come from two tasks: one listens to notifications from
//! this instance and others, the other polls the database with one query for all keys. So a lost notification causes
//! a delay and nothing worse.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    sync::{Notify, broadcast, watch},
    time::{self, MissedTickBehavior},
};

use super::subscription::{Subscription, Topic};
use crate::{
    store::{
        Store,
        error::StoreError,
        feeds::Footprint,
        notify::{GameChanged, Notification},
    },
    types::id::{GameId, PlayerId},
};

/// How often the database is polled for changes without a notification.
pub const POLL: Duration = Duration::from_secs(5);

/// Wakes waiters when a game changes.
#[derive(Clone)]
pub struct Broker(Arc<Inner>);

struct Inner {
    games: Topic<GameId>,
    players: Topic<PlayerId>,
    /// Whether all waits must end.
    closing: watch::Sender<bool>,
    /// Requests a poll of the database at once.
    poll_now: Notify,
}

impl Broker {
    /// Starts to listen for notifications and to poll the database at this interval.
    pub fn start(store: &Store, interval: Duration) -> Self {
        let broker = Self(Arc::new(Inner {
            games: Topic::default(),
            players: Topic::default(),
            closing: watch::channel(false).0,
            poll_now: Notify::new(),
        }));
        let mut closing = broker.0.closing.subscribe();
        let listening = listen(broker.clone(), store.listen());
        let polling = poll(broker.clone(), store.clone(), interval);
        tokio::spawn(async move {
            tokio::select! {
                _ = closing.wait_for(|closing| *closing) => {}
                () = async { tokio::join!(listening, polling); } => {}
            }
        });
        broker
    }

    /// Subscribes to changes of a game.
    pub(in crate::service) fn game(&self, game: GameId) -> Subscription<GameId> {
        self.0.games.subscribe(game, self.0.closing.subscribe())
    }

    /// Subscribes to changes of the games of a player.
    pub(in crate::service) fn player(&self, player: PlayerId) -> Subscription<PlayerId> {
        self.0.players.subscribe(player, self.0.closing.subscribe())
    }

    /// Ends all waits, present and future, because the server is stopping.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    fn publish(&self, changed: &GameChanged) {
        self.0.games.publish_version(changed.game, changed.version);
        for player in &changed.players {
            self.0.players.publish_change(*player);
        }
    }
}

/// Publishes the changes that notifications report.
async fn listen(broker: Broker, mut news: broadcast::Receiver<Notification>) {
    loop {
        match news.recv().await {
            Ok(Notification::Changed(changed)) => broker.publish(&changed),
            Ok(Notification::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => {
                broker.0.poll_now.notify_one();
            }
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

/// Polls the database at this interval and when requested.
async fn poll(broker: Broker, store: Store, interval: Duration) {
    let mut ticks = time::interval(interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut footprints = HashMap::new();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = broker.0.poll_now.notified() => {}
        }
        if let Err(cause) = poll_once(&broker, &store, &mut footprints).await {
            tracing::warn!(%cause, "failed to poll the database for changed games");
        }
    }
}

async fn poll_once(
    broker: &Broker,
    store: &Store,
    footprints: &mut HashMap<PlayerId, Footprint>,
) -> Result<(), StoreError> {
    let games = broker.0.games.keys();
    if !games.is_empty() {
        for (game, version) in store.versions(&games).await? {
            broker.0.games.publish_version(game, version);
        }
    }
    let players = broker.0.players.keys();
    if players.is_empty() {
        footprints.clear();
        return Ok(());
    }
    let current = store.footprints(&players).await?;
    for (player, footprint) in &current {
        // A player without an earlier footprint may have read before the last change, so they are woken too.
        if footprints.get(player) != Some(footprint) {
            broker.0.players.publish_change(*player);
        }
    }
    *footprints = current.into_iter().collect();
    Ok(())
}
