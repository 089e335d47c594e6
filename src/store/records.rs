//! The finished games in the order in which their records are handed out.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, dsl, sql_types::BigInt};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    Store,
    error::StoreError,
    games::append_statement::NumberRecords,
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

/// Which finished games are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecordFilter {
    /// Of this kind.
    pub kind: Option<Kind>,
    /// That this player took part in.
    pub player: Option<PlayerId>,
    /// That ended at this moment or later.
    pub since: Option<Timestamp>,
    /// That ended before this moment.
    pub until: Option<Timestamp>,
    /// Private ones too.
    pub with_private: bool,
}

/// The place of a finished game in the order in which records are handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(i64);

impl Place {
    /// Before the first one.
    pub const START: Self = Self(0);
}

/// A finished game, and what it takes to load it.
#[derive(Debug, Clone, Copy)]
pub struct Listed {
    /// Its place.
    pub place: Place,
    /// The game.
    pub game: GameId,
    /// How many entries its log has.
    pub entries: u32,
}

impl Store {
    /// Gives a place to every finished game that has none yet, and says which is the last one given.
    ///
    /// Numbers are given one after another under a lock, to games whose end was committed. So a number that becomes
    /// visible is greater than all that were, whatever the clocks of the servers say.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn number_records(&self) -> Result<Place, StoreError> {
        let mut connection = self.connection().await?;
        let waiting = games::table
            .filter(games::status.eq("finished"))
            .filter(games::record_number.is_null());
        let some_wait: bool = diesel::select(dsl::exists(waiting))
            .get_result(&mut connection)
            .await?;
        if some_wait {
            connection
                .transaction(async |connection| number_in_turn(connection).await)
                .await?;
        }
        let last: Option<i64> = games::table
            .select(dsl::max(games::record_number))
            .get_result(&mut connection)
            .await?;
        Ok(last.map_or(Place::START, Place))
    }

    /// The place of a game; `None` for one that is not finished, has not been numbered, or is private and not wanted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn place_of(
        &self,
        game: GameId,
        with_private: bool,
    ) -> Result<Option<Place>, StoreError> {
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
        Ok(number.flatten().map(Place))
    }

    /// The finished games behind the place `after` and up to `last`, in order, up to `most` of them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn finished_games(
        &self,
        filter: &RecordFilter,
        after: Place,
        last: Place,
        most: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut query = games::table
            .filter(games::record_number.gt(after.0))
            .filter(games::record_number.le(last.0))
            .order(games::record_number)
            .limit(most.into())
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
            let theirs = seats::table
                .filter(seats::player_id.eq(player.uuid()))
                .select(seats::game_id);
            query = query.filter(games::id.eq_any(theirs));
        }
        let mut connection = self.connection().await?;
        let rows: Vec<(Option<i64>, Uuid, i32)> = query.load(&mut connection).await?;
        Ok(rows
            .into_iter()
            .filter_map(|(number, game, version)| {
                Some(Listed {
                    place: Place(number?),
                    game: GameId::new(game),
                    entries: version.unsigned_abs(),
                })
            })
            .collect())
    }

    /// These games with their whole logs, in this order. One that is not there is left out.
    ///
    /// # Errors
    /// When the database fails.
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
                let begin = rows.partition_point(|(game, ..)| *game < id);
                let logged = rows[begin..]
                    .iter()
                    .take_while(|(game, ..)| *game == id)
                    .map(|(_, entry, hash)| log::logged(stored.game.kind(), entry, hash))
                    .collect::<Result<_, _>>()?;
                Ok((stored, logged))
            })
            .collect()
    }
}

async fn number_in_turn(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    // A statement of its own: the next one must see what was committed while this one waited.
    diesel::sql_query("SELECT pg_advisory_xact_lock($1)")
        .bind::<BigInt, _>(LOCK)
        .execute(connection)
        .await?;
    NumberRecords.execute(connection).await?;
    Ok(())
}
