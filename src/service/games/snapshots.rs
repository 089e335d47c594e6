//! A cache of earlier versions of long games, so that viewing one does not require reading the log from its start.
//!
//! Snapshots are kept in the memory of an instance and are made only when an earlier version is viewed, so a move costs
//! nothing extra. A log never changes, so a snapshot stays correct. Nevertheless, a snapshot is used only if its hash
//! is the hash of the same entry in the stored log: after a database was restored to an earlier state, or damaged, the
//! stored data is shown.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{game::Game, types::id::GameId};

/// A snapshot is made after each multiple of this many entries. Also the number of entries that are read and applied at
/// once, so that other requests are answered in between.
pub(in crate::service) const STRIDE: u32 = 250;

/// The maximum number of snapshots, each of a few kilobytes. Enough for twelve games of the maximum length.
const CAPACITY: usize = 1024;

/// A cache of snapshots that evicts the least recently used one.
#[derive(Debug, Clone, Default)]
pub(in crate::service) struct SnapshotCache(Arc<Mutex<Snapshots>>);

#[derive(Debug, Default)]
struct Snapshots {
    /// By game and version, each with the value of `uses` when it was last used.
    by_version: BTreeMap<(GameId, u32), (Game, u64)>,
    /// Counts the uses of the cache.
    uses: u64,
}

impl SnapshotCache {
    /// Returns the latest snapshot of a game up to a version.
    pub fn latest_up_to(&self, game: GameId, version: u32) -> Option<Game> {
        let mut snapshots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        snapshots.uses += 1;
        let now = snapshots.uses;
        let mut earlier = snapshots.by_version.range_mut((game, 0)..=(game, version));
        let (_, (snapshot, used)) = earlier.next_back()?;
        *used = now;
        Some(snapshot.clone())
    }

    /// Adds a snapshot. If the cache is full, evicts the least recently used one.
    pub fn insert(&self, game: &Game) {
        let mut snapshots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        snapshots.uses += 1;
        let now = snapshots.uses;
        snapshots
            .by_version
            .insert((game.id(), game.version), (game.clone(), now));
        if snapshots.by_version.len() > CAPACITY {
            let oldest = snapshots
                .by_version
                .iter()
                .min_by_key(|(_, (_, used))| *used);
            if let Some(&oldest) = oldest.map(|(key, _)| key) {
                snapshots.by_version.remove(&oldest);
            }
        }
    }
}
