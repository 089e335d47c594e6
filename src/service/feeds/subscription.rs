//! Places among those who wait for the same thing.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, time::sleep};

use crate::types::id::{GameId, PlayerId};

/// Those who wait, by what they wait for. Games have their version here, as far as it was heard of; players a number
/// that is another one after each change.
type Channels<K> = HashMap<K, watch::Sender<u32>>;

/// All those who wait for things of one sort.
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

    /// Waits from here on, until the server is closing.
    pub(in crate::service) fn wait_for(
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

    /// What is waited for.
    pub(in crate::service) fn keys(&self) -> Vec<K> {
        self.channels().keys().copied().collect()
    }
}

impl Topic<GameId> {
    /// Tells those who wait for this game that it has this version, if that is news.
    pub(in crate::service) fn reached(&self, game: GameId, version: u32) {
        if let Some(channel) = self.channels().get(&game) {
            channel.send_if_modified(|known| {
                let is_news = version > *known;
                *known = version.max(*known);
                is_news
            });
        }
    }
}

impl Topic<PlayerId> {
    /// Tells those who wait for this player's games that something changed.
    pub(in crate::service) fn changed(&self, player: PlayerId) {
        if let Some(channel) = self.channels().get(&player) {
            channel.send_modify(|number| *number = number.wrapping_add(1));
        }
    }
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::service) enum Woken {
    /// Something changed.
    Changed,
    /// The time is over.
    Late,
    /// The server is stopping.
    Closing,
}

/// A place among those who wait. Who took it before they read misses no change after that.
pub(in crate::service) struct Subscription<K: Copy + Eq + Hash> {
    receiver: watch::Receiver<u32>,
    closing: watch::Receiver<bool>,
    topic: Topic<K>,
    key: K,
}

impl<K: Copy + Eq + Hash> Drop for Subscription<K> {
    fn drop(&mut self) {
        let mut channels = self.topic.channels();
        // The last one turns off the light.
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

    /// Waits for this time, unless the server is stopping.
    pub(in crate::service) async fn pause(&mut self, pause: Duration) {
        tokio::select! {
            () = sleep(pause) => {}
            _ = self.closing.wait_for(|closing| *closing) => {}
        }
    }

    /// Waits until what is known fits, for as long as `patience` takes.
    async fn until(
        &mut self,
        fits: impl FnMut(&u32) -> bool,
        patience: impl Future<Output = ()>,
    ) -> Woken {
        tokio::select! {
            biased;
            _ = self.closing.wait_for(|closing| *closing) => Woken::Closing,
            _ = self.receiver.wait_for(fits) => Woken::Changed,
            () = patience => Woken::Late,
        }
    }
}

impl Subscription<GameId> {
    /// Waits until the game is past this version, for as long as `patience` takes.
    pub(in crate::service) async fn past(
        &mut self,
        version: u32,
        patience: impl Future<Output = ()>,
    ) -> Woken {
        self.until(|known| *known > version, patience).await
    }
}

impl Subscription<PlayerId> {
    /// What to compare with later: to be taken before the games are read.
    pub(in crate::service) fn number(&self) -> u32 {
        *self.receiver.borrow()
    }

    /// Waits until something changes since this number was taken, for as long as `patience` takes.
    pub(in crate::service) async fn since(
        &mut self,
        number: u32,
        patience: impl Future<Output = ()>,
    ) -> Woken {
        self.until(|known| *known != number, patience).await
    }
}
