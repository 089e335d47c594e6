//! Creating games.

use diesel::{ExpressionMethods, QueryDsl, dsl::count_star};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{columns, invitations, members};
use crate::{
    game::{Game, notice::Notice, schedule::Schedule, stored::StoredGame, writer::NewEntry},
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::{games, log},
        webhooks::events,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

impl Store {
    /// Stores a new game with its first entries, its invitations and the notices about it. A rematch is stored only
    /// when the game `rematch_of` does not have one yet.
    pub async fn create_game(
        &self,
        new: &StoredGame,
        entries: &[NewEntry],
        schedule: Schedule,
        notices: &[Notice],
        rematch_of: Option<GameId>,
        request: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let outcome = connection
            .transaction(async |connection| {
                let id = new.game.id().uuid();
                if let Some(original) = rematch_of
                    && has_rematch(connection, original).await?
                {
                    return Ok(WriteOutcome::TooLate);
                }
                let version = idempotency::version_payload(new.game.version);
                if !idempotency::remember(connection, request, id, Some(&version)).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                insert_game(connection, new, schedule, rematch_of).await?;
                insert_entries(connection, &new.game, entries).await?;
                members::update(connection, &new.game, entries).await?;
                invitations::insert(connection, new.game.id(), &new.invitations).await?;
                events::write(connection, notices).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await?;
        self.publish(&new.game, notices, outcome);
        Ok(outcome)
    }

    /// Returns how many open games this player has created.
    pub async fn open_games_of(&self, player: PlayerId) -> Result<u64, StoreError> {
        let mut connection = self.connection().await?;
        let count: i64 = games::table
            .filter(games::created_by.eq(player.uuid()))
            .filter(games::status.eq("open"))
            .select(count_star())
            .get_result(&mut connection)
            .await?;
        Ok(count.unsigned_abs())
    }
}

/// Whether a game has a rematch. Locks the game, so that only one transaction at a time can create one.
async fn has_rematch(
    connection: &mut AsyncPgConnection,
    original: GameId,
) -> Result<bool, StoreError> {
    let _: Uuid = games::table
        .find(original.uuid())
        .select(games::id)
        .for_update()
        .get_result(connection)
        .await?;
    let rematches: i64 = games::table
        .filter(games::rematch_of.eq(original.uuid()))
        .select(count_star())
        .get_result(connection)
        .await?;
    Ok(rematches > 0)
}

async fn insert_game(
    connection: &mut AsyncPgConnection,
    new: &StoredGame,
    schedule: Schedule,
    rematch_of: Option<GameId>,
) -> Result<(), StoreError> {
    let game = &new.game;
    let created = &game.created;
    let creator = game
        .host()
        .ok_or_else(|| StoreError::corrupt("a new game without a creator"))?;
    diesel::insert_into(games::table)
        .values((
            games::id.eq(game.id().uuid()),
            games::kind.eq(created.kind.as_str()),
            games::rules.eq(i16::try_from(created.rules).map_err(StoreError::corrupt)?),
            games::options
                .eq(serde_json::to_string(&created.options).map_err(StoreError::corrupt)?),
            games::seats.eq(i16::from(created.seats)),
            games::visibility.eq(columns::visibility_word(created.visibility)),
            games::seating.eq(columns::seating_word(created.seating)),
            games::join_code.eq(&new.join_code),
            games::seed.eq(&new.seed.as_bytes()[..]),
            games::commitment.eq(&created.commitment.0[..]),
            games::created_by.eq(creator.uuid()),
            games::created_at.eq(game.created_at.moment()),
            games::status.eq(columns::status_word(game.status)),
            games::version.eq(columns::seq(game.version)),
            games::head.eq(&game.head.as_bytes()[..]),
            (
                games::snapshot.eq(columns::snapshot(game)?),
                games::turn_seat.eq(columns::turn_seat(game)),
                games::turn_since.eq(game.turn.since.moment()),
                games::started_at.eq(game.started_at.map(Timestamp::moment)),
                games::finished_at.eq(game.finished_at.map(Timestamp::moment)),
                games::clock.eq(columns::clock(game)?),
                games::timing.eq(columns::timing(game)?),
                games::deadline.eq(schedule.deadline.map(Timestamp::moment)),
                games::due.eq(schedule.due.map(Timestamp::moment)),
                games::rematch_of.eq(rematch_of.map(GameId::uuid)),
            ),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_entries(
    connection: &mut AsyncPgConnection,
    game: &Game,
    entries: &[NewEntry],
) -> Result<(), StoreError> {
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| {
            (
                log::game_id.eq(game.id().uuid()),
                log::seq.eq(columns::seq(entry.logged.entry.seq)),
                log::entry.eq(&entry.json),
                log::hash.eq(&entry.logged.hash.as_bytes()[..]),
            )
        })
        .collect();
    diesel::insert_into(log::table)
        .values(rows)
        .execute(connection)
        .await?;
    Ok(())
}
