//! Invitations to open games.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, dsl::count_star,
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    game::{notice::Notice, stored::Invitation},
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::{games, invitations, players},
        webhooks::events,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// An invitation, and to which game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedTo {
    /// The game.
    pub game: GameId,
    /// The invitation.
    pub invitation: Invitation,
}

impl Store {
    /// Stores an invitation, and what is told of it. Nothing is stored when the game is not open any more, or the player is no more, or is
    /// invited already.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invite(
        &self,
        game: GameId,
        invitation: &Invitation,
        told: &[Notice],
        once: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let invited = invitation.player.uuid();
        let stored = connection
            .transaction(async |connection| {
                // Locked, so that a start at the same moment comes either before, and is seen, or after, and takes
                // the invitation back.
                let status: String = games::table
                    .find(game.uuid())
                    .select(games::status)
                    .for_share()
                    .get_result(connection)
                    .await?;
                if status != "open" {
                    return Ok(WriteOutcome::TooLate);
                }
                if !idempotency::remember(connection, once, invited, None).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                if insert(connection, game, std::slice::from_ref(invitation)).await? == 0 {
                    // Nothing may be remembered of a request that did nothing.
                    idempotency::forget(connection, once).await?;
                    return Ok(WriteOutcome::TooLate);
                }
                events::write(connection, told).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await?;
        self.wake_outbox();
        Ok(stored)
    }

    /// Deletes an invitation; `false` when there is none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete_invitation(
        &self,
        game: GameId,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        let mut connection = self.connection().await?;
        let invitation = invitations::table.find((game.uuid(), player.uuid()));
        let deleted = diesel::delete(invitation).execute(&mut connection).await?;
        Ok(deleted > 0)
    }

    /// How many invitations that this player sent wait for an answer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations_by(&self, player: PlayerId) -> Result<u64, StoreError> {
        let mut connection = self.connection().await?;
        let count: i64 = invitations::table
            .filter(invitations::invited_by.eq(player.uuid()))
            .select(count_star())
            .get_result(&mut connection)
            .await?;
        Ok(count.unsigned_abs())
    }

    /// How many invitations wait for this player's answer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations_to(&self, player: PlayerId) -> Result<u64, StoreError> {
        let mut connection = self.connection().await?;
        let count: i64 = invitations::table
            .filter(invitations::player_id.eq(player.uuid()))
            .select(count_star())
            .get_result(&mut connection)
            .await?;
        Ok(count.unsigned_abs())
    }

    /// Every invitation that this player sent or was sent and that waits for an answer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations_around(&self, player: PlayerId) -> Result<Vec<InvitedTo>, StoreError> {
        let mut connection = self.connection().await?;
        let to = invitations::player_id.eq(player.uuid());
        let by = invitations::invited_by.eq(player.uuid());
        let rows: Vec<(Uuid, Uuid, Uuid, DateTime<Utc>)> = invitations::table
            .filter(to.or(by))
            .order((invitations::game_id, invitations::player_id))
            .select((
                invitations::game_id,
                invitations::player_id,
                invitations::invited_by,
                invitations::created_at,
            ))
            .load(&mut connection)
            .await?;
        Ok(rows
            .into_iter()
            .map(|(game, player, by, at)| InvitedTo {
                game: GameId::new(game),
                invitation: Invitation {
                    player: PlayerId::new(player),
                    by: PlayerId::new(by),
                    at: Timestamp::new(at),
                },
            })
            .collect())
    }

    /// The name of a person who can be invited: neither a bot nor deleted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn person(&self, id: PlayerId) -> Result<Option<String>, StoreError> {
        let mut connection = self.connection().await?;
        Ok(players::table
            .find(id.uuid())
            .filter(players::deleted_at.is_null())
            .filter(players::bot.is_null())
            .select(players::name)
            .get_result(&mut connection)
            .await
            .optional()?)
    }
}

/// Stores invitations to an open game, and gives back how many: those of players who are no more or who are invited
/// already are left out.
pub(in crate::store) async fn insert(
    connection: &mut AsyncPgConnection,
    game: GameId,
    new: &[Invitation],
) -> Result<usize, StoreError> {
    let wanted: Vec<Uuid> = new.iter().map(|one| one.player.uuid()).collect();
    // Locked, so that nobody is invited who is being deleted.
    let people: Vec<Uuid> = players::table
        .filter(players::id.eq_any(wanted))
        .filter(players::deleted_at.is_null())
        .filter(players::bot.is_null())
        .order(players::id)
        .select(players::id)
        .for_share()
        .load(connection)
        .await?;
    let rows: Vec<_> = new
        .iter()
        .filter(|one| people.contains(&one.player.uuid()))
        .map(|one| {
            (
                invitations::game_id.eq(game.uuid()),
                invitations::player_id.eq(one.player.uuid()),
                invitations::invited_by.eq(one.by.uuid()),
                invitations::created_at.eq(one.at.moment()),
            )
        })
        .collect();
    Ok(diesel::insert_into(invitations::table)
        .values(rows)
        .on_conflict_do_nothing()
        .execute(connection)
        .await?)
}

/// Takes back every invitation to a game that is not open any more.
pub(in crate::store) async fn withdraw(
    connection: &mut AsyncPgConnection,
    game: GameId,
) -> Result<(), StoreError> {
    let all = invitations::table.filter(invitations::game_id.eq(game.uuid()));
    diesel::delete(all).execute(connection).await?;
    Ok(())
}
