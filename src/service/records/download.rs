//! Records of finished games: one, or all of them as a stream.

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
        records::{Listed, Place},
    },
    types::id::GameId,
};

pub use crate::store::records::RecordFilter;

/// How many games are looked up at once.
const GAMES_AT_ONCE: u32 = 50;
/// How many entries of logs are held in memory at once, unless a single game has more. Reading so many takes a few
/// milliseconds, in which the thread serves nobody else.
const ENTRIES_AT_ONCE: u32 = 1000;

/// Which records are wanted, and how many.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// Which.
    pub filter: RecordFilter,
    /// Those after the record of this game.
    pub after: Option<GameId>,
    /// No more than this.
    pub most: Option<u32>,
}

impl Service {
    /// The record of a finished game.
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

    /// The records of finished games, line by line. Those that end from now on are not among them.
    ///
    /// # Errors
    /// When the database fails, or there is no record of the game after which they are wanted.
    pub async fn records(&self, wanted: Wanted) -> Result<RecordLines, ServiceError> {
        let last = self.store.number_records().await?;
        let after = match wanted.after {
            None => Place::START,
            Some(game) => {
                let place = self
                    .store
                    .place_of(game, wanted.filter.with_private)
                    .await?;
                place.ok_or_else(|| {
                    ServiceError::invalid(
                        Field::RecordCursor,
                        "This is the id of no record that was given out here.",
                    )
                })?
            }
        };
        Ok(RecordLines {
            store: self.store.clone(),
            filter: wanted.filter,
            after,
            last,
            left: wanted.most,
            loaded: VecDeque::new(),
            tally: Some(Tally::after(wanted.after)),
        })
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

/// The lines of a stream of records. Between two lines it holds no connection, so whoever reads may be slow; and
/// however many there are, it holds only a few games in memory.
pub struct RecordLines {
    store: Store,
    filter: RecordFilter,
    /// The place of the last game that was loaded.
    after: Place,
    /// The place where the stream ends.
    last: Place,
    left: Option<u32>,
    loaded: VecDeque<(StoredGame, Vec<ChainedEntry>)>,
    /// `None` once the stream has ended.
    tally: Option<Tally>,
}

impl RecordLines {
    /// The next line, with its line feed; the last one tells what all add up to. After it, or an error, there is
    /// none.
    pub async fn next(&mut self) -> Option<Result<String, ServiceError>> {
        let mut tally = self.tally.take()?;
        match self.next_record().await {
            Ok(Some(record)) => {
                let line = tally.line(&record);
                self.tally = Some(tally);
                Some(line.map_err(unwritten))
            }
            Ok(None) => Some(tally.end().map_err(unwritten)),
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

    /// Loads the next few games.
    async fn load(&mut self) -> Result<(), ServiceError> {
        let most = self
            .left
            .map_or(GAMES_AT_ONCE, |left| left.min(GAMES_AT_ONCE));
        let mut listed = self
            .store
            .finished_games(&self.filter, self.after, self.last, most)
            .await?;
        listed.truncate(first_few(&listed));
        if let Some(last) = listed.last() {
            self.after = last.place;
            let ids: Vec<GameId> = listed.iter().map(|listed| listed.game).collect();
            self.loaded = self.store.games_with_logs(&ids).await?.into();
        }
        Ok(())
    }
}

/// How many of these games are loaded at once: at least one.
fn first_few(listed: &[Listed]) -> usize {
    let sums = listed.iter().scan(0_u32, |sum, listed| {
        *sum = sum.saturating_add(listed.entries);
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= ENTRIES_AT_ONCE)
        .count()
        .max(1)
}

fn unwritten(error: serde_json::Error) -> ServiceError {
    ServiceError::Internal(error.to_string())
}
