//! Games: creating, loading, changing who takes part.

use diesel::{ExpressionMethods, QueryDsl, dsl::count_star};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    append, invitations as invited, members,
    rows::{self, GameRow},
};
use crate::store::outcome::WriteOutcome;
use crate::{
    game::{
        Game, Status, change::Change, notice::Notice, schedule::Schedule, stored::StoredGame,
        writer::NewEntry,
    },
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        schema::{games, log},
        statements::{LoadGame, LoadGames},
        webhooks::events,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// A game and who asked for it.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The game.
    pub stored: StoredGame,
    /// Whose token came with the request; `None` too where it is nobody's.
    pub caller: Option<PlayerId>,
}

impl Store {
    /// The game with this id, and whose token has this hash; `None` when there is no such game.
    ///
    /// # Errors
    /// When the database fails.
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
                let (stored, caller) = rows::game(row)?;
                Ok(Loaded { stored, caller })
            })
            .transpose()
    }

    /// The games with these ids, in this order. One that is not there is left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn games(&self, ids: &[GameId]) -> Result<Vec<StoredGame>, StoreError> {
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
        let rows: Vec<GameRow> = LoadGames { games: &ids }
            .get_results(&mut connection)
            .await?;
        let mut games = rows
            .into_iter()
            .map(|row| rows::game(row).map(|(game, _)| game))
            .collect::<Result<Vec<_>, _>>()?;
        games.sort_by_key(|game| ids.iter().position(|id| *id == game.game.id().uuid()));
        Ok(games)
    }

    /// Stores a new game with its first entries and invitations, and what players are told of it. As the rematch of a
    /// game it is stored only where that has none yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn create_game(
        &self,
        new: &StoredGame,
        written: &[NewEntry],
        schedule: Schedule,
        told: &[Notice],
        rematch_of: Option<GameId>,
        once: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let stored = connection
            .transaction(async |connection| {
                let id = new.game.id().uuid();
                let last = idempotency::version_payload(new.game.version);
                if let Some(before) = rematch_of
                    && has_rematch(connection, before).await?
                {
                    return Ok(WriteOutcome::TooLate);
                }
                if !idempotency::remember(connection, once, id, Some(&last)).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                insert_game(connection, new, schedule, rematch_of).await?;
                insert_entries(connection, &new.game, written).await?;
                members::follow(connection, &new.game, written).await?;
                invited::insert(connection, new.game.id(), &new.invitations).await?;
                events::write(connection, told).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await?;
        self.changed(&new.game, told, stored);
        Ok(stored)
    }

    /// Stores a change that leaves those who take part as they are: a move.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn append(&self, change: Change) -> Result<WriteOutcome, StoreError> {
        let stored = self.appender.append(change).await?;
        Ok(if stored {
            WriteOutcome::Yes
        } else {
            WriteOutcome::TooLate
        })
    }

    /// Stores a change before or at the start of a game, by which players may come, go or be seated.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn change_members(&self, change: &Change) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let stored = connection
            .transaction(async |connection| {
                let moved = append::append(connection, std::slice::from_ref(change)).await?;
                if moved.is_empty() {
                    return Ok::<_, StoreError>(WriteOutcome::TooLate);
                }
                members::follow(connection, &change.game, &change.written).await?;
                if change.game.status != Status::Open {
                    invited::withdraw(connection, change.game.id()).await?;
                }
                Ok(WriteOutcome::Yes)
            })
            .await?;
        self.changed(&change.game, &change.notices, stored);
        Ok(stored)
    }

    /// Tells of a change that was committed.
    fn changed(&self, game: &Game, told: &[Notice], stored: WriteOutcome) {
        if stored == WriteOutcome::Yes {
            self.notifier.tell(game);
            if !told.is_empty() {
                self.wake_outbox();
            }
        }
    }

    /// How many open games this player has created.
    ///
    /// # Errors
    /// When the database fails.
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

/// Whether a game has been played again. Whoever asks is the only one to know until their transaction is over.
async fn has_rematch(
    connection: &mut AsyncPgConnection,
    before: GameId,
) -> Result<bool, StoreError> {
    let _: Uuid = games::table
        .find(before.uuid())
        .select(games::id)
        .for_update()
        .get_result(connection)
        .await?;
    let rematches: i64 = games::table
        .filter(games::rematch_of.eq(before.uuid()))
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
            games::visibility.eq(rows::visibility_word(created.visibility)),
            games::seating.eq(rows::seating_word(created.seating)),
            games::join_code.eq(&new.join_code),
            games::seed.eq(&new.seed.as_bytes()[..]),
            games::commitment.eq(&created.commitment.0[..]),
            games::created_by.eq(creator.uuid()),
            games::created_at.eq(game.created_at.moment()),
            games::status.eq(rows::status_word(game.status)),
            games::version.eq(rows::position(game.version)),
            games::head.eq(&game.head.as_bytes()[..]),
            (
                games::snapshot.eq(rows::snapshot(game)?),
                games::turn_seat.eq(rows::turn_seat(game)),
                games::turn_since.eq(game.turn.since.moment()),
                games::started_at.eq(game.started_at.map(Timestamp::moment)),
                games::finished_at.eq(game.finished_at.map(Timestamp::moment)),
                games::clock.eq(rows::clock(game)?),
                games::timing.eq(rows::timing(game)?),
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
    written: &[NewEntry],
) -> Result<(), StoreError> {
    let rows: Vec<_> = written
        .iter()
        .map(|entry| {
            (
                log::game_id.eq(game.id().uuid()),
                log::seq.eq(rows::position(entry.logged.entry.seq)),
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
