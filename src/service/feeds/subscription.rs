//! Subscriptions to changes of games and players.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, time::sleep};

use crate::types::id::{GameId, PlayerId};

/// The channels by key. The value for a game is the highest version that was published; the value for a player is a
/// counter that changes with each change of one of their games.
type Channels<K> = HashMap<K, watch::Sender<u32>>;

/// All subscriptions to keys of one type. A channel exists as long as it has a subscriber.
#[derive(Clone)]
pub(in crate::service) struct Topic<K>(Arc<Mutex<Channels<K>>>);

impl<K> Default for Topic<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Copy + Eq + Hash> Topic<K> {
    fn channels(&self) -> MutexGuard<'_, Channels<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to a key. `closing` becomes true when the server is stopping.
    pub(in crate::service) fn subscribe(
        &self,
        key: K,
        closing: watch::Receiver<bool>,
    ) -> Subscription<K> {
        let receiver = self
            .channels()
            .entry(key)
            .or_insert_with(|| watch::channel(0).0)
            .subscribe();
        Subscription {
            receiver,
            closing,
            topic: self.clone(),
            key,
        }
    }

    /// Returns the keys that have subscribers.
    pub(in crate::service) fn keys(&self) -> Vec<K> {
        self.channels().keys().copied().collect()
    }
}

impl Topic<GameId> {
    /// Wakes the subscribers of a game if this version is newer than the last one published.
    pub(in crate::service) fn publish_version(&self, game: GameId, version: u32) {
        if let Some(channel) = self.channels().get(&game) {
            channel.send_if_modified(|known| {
                let is_newer = version > *known;
                *known = version.max(*known);
                is_newer
            });
        }
    }
}

impl Topic<PlayerId> {
    /// Wakes the subscribers of a player, because one of the player's games changed.
    pub(in crate::service) fn publish_change(&self, player: PlayerId) {
        if let Some(channel) = self.channels().get(&player) {
            channel.send_modify(|changes| *changes = changes.wrapping_add(1));
        }
    }
}

/// Why a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::service) enum WaitEnd {
    /// Something changed.
    Changed,
    /// The timeout is over.
    TimedOut,
    /// The server is stopping.
    Closing,
}

/// A subscription to a key. A reader that subscribes before it reads misses no change after the read.
pub(in crate::service) struct Subscription<K: Copy + Eq + Hash> {
    receiver: watch::Receiver<u32>,
    closing: watch::Receiver<bool>,
    topic: Topic<K>,
    key: K,
}

impl<K: Copy + Eq + Hash> Drop for Subscription<K> {
    fn drop(&mut self) {
        let mut channels = self.topic.channels();
        // The receiver of this subscription is still counted.
        if channels
            .get(&self.key)
            .is_some_and(|channel| channel.receiver_count() <= 1)
        {
            channels.remove(&self.key);
        }
    }
}

impl<K: Copy + Eq + Hash> Subscription<K> {
    /// Whether the server is stopping.
    pub(in crate::service) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Sleeps, but no longer than until the server is stopping.
    pub(in crate::service) async fn pause(&mut self, duration: Duration) {
        tokio::select! {
            () = sleep(duration) => {}
            _ = self.closing.wait_for(|closing| *closing) => {}
        }
    }

    /// Waits until the value of the channel meets a condition, or `timeout` completes.
    async fn wait_until(
        &mut self,
        condition: impl FnMut(&u32) -> bool,
        timeout: impl Future<Output = ()>,
    ) -> WaitEnd {
        tokio::select! {
            biased;
            _ = self.closing.wait_for(|closing| *closing) => WaitEnd::Closing,
            _ = self.receiver.wait_for(condition) => WaitEnd::Changed,
            () = timeout => WaitEnd::TimedOut,
        }
    }
}

impl Subscription<GameId> {
    /// Waits until the game has a higher version, or `timeout` completes.
    pub(in crate::service) async fn after_version(
        &mut self,
        version: u32,
        timeout: impl Future<Output = ()>,
    ) -> WaitEnd {
        self.wait_until(|known| *known > version, timeout).await
    }
}

impl Subscription<PlayerId> {
    /// Returns the counter of changes. Read it before the games.
    pub(in crate::service) fn changes(&self) -> u32 {
        *self.receiver.borrow()
    }

    /// Waits until the counter differs from `changes`, or `timeout` completes.
    pub(in crate::service) async fn after_changes(
        &mut self,
        changes: u32,
        timeout: impl Future<Output = ()>,
    ) -> WaitEnd {
        self.wait_until(|known| *known != changes, timeout).await
    }
}
