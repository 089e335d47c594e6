//! The version of a game, and the facts that decide whether a caller may see it: much less than the whole game.

use diesel::{
    QueryableByName,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Binary, Bool, Nullable, Untyped, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::{
    game::entry::Visibility,
    store::{Store, decode, error::StoreError, schema::games},
    types::id::{GameId, PlayerId},
};

/// The version of a game, and what the caller has to do with the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameVersion {
    /// The version.
    pub version: u32,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// The player whose token came with the request; `None` when there was no token or it is not valid.
    pub caller: Option<PlayerId>,
    /// Whether the caller is a member.
    pub is_member: bool,
    /// Whether the caller has an invitation that is still open.
    pub is_invited: bool,
}

/// Loads the version of a game.
struct LoadVersion<'a> {
    token: Option<&'a [u8]>,
    game: Uuid,
}

impl QueryFragment<Pg> for LoadVersion<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT g.version, g.visibility, t.player_id AS caller, \
             EXISTS (SELECT FROM seats s WHERE s.game_id = g.id AND s.player_id = t.player_id) AS is_member, \
             g.status = 'open' AND EXISTS (SELECT FROM invitations i WHERE i.game_id = g.id \
             AND i.player_id = t.player_id) AS is_invited \
             FROM games g LEFT JOIN tokens t ON t.hash = ",
        );
        out.push_bind_param::<Nullable<Binary>, _>(&self.token)?;
        out.push_sql(" WHERE g.id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        Ok(())
    }
}

impl QueryId for LoadVersion<'_> {
    type QueryId = LoadVersion<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for LoadVersion<'_> {
    type SqlType = Untyped;
}

/// A row of [`LoadVersion`].
#[derive(QueryableByName)]
#[diesel(table_name = games, check_for_backend(Pg))]
struct VersionRow {
    version: i32,
    visibility: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    caller: Option<Uuid>,
    #[diesel(sql_type = Bool)]
    is_member: bool,
    #[diesel(sql_type = Bool)]
    is_invited: bool,
}

impl Store {
    /// Loads the version of a game for the player whose token has this hash. `None` when there is no such game.
    pub async fn game_version(
        &self,
        id: GameId,
        token: Option<&[u8; 32]>,
    ) -> Result<Option<GameVersion>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<VersionRow> = LoadVersion {
            token: token.map(|hash| &hash[..]),
            game: id.uuid(),
        }
        .get_results(&mut connection)
        .await?;
        let Some(row) = rows.into_iter().next() else {
            return Ok(None);
        };
        Ok(Some(GameVersion {
            version: row.version.unsigned_abs(),
            visibility: decode::word(&row.visibility)?,
            caller: row.caller.map(PlayerId::new),
            is_member: row.is_member,
            is_invited: row.is_invited,
        }))
    }
}
