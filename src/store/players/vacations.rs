//! Vacations: periods in which the clocks of a player are stopped.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, JoinOnDsl as _, QueryDsl};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    game::clock::Pause,
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::{games, players, seats, vacations},
    },
    types::{id::PlayerId, time::Timestamp},
};

impl Store {
    /// Returns a player's vacations that end after `after`, in the order of their start.
    pub async fn vacations_of(
        &self,
        player: PlayerId,
        after: Timestamp,
    ) -> Result<Vec<Pause>, StoreError> {
        let mut connection = self.connection().await?;
        vacations_of(&mut connection, player, after).await
    }

    /// Stores a vacation, if the player's vacations that end after `after` are still those in `known`. Makes the games
    /// due in which the player's clock stops.
    pub async fn start_vacation(
        &self,
        player: PlayerId,
        vacation: Pause,
        (known, after): (&[Pause], Timestamp),
        request: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                // Locks the player. Two concurrent requests would each be allowed without the other's vacation.
                let _: Uuid = players::table
                    .find(player.uuid())
                    .select(players::id)
                    .for_update()
                    .get_result(connection)
                    .await?;
                if !idempotency::remember(connection, request, player.uuid(), None).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                if vacations_of(connection, player, after).await? != known {
                    // A request that did nothing must not be remembered.
                    idempotency::forget(connection, request).await?;
                    return Ok(WriteOutcome::TooLate);
                }
                diesel::insert_into(vacations::table)
                    .values((
                        vacations::player_id.eq(player.uuid()),
                        vacations::started_at.eq(vacation.from.moment()),
                        vacations::until.eq(vacation.until.moment()),
                    ))
                    .execute(connection)
                    .await?;
                reschedule_games(connection, player, vacation.from).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await
    }

    /// Ends a player's current vacation. Returns `false` when they have none. Makes the games due in which the player's
    /// clock runs again.
    pub async fn end_vacation(&self, player: PlayerId, now: Timestamp) -> Result<bool, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                let current = vacations::table
                    .filter(vacations::player_id.eq(player.uuid()))
                    .filter(vacations::started_at.le(now.moment()))
                    .filter(vacations::until.gt(now.moment()));
                let ended = diesel::update(current)
                    .set(vacations::until.eq(now.moment()))
                    .execute(connection)
                    .await?;
                if ended > 0 {
                    // A vacation that ends at the time of its start is deleted.
                    let empty = vacations::table
                        .filter(vacations::player_id.eq(player.uuid()))
                        .filter(vacations::started_at.eq(vacations::until));
                    diesel::delete(empty).execute(connection).await?;
                    reschedule_games(connection, player, now).await?;
                }
                Ok::<_, StoreError>(ended > 0)
            })
            .await
    }
}

async fn vacations_of(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    after: Timestamp,
) -> Result<Vec<Pause>, StoreError> {
    let rows: Vec<(DateTime<Utc>, DateTime<Utc>)> = vacations::table
        .filter(vacations::player_id.eq(player.uuid()))
        .filter(vacations::until.gt(after.moment()))
        .order(vacations::started_at)
        .select((vacations::started_at, vacations::until))
        .load(connection)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(from, until)| Pause {
            from: Timestamp::new(from),
            until: Timestamp::new(until),
        })
        .collect())
}

/// Makes a player's running games with a clock due: the worker that claims them recomputes the deadline.
async fn reschedule_games(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let affected: Vec<Uuid> = games::table
        .inner_join(seats::table.on(seats::game_id.eq(games::id)))
        .filter(seats::player_id.eq(player.uuid()))
        .filter(games::status.eq("playing"))
        .filter(games::clock.is_not_null())
        .order(games::id)
        .select(games::id)
        .load(connection)
        .await?;
    diesel::update(games::table.filter(games::id.eq_any(affected)))
        .filter(games::status.eq("playing"))
        .set(games::due.eq(now.moment()))
        .execute(connection)
        .await?;
    Ok(())
}
