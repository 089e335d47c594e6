//! Waking those who wait for a game, or for the games of a player.
//!
//! Everyone who waits for the same thing shares one channel, so that a reader costs a place in a list. What they are
//! told is only that something changed: they read it themselves, as they may see it. Two tasks tell them: one hears
//! what was changed here and at other instances, the other one asks the database now and then, once for all that is
//! waited for. So a notification that is lost only delays.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    sync::{Notify, broadcast, watch},
    time::{MissedTickBehavior, interval},
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

/// How often the database is asked for what was not heard of.
pub const POLL: Duration = Duration::from_secs(5);

/// Wakes those who wait.
#[derive(Clone)]
pub struct Broker(Arc<Inner>);

struct Inner {
    games: Topic<GameId>,
    players: Topic<PlayerId>,
    /// Whether everyone has to stop waiting.
    closing: watch::Sender<bool>,
    /// Wants the database to be asked at once.
    recheck: Notify,
}

impl Broker {
    /// Begins to hear what changes, and to ask the database every `poll`.
    pub fn start(store: &Store, poll: Duration) -> Self {
        let wake = Self(Arc::new(Inner {
            games: Topic::default(),
            players: Topic::default(),
            closing: watch::channel(false).0,
            recheck: Notify::new(),
        }));
        let mut closing = wake.0.closing.subscribe();
        let hearing = hear(wake.clone(), store.listen());
        let asking = ask(wake.clone(), store.clone(), poll);
        tokio::spawn(async move {
            tokio::select! {
                _ = closing.wait_for(|closing| *closing) => {}
                () = async { tokio::join!(hearing, asking); } => {}
            }
        });
        wake
    }

    /// Waits for a game from here on.
    pub(in crate::service) fn game(&self, game: GameId) -> Subscription<GameId> {
        self.0.games.wait_for(game, self.0.closing.subscribe())
    }

    /// Waits for the games of a player from here on.
    pub(in crate::service) fn player(&self, player: PlayerId) -> Subscription<PlayerId> {
        self.0.players.wait_for(player, self.0.closing.subscribe())
    }

    /// Ends every wait, now and from now on: the server is stopping.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    fn tell(&self, changed: &GameChanged) {
        self.0.games.reached(changed.game, changed.version);
        for player in &changed.players {
            self.0.players.changed(*player);
        }
    }
}

/// Hears what changed.
async fn hear(wake: Broker, mut news: broadcast::Receiver<Notification>) {
    loop {
        match news.recv().await {
            Ok(Notification::Changed(changed)) => wake.tell(&changed),
            Ok(Notification::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => {
                wake.0.recheck.notify_one();
            }
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

/// Asks the database, every `poll` and whenever it is wanted.
async fn ask(wake: Broker, store: Store, poll: Duration) {
    let mut polls = interval(poll);
    polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut footprints = HashMap::new();
    loop {
        tokio::select! {
            _ = polls.tick() => {}
            () = wake.0.recheck.notified() => {}
        }
        if let Err(cause) = ask_once(&wake, &store, &mut footprints).await {
            tracing::warn!(%cause, "what is waited for could not be asked for");
        }
    }
}

async fn ask_once(
    wake: &Broker,
    store: &Store,
    footprints: &mut HashMap<PlayerId, Footprint>,
) -> Result<(), StoreError> {
    let games = wake.0.games.keys();
    if !games.is_empty() {
        for (game, version) in store.versions(&games).await? {
            wake.0.games.reached(game, version);
        }
    }
    let players = wake.0.players.keys();
    if players.is_empty() {
        footprints.clear();
        return Ok(());
    }
    let current = store.footprints(&players).await?;
    for (player, footprint) in &current {
        // Of one who was not there the last time, a change may have been missed since they looked.
        if footprints.get(player) != Some(footprint) {
            wake.0.players.changed(*player);
        }
    }
    *footprints = current.into_iter().collect();
    Ok(())
}
