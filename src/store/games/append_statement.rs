//! The statements that can't be said in diesel's query builder: the read and the write of a move, the taking of games
//! that are due, what is told to listening instances, and the numbering of records.
//!
//! Each is a type with a static query id, so that diesel prepares it once on every connection and only sends the
//! values after that.

use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{
        Array, BigInt, Binary, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
    },
};
use uuid::Uuid;

use crate::store::webhooks::events::NoticeColumns;

/// What is read of a game `g`, but for whose token came with the request: all that an answer needs.
///
/// A game's players come as a JSON text, `[[player, name, entropy in hex, seat, bot, whether they have webhooks], …]` in the
/// order of joining, so that the wide row of the game is not repeated for each of them. So do the vacations that touch the current turn, as
/// `[[player, from, until], …]`, and the invitations, as `[[player, by whom, when], …]`: each is asked for only where
/// there can be any, which is not the case on the path of most moves.
const GAME: &str = "SELECT g.id, g.kind, g.rules, g.options, g.seats, g.visibility, g.seating, g.join_code, g.seed, \
    g.commitment, g.created_at, g.status, g.version, g.head, g.snapshot, g.turn_seat, g.turn_since, \
    g.result, g.started_at, g.finished_at, \
    (SELECT json_agg(json_build_array(s.player_id, p.name, encode(s.entropy, 'hex'), s.seat, p.bot, p.has_webhooks) \
     ORDER BY s.joined)::text \
     FROM seats s JOIN players p ON p.id = s.player_id WHERE s.game_id = g.id) AS members, \
    g.clock, g.timing, \
    CASE WHEN g.clock IS NOT NULL AND g.status = 'playing' THEN \
     (SELECT json_agg(json_build_array(v.player_id, v.started_at, v.until) ORDER BY v.started_at)::text \
      FROM seats s JOIN vacations v ON v.player_id = s.player_id \
      WHERE s.game_id = g.id AND v.until > g.turn_since) END AS pauses, \
    CASE WHEN g.status = 'open' THEN \
     (SELECT json_agg(json_build_array(i.player_id, i.invited_by, i.created_at) \
      ORDER BY i.created_at, i.player_id)::text \
      FROM invitations i WHERE i.game_id = g.id) END AS invitations, \
    CASE WHEN g.status = 'finished' THEN \
     (SELECT r.id FROM games r WHERE r.rematch_of = g.id) END AS rematch, ";

/// Reads a game, and whose token the caller sent: the read of a move.
///
/// For one game and not for a list of one: of how many a list has, Postgres knows nothing before it has the values, so
/// that it would plan the statement anew each time, which takes longer than to run it.
#[derive(Debug)]
pub struct LoadGame<'a> {
    /// The hash of the caller's token, if they sent one.
    pub token: Option<&'a [u8]>,
    /// The game.
    pub game: Uuid,
}

/// Reads games, whoever asks.
#[derive(Debug)]
pub struct LoadGames<'a> {
    /// The games.
    pub games: &'a [Uuid],
}

/// The columns of [`LoadGame`] and [`LoadGames`].
pub type LoadedGame = (
    SqlUuid,
    Text,
    SmallInt,
    Text,
    SmallInt,
    Text,
    Text,
    Nullable<Text>,
    Binary,
    Binary,
    Timestamptz,
    Text,
    Integer,
    Binary,
    Nullable<Text>,
    Nullable<SmallInt>,
    Timestamptz,
    Nullable<Text>,
    Nullable<Timestamptz>,
    Nullable<Timestamptz>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<SqlUuid>,
    Nullable<SqlUuid>,
);

impl QueryFragment<Pg> for LoadGame<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(GAME);
        out.push_sql("t.player_id AS caller FROM games g LEFT JOIN tokens t ON t.hash = ");
        out.push_bind_param::<Nullable<Binary>, _>(&self.token)?;
        out.push_sql(" WHERE g.id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        Ok(())
    }
}

impl QueryId for LoadGame<'_> {
    type QueryId = LoadGame<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for LoadGame<'_> {
    type SqlType = LoadedGame;
}

impl QueryFragment<Pg> for LoadGames<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(GAME);
        out.push_sql("NULL::uuid AS caller FROM games g WHERE g.id = ANY(");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.games)?;
        out.push_sql(")");
        Ok(())
    }
}

impl QueryId for LoadGames<'_> {
    type QueryId = LoadGames<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for LoadGames<'_> {
    type SqlType = LoadedGame;
}

/// Moves games on, each only if it is still where the caller saw it, and appends their new entries: a
/// compare-and-set and an append for any number of games at once. Gives back the games that were moved on; one that
/// is missing was changed by someone else, and nothing of it was stored.
///
/// The vectors of each group have one element for each game, or for each entry.
#[derive(Debug, Default)]
pub struct AppendEntries {
    /// The game.
    pub ids: Vec<Uuid>,
    /// The version that it must have.
    pub before: Vec<i32>,
    /// The version that it gets.
    pub versions: Vec<i32>,
    /// The hash of the last new entry.
    pub heads: Vec<Vec<u8>>,
    /// The status that it gets.
    pub statuses: Vec<&'static str>,
    /// The snapshot that it gets.
    pub snapshots: Vec<Option<String>>,
    /// The seat that is to move.
    pub turn_seats: Vec<Option<i16>>,
    /// Since when it is.
    pub turns_since: Vec<DateTime<Utc>>,
    /// How it ended.
    pub results: Vec<Option<String>>,
    /// When it started.
    pub started_at: Vec<Option<DateTime<Utc>>>,
    /// When it ended.
    pub finished_at: Vec<Option<DateTime<Utc>>>,
    /// What became of the players' time.
    pub timings: Vec<Option<String>>,
    /// When whoever is to move must have moved.
    pub deadlines: Vec<Option<DateTime<Utc>>>,
    /// When an instance has to look at it.
    pub dues: Vec<Option<DateTime<Utc>>>,
    /// The game of an entry.
    pub entry_games: Vec<Uuid>,
    /// The position of an entry.
    pub entry_seqs: Vec<i32>,
    /// The entry.
    pub entries: Vec<String>,
    /// The hash of an entry.
    pub entry_hashes: Vec<Vec<u8>>,
}

impl AppendEntries {
    /// Writes the statement but for its end: the games that were moved on are called `moved`.
    fn walk_entries<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH moved AS (UPDATE games SET version = c.version, head = c.head, status = c.status, \
            snapshot = c.snapshot, turn_seat = c.turn_seat, turn_since = c.turn_since, result = c.result, \
            started_at = c.started_at, finished_at = c.finished_at, timing = c.timing, deadline = c.deadline, \
            due = c.due FROM unnest(");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.ids)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Integer>, _>(&self.before)?;
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
        out.push_bind_param::<Array<Text>, _>(&self.entries)?;
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

/// The same, and what players are told of it: a delivery for each webhook that wants to hear of it. A statement of its
/// own, so that the moves of a game that no webhook hears of cost nothing more for it.
#[derive(Debug)]
pub struct AppendAndTell {
    /// The games and their entries.
    pub entries: AppendEntries,
    /// What players are told.
    pub notices: NoticeColumns,
}

impl QueryFragment<Pg> for AppendAndTell {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.entries.walk_entries(&mut out)?;
        out.push_sql(", told AS (");
        self.notices
            .walk_insert(&mut out, " JOIN moved ON moved.id = n.game_id")?;
        out.push_sql(") SELECT moved.id FROM moved");
        Ok(())
    }
}

impl QueryId for AppendAndTell {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for AppendAndTell {
    type SqlType = SqlUuid;
}

/// Takes games that are due: no other instance gets them before `until`, by when they are done or due again.
#[derive(Debug)]
pub struct ClaimDueGames {
    /// The moment.
    pub now: DateTime<Utc>,
    /// Until when they are taken.
    pub until: DateTime<Utc>,
    /// How many at most.
    pub most: i64,
}

impl QueryFragment<Pg> for ClaimDueGames {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("UPDATE games SET due = ");
        out.push_bind_param::<Timestamptz, _>(&self.until)?;
        out.push_sql(" WHERE id IN (SELECT id FROM games WHERE due <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(" ORDER BY due LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(" FOR UPDATE SKIP LOCKED) RETURNING id");
        Ok(())
    }
}

impl QueryId for ClaimDueGames {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for ClaimDueGames {
    type SqlType = SqlUuid;
}

/// Tells every listening instance what changed: a notification for each text.
#[derive(Debug)]
pub struct Notify<'a> {
    /// What is told, each of at most 7,999 bytes.
    pub payloads: &'a [String],
}

impl QueryFragment<Pg> for Notify<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT count(pg_notify('cardpost', payload)) FROM unnest(");
        out.push_bind_param::<Array<Text>, _>(&self.payloads)?;
        out.push_sql(") AS payload");
        Ok(())
    }
}

impl QueryId for Notify<'_> {
    type QueryId = Notify<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl<Conn> diesel::RunQueryDsl<Conn> for Notify<'_> {}

/// Gives a number to every finished game that has none, in the order of their ends, going on from the greatest one
/// given. Whoever sends it holds the lock that keeps others from doing the same at once.
#[derive(Debug, Clone, Copy)]
pub struct NumberRecords;

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
