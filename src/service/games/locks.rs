//! Turns at the same game, within one instance.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use tokio::sync::{Mutex, MutexGuard};

use crate::types::id::GameId;

/// How many lines there are. Two games in one line wait for each other without need, for the time of a write.
const STRIPES: usize = 1024;

/// Lets requests that change the same game come one after the other.
///
/// The database would keep them apart too, by refusing all but one; but then a game that many write to at once
/// spends its time on being refused. Across instances that still is what happens, and is correct.
#[derive(Clone)]
pub struct GameLocks(Arc<[Mutex<()>]>);

impl Default for GameLocks {
    fn default() -> Self {
        Self((0..STRIPES).map(|_| Mutex::new(())).collect())
    }
}

impl GameLocks {
    /// Waits until nobody before is changing this game. Whoever holds the answer is next.
    pub async fn lock(&self, game: GameId) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        let stripe = usize::try_from(hasher.finish() % STRIPES as u64).unwrap_or_default();
        self.0[stripe].lock().await
    }
}
