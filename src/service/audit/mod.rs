//! Checks a database: replays every game from its log, and compares the result with the other data stored for the game.
//! Meant for operators, because it reads everything.
//!
//! Logs are read a few hundred entries at a time and the list of games a page at a time, so the memory does not depend
//! on the size of the database. Each game is read in one database snapshot, so a server may write meanwhile.

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

/// How many ids of games are read at a time.
const PAGE: u32 = 500;

/// The result of checking a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// The game.
    pub game: GameId,
    /// The number of entries of its log.
    pub entries: u64,
    /// The differences, in the order in which they were found. Empty if the game is correct.
    pub differences: Vec<Difference>,
    /// The number of further differences, which were left out.
    pub more: u64,
}

/// Checks every game, `jobs` at a time, and returns the results in the order of completion. A game that is created
/// meanwhile may be skipped.
pub fn all(
    store: &Store,
    jobs: NonZeroUsize,
) -> impl Stream<Item = Result<Audited, StoreError>> + use<> {
    let store = store.clone();
    ids(store.clone())
        .map_ok(move |game| {
            let store = store.clone();
            // Each game is checked in its own task, to use several processors.
            let task = tokio::spawn(async move { one(&store, game).await });
            async move {
                task.await
                    .unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()))
            }
        })
        .try_buffer_unordered(jobs.get())
        // A game that was deleted meanwhile is skipped.
        .try_filter_map(async |audited| Ok(audited))
}

/// Checks one game. Returns `None` if there is no such game.
pub async fn one(store: &Store, game: GameId) -> Result<Option<Audited>, StoreError> {
    let replay = store.audit(game, Replay::new).await?;
    Ok(replay.map(Replay::finish))
}

/// Streams the ids of all games, in order.
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
