//! Moments of long games that somebody looked at, kept so that a look at the past need not begin at the first entry.
//!
//! They are kept in the memory of this instance, and made only where somebody looks: a move costs nothing for them.
//! A log never changes, so neither does a moment; still none is used unless the hash that it was kept with is the one
//! of its entry in the log now. So a database that was put back to an earlier state, or damaged, is seen as it is.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{game::Game, types::id::GameId};

/// A moment is kept after so many entries, and so many are read and followed at once: others are answered in between.
pub(in crate::service) const STRIDE: u32 = 250;

/// How many moments are kept, of some kilobytes each: those of twelve games as long as a game can be.
const KEPT: usize = 1024;

/// The moments that are kept.
#[derive(Debug, Clone, Default)]
pub(in crate::service) struct SnapshotCache(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    /// By game and version, each with when it was last used.
    moments: BTreeMap<(GameId, u32), (Game, u64)>,
    /// Counts the uses, so that of two the later one is known.
    uses: u64,
}

impl SnapshotCache {
    /// The last moment of a game that is kept up to a version.
    pub fn up_to(&self, game: GameId, version: u32) -> Option<Game> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        let mut earlier = kept.moments.range_mut((game, 0)..=(game, version));
        let (_, (moment, used)) = earlier.next_back()?;
        *used = now;
        Some(moment.clone())
    }

    /// Keeps a moment, in place of the one that was not used for longest where there are enough.
    pub fn keep(&self, game: &Game) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        kept.moments
            .insert((game.id(), game.version), (game.clone(), now));
        if kept.moments.len() > KEPT {
            let oldest = kept.moments.iter().min_by_key(|(_, (_, used))| *used);
            if let Some(&oldest) = oldest.map(|(key, _)| key) {
                kept.moments.remove(&oldest);
            }
        }
    }
}
