//! Games that a worker must look at: a bot is to move, a deadline has passed, or a game has been abandoned.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, QueryDsl,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{BigInt, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::columns;
use crate::{
    game::{Game, notice::Notice, schedule::Schedule},
    store::{Store, error::StoreError, schema::games, webhooks::events},
    types::{id::GameId, time::Timestamp},
};

impl Store {
    /// Claims up to `limit` games that are due, the longest due first. No instance gets them again before `until`. By
    /// then the instance that claimed them has rescheduled them, or has died.
    pub async fn claim_due_games(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u16,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = ClaimDueGames {
            now: now.moment(),
            until: until.moment(),
            limit: limit.into(),
        }
        .get_results(&mut connection)
        .await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }

    /// Sets the schedule of a game that needed nothing yet, unless the game has changed meanwhile. The unsent reminders
    /// of its turn are moved to the times of `reminders`.
    pub async fn reschedule(
        &self,
        game: &Game,
        schedule: Schedule,
        reminders: &[Notice],
    ) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                let updated = diesel::update(games::table.find(game.id().uuid()))
                    .filter(games::version.eq(columns::seq(game.version)))
                    .set((
                        games::deadline.eq(schedule.deadline.map(Timestamp::moment)),
                        games::due.eq(schedule.due.map(Timestamp::moment)),
                    ))
                    .execute(connection)
                    .await?;
                if updated > 0 && !reminders.is_empty() {
                    events::move_reminders(connection, game, reminders).await?;
                }
                Ok(())
            })
            .await
    }
}

/// Claims games that are due by postponing them to `until`.
struct ClaimDueGames {
    now: DateTime<Utc>,
    until: DateTime<Utc>,
    limit: i64,
}

impl QueryFragment<Pg> for ClaimDueGames {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("UPDATE games SET due = ");
        out.push_bind_param::<Timestamptz, _>(&self.until)?;
        out.push_sql(" WHERE id IN (SELECT id FROM games WHERE due <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(" ORDER BY due LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.limit)?;
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
