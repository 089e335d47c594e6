//! The finished games in the order of their record numbers.

use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, dsl,
    pg::Pg,
    query_builder::{AstPass, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::BigInt,
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    Store,
    error::StoreError,
    games::log,
    schema::{games, log as entries, seats},
};
use crate::{
    engine::any::Kind,
    game::{entry::ChainedEntry, stored::StoredGame},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// The advisory lock under which records are numbered: `records` in ASCII.
const LOCK: i64 = 0x0072_6563_6f72_6473;

/// Restricts the finished games.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecordFilter {
    /// Only games of this kind.
    pub kind: Option<Kind>,
    /// Only games with this member.
    pub player: Option<PlayerId>,
    /// Only games that finished at this time or later.
    pub since: Option<Timestamp>,
    /// Only games that finished before this time.
    pub until: Option<Timestamp>,
    /// Includes private games.
    pub with_private: bool,
}

/// The place of a finished game in the order of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordNumber(i64);

impl RecordNumber {
    /// The place before the first game.
    pub const START: Self = Self(0);
}

/// A finished game, not loaded yet.
#[derive(Debug, Clone, Copy)]
pub struct Listed {
    /// Its place.
    pub number: RecordNumber,
    /// The game.
    pub game: GameId,
    /// The number of entries in its log.
    pub entries: u32,
}

impl Store {
    /// Assigns a place to every finished game that has none yet, and returns the last place.
    ///
    /// Numbers are assigned in sequence under a lock, to games that are committed as finished. So every new number is
    /// greater than all that were visible before it, even when the clocks of the servers differ.
    pub async fn number_records(&self) -> Result<RecordNumber, StoreError> {
        let mut connection = self.connection().await?;
        let unnumbered = games::table
            .filter(games::status.eq("finished"))
            .filter(games::record_number.is_null());
        let any_unnumbered: bool = diesel::select(dsl::exists(unnumbered))
            .get_result(&mut connection)
            .await?;
        if any_unnumbered {
            connection
                .transaction(async |connection| number_under_lock(connection).await)
                .await?;
        }
        let last: Option<i64> = games::table
            .select(dsl::max(games::record_number))
            .get_result(&mut connection)
            .await?;
        Ok(last.map_or(RecordNumber::START, RecordNumber))
    }

    /// Returns the place of a game; `None` when it is not finished, not numbered yet, or excluded as private.
    pub async fn place_of(
        &self,
        game: GameId,
        with_private: bool,
    ) -> Result<Option<RecordNumber>, StoreError> {
        let visible: &[&str] = if with_private {
            &["public", "private"]
        } else {
            &["public"]
        };
        let mut connection = self.connection().await?;
        let number: Option<Option<i64>> = games::table
            .find(game.uuid())
            .filter(games::visibility.eq_any(visible))
            .select(games::record_number)
            .get_result(&mut connection)
            .await
            .optional()?;
        Ok(number.flatten().map(RecordNumber))
    }

    /// Returns up to `limit` finished games, in order, starting after the place `after` and ending with `last`.
    pub async fn finished_games(
        &self,
        filter: &RecordFilter,
        after: RecordNumber,
        last: RecordNumber,
        limit: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut query = games::table
            .filter(games::record_number.gt(after.0))
            .filter(games::record_number.le(last.0))
            .order(games::record_number)
            .limit(limit.into())
            .select((games::record_number, games::id, games::version))
            .into_boxed();
        if !filter.with_private {
            query = query.filter(games::visibility.eq("public"));
        }
        if let Some(kind) = filter.kind {
            query = query.filter(games::kind.eq(kind.as_str()));
        }
        if let Some(since) = filter.since {
            query = query.filter(games::finished_at.ge(since.moment()));
        }
        if let Some(until) = filter.until {
            query = query.filter(games::finished_at.lt(until.moment()));
        }
        if let Some(player) = filter.player {
            let of_player = seats::table
                .filter(seats::player_id.eq(player.uuid()))
                .select(seats::game_id);
            query = query.filter(games::id.eq_any(of_player));
        }
        let mut connection = self.connection().await?;
        let rows: Vec<(Option<i64>, Uuid, i32)> = query.load(&mut connection).await?;
        Ok(rows
            .into_iter()
            .filter_map(|(number, game, version)| {
                Some(Listed {
                    number: RecordNumber(number?),
                    game: GameId::new(game),
                    entries: version.unsigned_abs(),
                })
            })
            .collect())
    }

    /// Loads the games with these ids with their complete logs, in this order. Ids without a game are skipped.
    pub async fn games_with_logs(
        &self,
        ids: &[GameId],
    ) -> Result<Vec<(StoredGame, Vec<ChainedEntry>)>, StoreError> {
        let games = self.games(ids).await?;
        let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
        let mut connection = self.connection().await?;
        let rows: Vec<(Uuid, String, Vec<u8>)> = entries::table
            .filter(entries::game_id.eq_any(ids))
            .order((entries::game_id, entries::seq))
            .select((entries::game_id, entries::entry, entries::hash))
            .load(&mut connection)
            .await?;
        drop(connection);
        games
            .into_iter()
            .map(|stored| {
                let id = stored.game.id().uuid();
                let start = rows.partition_point(|(game, ..)| *game < id);
                let entries = rows[start..]
                    .iter()
                    .take_while(|(game, ..)| *game == id)
                    .map(|(_, entry, hash)| log::decode_entry(stored.game.kind(), entry, hash))
                    .collect::<Result<_, _>>()?;
                Ok((stored, entries))
            })
            .collect()
    }
}

async fn number_under_lock(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    // The lock is taken by a statement of its own, so that the next one sees what was committed during the wait.
    diesel::sql_query("SELECT pg_advisory_xact_lock($1)")
        .bind::<BigInt, _>(LOCK)
        .execute(connection)
        .await?;
    NumberRecords.execute(connection).await?;
    Ok(())
}

/// Numbers every finished game that has no number yet, in the order in which they finished, continuing from the
/// greatest number. Must be run under [`LOCK`].
struct NumberRecords;

impl QueryFragment<Pg> for NumberRecords {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "UPDATE games SET record_number = new.number FROM (SELECT id, \
             (SELECT coalesce(max(record_number), 0) FROM games) + row_number() OVER (ORDER BY finished_at, id) \
             AS number FROM games WHERE status = 'finished' AND record_number IS NULL) AS new \
             WHERE games.id = new.id",
        );
        Ok(())
    }
}

impl QueryId for NumberRecords {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}
