//! Loading games: the statement, its row, and the conversion of a row to a [`StoredGame`].

use chrono::{DateTime, Utc};
use diesel::{
    QueryableByName,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Array, Binary, Nullable, Text, Untyped, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    engine::{
        any::Kind,
        chance::{Commitment, Entropy, Seed},
        seat::Seat,
        table::Table,
    },
    game::{
        CurrentTurn, Game, Member,
        chain::Hash,
        clock::Pause,
        entry::Created,
        stored::{Invitation, StoredGame},
    },
    store::{Store, decode, error::StoreError, schema::games},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// A game, and the player who asked for it.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The game.
    pub stored: StoredGame,
    /// The player whose token came with the request; `None` when there was no token or it is not valid.
    pub caller: Option<PlayerId>,
}

impl Store {
    /// Loads a game, and the player whose token has this hash. `None` when there is no such game.
    pub async fn game(
        &self,
        id: GameId,
        token: Option<&[u8; 32]>,
    ) -> Result<Option<Loaded>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<GameRow> = LoadGame {
            token: token.map(|hash| &hash[..]),
            game: id.uuid(),
        }
        .get_results(&mut connection)
        .await?;
        rows.into_iter()
            .next()
            .map(|row| {
                Ok(Loaded {
                    caller: row.caller.map(PlayerId::new),
                    stored: row.try_into()?,
                })
            })
            .transpose()
    }

    /// Loads the games with these ids, in this order. Ids without a game are skipped.
    pub async fn games(&self, ids: &[GameId]) -> Result<Vec<StoredGame>, StoreError> {
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
        let rows: Vec<GameRow> = LoadGames { games: &ids }
            .get_results(&mut connection)
            .await?;
        let mut games = rows
            .into_iter()
            .map(StoredGame::try_from)
            .collect::<Result<Vec<_>, _>>()?;
        games.sort_by_key(|game| ids.iter().position(|id| *id == game.game.id().uuid()));
        Ok(games)
    }
}

/// The columns of [`GameRow`], except for `caller`.
///
/// The members come as one JSON text, `[[player, name, entropy in hex, seat, bot, has webhooks], …]` in the order of
/// joining, so that the wide row of the game is not repeated for each of them. So do the vacations that touch the
/// current turn, `[[player, from, until], …]`, and the invitations, `[[player, invited by, at], …]`: they are queried
/// only where there can be any, which is not the case for most moves.
const COLUMNS: &str = "SELECT g.id, g.kind, g.rules, g.options, g.seats, g.visibility, g.seating, g.join_code, g.seed, \
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

/// Loads a game, and the player whose token the caller sent: the first of the two statements of a move.
///
/// It takes one id and not a list of one. Postgres cannot tell how long a list is before it has the values, so it
/// would plan the statement anew each time, which takes longer than running it.
struct LoadGame<'a> {
    token: Option<&'a [u8]>,
    game: Uuid,
}

impl QueryFragment<Pg> for LoadGame<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(COLUMNS);
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
    type SqlType = Untyped;
}

/// Loads games, without a caller.
struct LoadGames<'a> {
    games: &'a [Uuid],
}

impl QueryFragment<Pg> for LoadGames<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(COLUMNS);
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
    type SqlType = Untyped;
}

/// A row of [`LoadGame`] or [`LoadGames`].
#[derive(QueryableByName)]
#[diesel(table_name = games, check_for_backend(Pg))]
struct GameRow {
    id: Uuid,
    kind: String,
    rules: i16,
    options: String,
    seats: i16,
    visibility: String,
    seating: String,
    join_code: Option<String>,
    seed: Vec<u8>,
    commitment: Vec<u8>,
    created_at: DateTime<Utc>,
    status: String,
    version: i32,
    head: Vec<u8>,
    snapshot: Option<String>,
    turn_seat: Option<i16>,
    turn_since: DateTime<Utc>,
    result: Option<String>,
    started_at: Option<DateTime<Utc>>,
    finished_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Text>)]
    members: Option<String>,
    clock: Option<String>,
    timing: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pauses: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    invitations: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    rematch: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    caller: Option<Uuid>,
}

/// An element of `members`.
#[derive(Deserialize)]
struct MemberRow {
    player: PlayerId,
    name: String,
    entropy: Option<String>,
    seat: Option<u8>,
    bot: Option<String>,
    has_webhooks: bool,
}

/// An element of `pauses`.
#[derive(Deserialize)]
struct PauseRow {
    player: PlayerId,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
}

/// An element of `invitations`.
#[derive(Deserialize)]
struct InvitationRow {
    player: PlayerId,
    by: PlayerId,
    at: DateTime<Utc>,
}

impl TryFrom<GameRow> for StoredGame {
    type Error = StoreError;

    fn try_from(row: GameRow) -> Result<Self, StoreError> {
        let members: Vec<MemberRow> = list(row.members.as_deref())?;
        let pauses: Vec<PauseRow> = list(row.pauses.as_deref())?;
        let invitations: Vec<InvitationRow> = list(row.invitations.as_deref())?;
        Ok(Self {
            game: row.game(&members)?,
            seed: Seed::new(decode::bytes(&row.seed)?),
            join_code: row.join_code,
            has_webhooks: members.iter().any(|member| member.has_webhooks),
            names: members
                .into_iter()
                .map(|member| (member.player, member.name))
                .collect(),
            pauses: pauses.into_iter().map(PauseRow::into).collect(),
            invitations: invitations.into_iter().map(InvitationRow::into).collect(),
            rematch: row.rematch.map(GameId::new),
        })
    }
}

impl GameRow {
    fn game(&self, members: &[MemberRow]) -> Result<Game, StoreError> {
        let created = self.created()?;
        let table = self
            .snapshot
            .as_deref()
            .map(|snapshot| Table::read(created.kind, snapshot).map_err(StoreError::corrupt))
            .transpose()?;
        let turn_seat = self
            .turn_seat
            .map(|seat| u8::try_from(seat).map_err(StoreError::corrupt))
            .transpose()?;
        Ok(Game {
            created,
            status: decode::word(&self.status)?,
            version: u32::try_from(self.version).map_err(StoreError::corrupt)?,
            head: Hash::from(decode::bytes(&self.head)?),
            seated: seated(members),
            table,
            turn: CurrentTurn {
                seats: turn_seat.map(Seat::new).into_iter().collect(),
                since: Timestamp::new(self.turn_since),
            },
            timing: decode::nullable_json(self.timing.as_deref())?,
            missed_turn: None,
            result: decode::nullable_json(self.result.as_deref())?,
            created_at: Timestamp::new(self.created_at),
            started_at: self.started_at.map(Timestamp::new),
            finished_at: self.finished_at.map(Timestamp::new),
            members: members
                .iter()
                .map(MemberRow::member)
                .collect::<Result<_, StoreError>>()?,
        })
    }

    fn created(&self) -> Result<Created, StoreError> {
        let kind: Kind = self.kind.parse().map_err(StoreError::corrupt)?;
        Ok(Created {
            game: GameId::new(self.id),
            kind,
            rules: u16::try_from(self.rules).map_err(StoreError::corrupt)?,
            options: kind
                .parse_options(&decode::json(&self.options)?)
                .map_err(StoreError::corrupt)?,
            seats: u8::try_from(self.seats).map_err(StoreError::corrupt)?,
            visibility: decode::word(&self.visibility)?,
            seating: decode::word(&self.seating)?,
            commitment: Commitment(decode::bytes(&self.commitment)?),
            clock: decode::nullable_json(self.clock.as_deref())?,
        })
    }
}

impl MemberRow {
    fn member(&self) -> Result<Member, StoreError> {
        let entropy = self.entropy.clone().map(Entropy::try_from).transpose();
        Ok(Member {
            player: self.player,
            entropy: entropy.map_err(StoreError::corrupt)?,
            bot: self.bot.clone(),
        })
    }
}

impl From<PauseRow> for (PlayerId, Pause) {
    fn from(row: PauseRow) -> Self {
        let (from, until) = (Timestamp::new(row.from), Timestamp::new(row.until));
        (row.player, Pause { from, until })
    }
}

impl From<InvitationRow> for Invitation {
    fn from(row: InvitationRow) -> Self {
        Self {
            player: row.player,
            by: row.by,
            at: Timestamp::new(row.at),
        }
    }
}

/// The players in the order of their seats; empty before the game has started.
fn seated(members: &[MemberRow]) -> Vec<PlayerId> {
    let mut seated: Vec<(u8, PlayerId)> = members
        .iter()
        .filter_map(|member| member.seat.map(|seat| (seat, member.player)))
        .collect();
    seated.sort_unstable();
    seated.into_iter().map(|(_, player)| player).collect()
}

/// Parses a JSON array; `json_agg` over no rows is `NULL`.
fn list<'de, T: Deserialize<'de>>(text: Option<&'de str>) -> Result<Vec<T>, StoreError> {
    Ok(decode::nullable_json(text)?.unwrap_or_default())
}
