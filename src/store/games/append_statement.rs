//! The statement that stores changes of games: a compare-and-set and an append for any number of games at once.
//!
//! Its types have a static query id, so that diesel prepares it once on every connection and afterwards only sends
//! the values.

use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Array, Binary, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid},
};
use uuid::Uuid;

use super::columns;
use crate::{
    game::change::Change,
    store::{error::StoreError, webhooks::events::NoticeColumns},
    types::time::Timestamp,
};

/// Updates games and appends their new entries. A game that does not have the expected version, because another
/// change was faster, is left as it is, and its entries are not stored. Returns the ids of the games that were
/// updated.
///
/// The vectors have one element for each game; those named `entry_…`, one for each entry.
#[derive(Default)]
pub(super) struct AppendEntries {
    ids: Vec<Uuid>,
    expected_versions: Vec<i32>,
    versions: Vec<i32>,
    heads: Vec<Vec<u8>>,
    statuses: Vec<&'static str>,
    snapshots: Vec<Option<String>>,
    turn_seats: Vec<Option<i16>>,
    turns_since: Vec<DateTime<Utc>>,
    results: Vec<Option<String>>,
    started_at: Vec<Option<DateTime<Utc>>>,
    finished_at: Vec<Option<DateTime<Utc>>>,
    timings: Vec<Option<String>>,
    deadlines: Vec<Option<DateTime<Utc>>>,
    dues: Vec<Option<DateTime<Utc>>>,
    entry_games: Vec<Uuid>,
    entry_seqs: Vec<i32>,
    entry_texts: Vec<String>,
    entry_hashes: Vec<Vec<u8>>,
}

impl AppendEntries {
    /// Returns the statement that stores these changes, without their notices.
    pub(super) fn of(changes: &[Change]) -> Result<Self, StoreError> {
        let mut all = Self::default();
        for change in changes {
            all.push(change)?;
        }
        Ok(all)
    }

    fn push(&mut self, change: &Change) -> Result<(), StoreError> {
        let Change {
            base_version,
            game,
            entries,
            schedule,
            notices: _,
        } = change;
        let id = game.id().uuid();
        self.ids.push(id);
        self.expected_versions.push(columns::seq(*base_version));
        self.versions.push(columns::seq(game.version));
        self.heads.push(game.head.as_bytes().to_vec());
        self.statuses.push(columns::status_word(game.status));
        self.snapshots.push(columns::snapshot(game)?);
        self.turn_seats.push(columns::turn_seat(game));
        self.turns_since.push(game.turn.since.moment());
        self.results.push(columns::result(game)?);
        self.started_at.push(game.started_at.map(Timestamp::moment));
        self.finished_at
            .push(game.finished_at.map(Timestamp::moment));
        self.timings.push(columns::timing(game)?);
        self.deadlines
            .push(schedule.deadline.map(Timestamp::moment));
        self.dues.push(schedule.due.map(Timestamp::moment));
        for entry in entries {
            self.entry_games.push(id);
            self.entry_seqs.push(columns::seq(entry.logged.entry.seq));
            self.entry_texts.push(entry.json.clone());
            self.entry_hashes
                .push(entry.logged.hash.as_bytes().to_vec());
        }
        Ok(())
    }

    /// Writes the common table expressions. The one with the updated games is called `moved`.
    fn walk_entries<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH moved AS (UPDATE games SET version = c.version, head = c.head, status = c.status, \
            snapshot = c.snapshot, turn_seat = c.turn_seat, turn_since = c.turn_since, result = c.result, \
            started_at = c.started_at, finished_at = c.finished_at, timing = c.timing, deadline = c.deadline, \
            due = c.due FROM unnest(");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.ids)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Integer>, _>(&self.expected_versions)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Integer>, _>(&self.versions)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Binary>, _>(&self.heads)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.statuses)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.snapshots)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<SmallInt>>, _>(&self.turn_seats)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Timestamptz>, _>(&self.turns_since)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.results)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&self.started_at)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&self.finished_at)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.timings)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&self.deadlines)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&self.dues)?;
        out.push_sql(") AS c (id, before, version, head, status, snapshot, turn_seat, turn_since, result, \
            started_at, finished_at, timing, deadline, due) WHERE games.id = c.id AND games.version = c.before RETURNING games.id), \
            logged AS (INSERT INTO log (game_id, seq, entry, hash) \
            SELECT e.game_id, e.seq, e.entry, e.hash FROM unnest(");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.entry_games)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Integer>, _>(&self.entry_seqs)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.entry_texts)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Binary>, _>(&self.entry_hashes)?;
        out.push_sql(") AS e (game_id, seq, entry, hash) JOIN moved ON moved.id = e.game_id)");
        Ok(())
    }
}

impl QueryFragment<Pg> for AppendEntries {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.walk_entries(&mut out)?;
        out.push_sql(" SELECT moved.id FROM moved");
        Ok(())
    }
}

impl QueryId for AppendEntries {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for AppendEntries {
    type SqlType = SqlUuid;
}

/// [`AppendEntries`] together with the deliveries of the changes' notices, one for each webhook that subscribes to the
/// notice. It is a statement of its own, so that moves without a webhook don't pay for it.
pub(super) struct AppendEntriesAndNotices {
    pub(super) entries: AppendEntries,
    pub(super) notices: NoticeColumns,
}

impl QueryFragment<Pg> for AppendEntriesAndNotices {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.entries.walk_entries(&mut out)?;
        out.push_sql(", told AS (");
        self.notices
            .walk_insert(&mut out, " JOIN moved ON moved.id = n.game_id")?;
        out.push_sql(") SELECT moved.id FROM moved");
        Ok(())
    }
}

impl QueryId for AppendEntriesAndNotices {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for AppendEntriesAndNotices {
    type SqlType = SqlUuid;
}
