//! Downloads the records of finished games: one record, or many as a stream.

use std::collections::VecDeque;

use crate::{
    auth::token::Token,
    game::{Status, entry::ChainedEntry, stored::StoredGame},
    record::{Record, stream::Tally},
    service::{
        Service,
        error::{Field, ServiceError},
    },
    store::{
        Store,
        records::{Listed, RecordNumber},
    },
    types::id::GameId,
};

pub use crate::store::records::RecordFilter;

/// How many games are listed at once.
const GAMES_AT_ONCE: u32 = 50;
/// The maximum number of log entries in memory at once, unless a single game has more. Reading this many takes a few
/// milliseconds, during which the thread answers no other request.
const ENTRIES_AT_ONCE: u32 = 1000;

/// Selects the records of a stream.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecordSelection {
    /// The properties that the games must have.
    pub filter: RecordFilter,
    /// The stream begins after the record of this game.
    pub after: Option<GameId>,
    /// The maximum number of records; without it, all of them.
    pub limit: Option<u32>,
}

impl Service {
    /// Returns the record of a finished game.
    ///
    /// # Errors
    /// When there is no such game for the caller, or it is not finished.
    pub async fn record(&self, id: GameId, token: Option<&Token>) -> Result<Record, ServiceError> {
        let (stored, _) = self.load(id, token).await?;
        let game = &stored.game;
        match game.status {
            Status::Finished => {}
            Status::Open | Status::Playing => return Err(ServiceError::GameNotOver(game.status)),
            Status::Cancelled => return Err(ServiceError::GameCancelled),
        }
        let log = self.store.log(id, game.kind(), 0, game.version).await?;
        record(&stored, &log)
    }

    /// Streams the records of finished games; see [`RecordStream::new`].
    ///
    /// # Errors
    /// As for [`RecordStream::new`].
    pub async fn records(&self, selection: RecordSelection) -> Result<RecordStream, ServiceError> {
        RecordStream::new(&self.store, selection).await
    }
}

fn record(stored: &StoredGame, log: &[ChainedEntry]) -> Result<Record, ServiceError> {
    let names = stored
        .game
        .seated
        .iter()
        .map(|player| stored.name_of(*player).to_owned());
    Ok(Record::new(&stored.game, log, stored.seed, names)?)
}

/// The records of finished games as lines of NDJSON. The last line is the sum of those before it.
pub struct RecordStream {
    store: Store,
    filter: RecordFilter,
    /// The place of the last game that was loaded.
    after: RecordNumber,
    /// The place of the last game of the stream.
    last: RecordNumber,
    /// How many records may still be sent.
    left: Option<u32>,
    loaded: VecDeque<(StoredGame, Vec<ChainedEntry>)>,
    /// `None` once the stream has ended.
    tally: Option<Tally>,
}

impl RecordStream {
    /// Starts a stream. Games that finish later are not part of it.
    ///
    /// # Errors
    /// When `selection.after` is not the id of a game with a record.
    pub async fn new(store: &Store, selection: RecordSelection) -> Result<Self, ServiceError> {
        let last = store.number_records().await?;
        let after = match selection.after {
            None => RecordNumber::START,
            Some(game) => store
                .place_of(game, selection.filter.with_private)
                .await?
                .ok_or_else(|| {
                    ServiceError::invalid(
                        Field::RecordCursor,
                        "This cursor is not the id of a record.",
                    )
                })?,
        };
        Ok(Self {
            store: store.clone(),
            filter: selection.filter,
            after,
            last,
            left: selection.limit,
            loaded: VecDeque::new(),
            tally: Some(Tally::after(selection.after)),
        })
    }

    /// Returns the next line with its line feed. The last line is the sum of the stream. After it, or after an error,
    /// returns `None`.
    pub async fn next(&mut self) -> Option<Result<String, ServiceError>> {
        let mut tally = self.tally.take()?;
        match self.next_record().await {
            Ok(Some(record)) => {
                let line = tally.line(&record);
                self.tally = Some(tally);
                Some(line.map_err(not_serialized))
            }
            Ok(None) => Some(tally.end().map_err(not_serialized)),
            Err(refused) => Some(Err(refused)),
        }
    }

    async fn next_record(&mut self) -> Result<Option<Record>, ServiceError> {
        if self.left == Some(0) {
            return Ok(None);
        }
        if self.loaded.is_empty() {
            self.load().await?;
        }
        let Some((stored, log)) = self.loaded.pop_front() else {
            return Ok(None);
        };
        self.left = self.left.map(|left| left - 1);
        record(&stored, &log).map(Some)
    }

    /// Loads the next games.
    async fn load(&mut self) -> Result<(), ServiceError> {
        let limit = self
            .left
            .map_or(GAMES_AT_ONCE, |left| left.min(GAMES_AT_ONCE));
        let mut listed = self
            .store
            .finished_games(&self.filter, self.after, self.last, limit)
            .await?;
        listed.truncate(batch_size(&listed));
        if let Some(last) = listed.last() {
            self.after = last.number;
            let ids: Vec<GameId> = listed.iter().map(|listed| listed.game).collect();
            self.loaded = self.store.games_with_logs(&ids).await?.into();
        }
        Ok(())
    }
}

/// Returns how many of these games are loaded at once: at least 1.
fn batch_size(listed: &[Listed]) -> usize {
    let sums = listed.iter().scan(0_u32, |sum, listed| {
        *sum = sum.saturating_add(listed.entries);
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= ENTRIES_AT_ONCE)
        .count()
        .max(1)
}

fn not_serialized(error: serde_json::Error) -> ServiceError {
    ServiceError::Internal(error.to_string())
}
