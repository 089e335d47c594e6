//! The inbox: the list of a player's games.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, CombineDsl as _, ExpressionMethods, NullableExpressionMethods,
    PgSortExpressionMethods as _, QueryDsl, Queryable, Selectable, SelectableHelper, dsl::exists,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::columns;
use crate::{
    game::Status,
    store::{
        Store,
        error::StoreError,
        schema::{games, invitations, seats},
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// Restricts the games of an inbox.
#[derive(Debug, Clone, Copy, Default)]
pub struct InboxFilter {
    /// Only games with this status.
    pub status: Option<Status>,
    /// Only games in which it is the player's turn.
    pub my_turn: bool,
    /// Only games in which the player takes this part.
    pub part: Part,
}

/// The part that a player takes in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Part {
    /// They are a member, or are invited.
    #[default]
    Any,
    /// They are a member.
    Seated,
    /// They are invited and have not answered.
    Invited,
}

/// A place in a player's inbox: the values that it is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InboxKey {
    /// When the current turn must be made.
    pub deadline: Option<Timestamp>,
    /// When the current turn began.
    pub since: Timestamp,
    /// The game.
    pub game: GameId,
}

/// A game in a player's inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InboxRow {
    /// Its place in the inbox.
    pub key: InboxKey,
    /// Its current version.
    pub version: u32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = games, check_for_backend(diesel::pg::Pg))]
struct GameRow {
    deadline: Option<DateTime<Utc>>,
    turn_since: DateTime<Utc>,
    id: Uuid,
    version: i32,
}

impl From<GameRow> for InboxRow {
    fn from(row: GameRow) -> Self {
        Self {
            key: InboxKey {
                deadline: row.deadline.map(Timestamp::new),
                since: Timestamp::new(row.turn_since),
                game: GameId::new(row.id),
            },
            version: row.version.unsigned_abs(),
        }
    }
}

impl Store {
    /// Returns up to `limit` of a player's games in the order of urgency, starting after the place `after`. Games with
    /// the earliest deadline come first and games without a deadline last; among equals, the longest turn comes first.
    ///
    /// Reads no snapshots: only the player's seats and invitations, by their indexes, and the row of each game, by its
    /// key.
    pub async fn games_of(
        &self,
        player: PlayerId,
        filter: InboxFilter,
        after: Option<InboxKey>,
        limit: u32,
    ) -> Result<Vec<InboxRow>, StoreError> {
        let seated = seats::table
            .filter(seats::player_id.eq(player.uuid()))
            .select(seats::game_id);
        let invited = invitations::table
            .filter(invitations::player_id.eq(player.uuid()))
            .select(invitations::game_id);
        let mut query = games::table
            .order((
                games::deadline.asc().nulls_last(),
                games::turn_since,
                games::id,
            ))
            .limit(limit.into())
            .select(GameRow::as_select())
            .into_boxed();
        query = match filter.part {
            Part::Any => query.filter(games::id.eq_any(seated.union(invited))),
            Part::Seated => query.filter(games::id.eq_any(seated)),
            Part::Invited => query.filter(games::id.eq_any(invited)),
        };
        if let Some(status) = filter.status {
            query = query.filter(games::status.eq(columns::status_word(status)));
        }
        if filter.my_turn {
            let on_turn = seats::table
                .filter(seats::game_id.eq(games::id))
                .filter(seats::player_id.eq(player.uuid()))
                .filter(
                    seats::seat
                        .assume_not_null()
                        .eq(games::turn_seat.assume_not_null()),
                );
            query = query
                .filter(games::status.eq("playing"))
                .filter(exists(on_turn));
        }
        if let Some(InboxKey {
            deadline,
            since,
            game,
        }) = after
        {
            let longer = games::turn_since.gt(since.moment());
            let as_long = games::turn_since.eq(since.moment());
            let behind = longer.or(as_long.and(games::id.gt(game.uuid())));
            query = match deadline.map(Timestamp::moment) {
                Some(deadline) => {
                    let later = games::deadline.assume_not_null().gt(deadline);
                    let same = games::deadline.assume_not_null().eq(deadline);
                    query.filter(later.or(games::deadline.is_null()).or(same.and(behind)))
                }
                None => query.filter(games::deadline.is_null().and(behind)),
            };
        }
        let mut connection = self.connection().await?;
        let rows: Vec<GameRow> = query.load(&mut connection).await?;
        Ok(rows.into_iter().map(GameRow::into).collect())
    }

    /// Returns the open and running games in which a player has a seat.
    pub async fn unfinished_games_of(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = games::table
            .inner_join(seats::table)
            .filter(seats::player_id.eq(player.uuid()))
            .filter(games::status.eq_any(["open", "playing"]))
            .order(games::id)
            .select(games::id)
            .load(&mut connection)
            .await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }
}
