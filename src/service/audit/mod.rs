//! Checking what is stored: every game is played again from its log, and what it comes to is compared with all that
//! stands beside the log. For whoever runs the server, who may see everything.
//!
//! A log is read a few hundred entries at a time and a list of games a page at a time, so it takes the same memory
//! however much there is. Each game is read as it was at one moment, so a server may go on writing meanwhile.

mod difference;
mod replay;
mod rows;

use std::num::NonZeroUsize;

use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};

pub use self::difference::Difference;
use self::replay::Replay;
use crate::{
    store::{Store, error::StoreError},
    types::id::GameId,
};

/// How many ids of games are read at once.
const PAGE: u32 = 500;

/// What came out of checking a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// The game.
    pub game: GameId,
    /// How many entries its log has.
    pub entries: u64,
    /// What differs, in the order in which it was found: none where all is as it should be.
    pub differences: Vec<Difference>,
    /// How many further differences were found, and left out.
    pub more: u64,
}

/// Checks every game, `jobs` at once, and gives what came out in the order in which they are done. A game that is
/// created meanwhile may be missed.
pub fn all(
    store: &Store,
    jobs: NonZeroUsize,
) -> impl Stream<Item = Result<Audited, StoreError>> + use<> {
    let store = store.clone();
    ids(store.clone())
        .map_ok(move |game| {
            let store = store.clone();
            // Each in a task of its own, so that they can use several processors.
            let task = tokio::spawn(async move { one(&store, game).await });
            async move {
                task.await
                    .unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()))
            }
        })
        .try_buffer_unordered(jobs.get())
        // One that is gone again was not there to be checked.
        .try_filter_map(async |audited| Ok(audited))
}

/// Checks one game; `None` when there is no such game.
///
/// # Errors
/// When the database fails.
pub async fn one(store: &Store, game: GameId) -> Result<Option<Audited>, StoreError> {
    let replay = store.audit(game, Replay::new).await?;
    Ok(replay.map(Replay::end))
}

/// Every game, in the order of the ids.
fn ids(store: Store) -> impl Stream<Item = Result<GameId, StoreError>> {
    let pages = stream::try_unfold(None, move |after| {
        let store = store.clone();
        async move {
            let page = store.game_ids(after, PAGE).await?;
            let last = page.last().copied();
            Ok::<_, StoreError>(last.map(|last| (page, Some(last))))
        }
    });
    pages
        .map_ok(|page| stream::iter(page).map(Ok))
        .try_flatten()
}
