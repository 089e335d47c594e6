//! The rows of games for `check-db`, undecoded: a damaged value reaches the auditor instead of failing to load.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    Store,
    error::StoreError,
    schema::{games, log, players, seats},
};
use crate::types::id::GameId;

/// The row of a game.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = games, check_for_backend(diesel::pg::Pg))]
#[allow(missing_docs, reason = "the columns, which the migrations explain")]
pub struct RawGame {
    pub id: Uuid,
    pub kind: String,
    pub rules: i16,
    pub options: String,
    pub seats: i16,
    pub visibility: String,
    pub seating: String,
    pub join_code: Option<String>,
    pub seed: Vec<u8>,
    pub commitment: Vec<u8>,
    pub created_by: Uuid,
    pub created_at: DateTime<Utc>,
    pub status: String,
    pub version: i32,
    pub head: Vec<u8>,
    pub snapshot: Option<String>,
    pub turn_seat: Option<i16>,
    pub turn_since: DateTime<Utc>,
    pub result: Option<String>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    pub clock: Option<String>,
    pub timing: Option<String>,
}

/// The row of a member, with the bot's name when the member is a bot.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = seats, check_for_backend(diesel::pg::Pg))]
#[allow(missing_docs, reason = "the columns, which the migrations explain")]
pub struct RawSeat {
    pub player_id: Uuid,
    pub joined: i16,
    pub seat: Option<i16>,
    pub entropy: Option<Vec<u8>>,
    #[diesel(select_expression = players::bot)]
    pub bot: Option<String>,
}

/// The row of a log entry.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = log, check_for_backend(diesel::pg::Pg))]
#[allow(
    missing_docs,
    reason = "the columns, which the first migration explains"
)]
pub struct RawEntry {
    pub seq: i32,
    pub entry: String,
    pub hash: Vec<u8>,
}

/// Checks the rows of one game.
pub trait Auditor: Send {
    /// Receives the next entries of the log, in order.
    fn take(&mut self, entries: Vec<RawEntry>);
}

/// How many entries are loaded at once, which bounds the memory for a long log.
const BATCH: i64 = 256;

impl Store {
    /// Returns the ids of up to `limit` games, in order, starting after `after`.
    pub async fn game_ids(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.connection().await?;
        let mut query = games::table
            .select(games::id)
            .order(games::id)
            .limit(limit.into())
            .into_boxed();
        if let Some(after) = after {
            query = query.filter(games::id.gt(after.uuid()));
        }
        let ids: Vec<Uuid> = query.load(&mut connection).await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }

    /// Shows all rows of a game to an auditor, which `start` creates from the rows of the game and its members. All
    /// rows come from one snapshot of the database, even when the game changes meanwhile. `None` when there is no such
    /// game.
    pub async fn audit<A: Auditor>(
        &self,
        game: GameId,
        start: impl FnOnce(RawGame, Vec<RawSeat>) -> A + Send,
    ) -> Result<Option<A>, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .build_transaction()
            .read_only()
            .repeatable_read()
            .run(async |connection| show(connection, game.uuid(), start).await)
            .await
    }
}

async fn show<A: Auditor>(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    start: impl FnOnce(RawGame, Vec<RawSeat>) -> A + Send,
) -> Result<Option<A>, StoreError> {
    let game: Vec<RawGame> = games::table
        .find(id)
        .select(RawGame::as_select())
        .load(connection)
        .await?;
    let Some(game) = game.into_iter().next() else {
        return Ok(None);
    };
    let members: Vec<RawSeat> = seats::table
        .inner_join(players::table)
        .filter(seats::game_id.eq(id))
        .order(seats::joined)
        .select(RawSeat::as_select())
        .load(connection)
        .await?;
    let mut auditor = start(game, members);
    let mut after = i32::MIN;
    loop {
        let entries: Vec<RawEntry> = log::table
            .filter(log::game_id.eq(id))
            .filter(log::seq.gt(after))
            .order(log::seq)
            .limit(BATCH)
            .select(RawEntry::as_select())
            .load(connection)
            .await?;
        let Some(last) = entries.last() else {
            return Ok(Some(auditor));
        };
        after = last.seq;
        auditor.take(entries);
    }
}
