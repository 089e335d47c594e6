//! Locks that order the changes of a game within one instance.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use tokio::sync::{Mutex, MutexGuard};

use crate::types::id::GameId;

/// The number of locks. Two games that share a lock wait for each other needlessly, for the duration of a write.
const STRIPES: usize = 1024;

/// Makes concurrent changes of the same game wait for each other.
///
/// The database alone would be correct: it accepts one of several concurrent changes and rejects the others. But then a
/// game that many players write to at once would spend its time on rejected changes. Between instances, the database is
/// what decides.
#[derive(Clone)]
pub struct GameLocks(Arc<[Mutex<()>]>);

impl Default for GameLocks {
    fn default() -> Self {
        Self((0..STRIPES).map(|_| Mutex::new(())).collect())
    }
}

impl GameLocks {
    /// Waits until earlier changes of the game are done, and locks it until the guard is dropped.
    pub async fn lock(&self, game: GameId) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        let stripe = usize::try_from(hasher.finish() % STRIPES as u64).unwrap_or_default();
        self.0[stripe].lock().await
    }
}
