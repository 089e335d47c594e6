//! Vacations: the times for which the clocks of a player stand still.

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
    /// A player's vacations that end after a moment, in the order in which they begin.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn vacations_of(
        &self,
        player: PlayerId,
        after: Timestamp,
    ) -> Result<Vec<Pause>, StoreError> {
        let mut connection = self.connection().await?;
        vacations_of(&mut connection, player, after).await
    }

    /// Stores a vacation of a player who has had these, `known`, that end after `after`: when there are others by now,
    /// nothing is stored. The games in which the player's clock stands still from now on are looked at again.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn start_vacation(
        &self,
        player: PlayerId,
        vacation: Pause,
        (known, after): (&[Pause], Timestamp),
        once: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                // Two that begin at once would each be allowed without the other: they come one after the other.
                let _: Uuid = players::table
                    .find(player.uuid())
                    .select(players::id)
                    .for_update()
                    .get_result(connection)
                    .await?;
                if !idempotency::remember(connection, once, player.uuid(), None).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                if vacations_of(connection, player, after).await? != known {
                    // Nothing may be remembered of a request that did nothing.
                    idempotency::forget(connection, once).await?;
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
                look_at_clocks(connection, player, vacation.from).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await
    }

    /// Ends the vacation that a player is on; `false` when they are on none. The games in which the player's clock
    /// runs again are looked at again.
    ///
    /// # Errors
    /// When the database fails.
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
                    // One that ended in the moment in which it began was none.
                    let none = vacations::table
                        .filter(vacations::player_id.eq(player.uuid()))
                        .filter(vacations::started_at.eq(vacations::until));
                    diesel::delete(none).execute(connection).await?;
                    look_at_clocks(connection, player, now).await?;
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

/// Makes the running games of a player due that have a clock: whoever takes them works out the deadline anew.
async fn look_at_clocks(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let theirs: Vec<Uuid> = games::table
        .inner_join(seats::table.on(seats::game_id.eq(games::id)))
        .filter(seats::player_id.eq(player.uuid()))
        .filter(games::status.eq("playing"))
        .filter(games::clock.is_not_null())
        .order(games::id)
        .select(games::id)
        .load(connection)
        .await?;
    diesel::update(games::table.filter(games::id.eq_any(theirs)))
        .filter(games::status.eq("playing"))
        .set(games::due.eq(now.moment()))
        .execute(connection)
        .await?;
    Ok(())
}
