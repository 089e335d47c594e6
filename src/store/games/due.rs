//! Games that need somebody: a bot is to move, a deadline has passed, nobody has come for long.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::load;
use crate::{
    game::{Game, notice::Notice, schedule::Schedule},
    store::{
        Store, error::StoreError, games::append_statement::ClaimDueGames, schema::games,
        webhooks::events,
    },
    types::{id::GameId, time::Timestamp},
};

impl Store {
    /// Takes up to `most` games that are due, the longest due first. No instance gets them again before `until`: by
    /// then whoever took them has seen to them, or is dead.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_due_games(
        &self,
        now: Timestamp,
        until: Timestamp,
        most: u16,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = ClaimDueGames {
            now: now.moment(),
            until: until.moment(),
            most: most.into(),
        }
        .get_results(&mut connection)
        .await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }

    /// Puts a game off that turned out not to need anybody yet, unless it went on meanwhile. The reminders of
    /// its turn that nobody has been sent are moved to where these are.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reschedule(
        &self,
        game: &Game,
        schedule: Schedule,
        reminders: &[Notice],
    ) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                let put_off = diesel::update(games::table.find(game.id().uuid()))
                    .filter(games::version.eq(load::position(game.version)))
                    .set((
                        games::deadline.eq(schedule.deadline.map(Timestamp::moment)),
                        games::due.eq(schedule.due.map(Timestamp::moment)),
                    ))
                    .execute(connection)
                    .await?;
                if put_off > 0 && !reminders.is_empty() {
                    events::move_reminders(connection, game, reminders).await?;
                }
                Ok(())
            })
            .await
    }
}
