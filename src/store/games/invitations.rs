//! Invitations to open games.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, Queryable, Selectable,
    SelectableHelper, dsl::count_star,
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

/// An invitation together with its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedTo {
    /// The game.
    pub game: GameId,
    /// The invitation.
    pub invitation: Invitation,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = invitations, check_for_backend(diesel::pg::Pg))]
struct InvitationRow {
    game_id: Uuid,
    player_id: Uuid,
    invited_by: Uuid,
    created_at: DateTime<Utc>,
}

impl From<InvitationRow> for InvitedTo {
    fn from(row: InvitationRow) -> Self {
        Self {
            game: GameId::new(row.game_id),
            invitation: Invitation {
                player: PlayerId::new(row.player_id),
                by: PlayerId::new(row.invited_by),
                at: Timestamp::new(row.created_at),
            },
        }
    }
}

impl Store {
    /// Stores an invitation and its notices. Stores nothing when the game is no longer open, or the player has been
    /// deleted or is already invited.
    pub async fn invite(
        &self,
        game: GameId,
        invitation: &Invitation,
        notices: &[Notice],
        request: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let invited = invitation.player.uuid();
        let stored = connection
            .transaction(async |connection| {
                // Locked, so that a concurrent start of the game comes either before, and is seen here, or after, and
                // deletes the invitation.
                let status: String = games::table
                    .find(game.uuid())
                    .select(games::status)
                    .for_share()
                    .get_result(connection)
                    .await?;
                if status != "open" {
                    return Ok(WriteOutcome::TooLate);
                }
                if !idempotency::remember(connection, request, invited, None).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                if insert(connection, game, std::slice::from_ref(invitation)).await? == 0 {
                    // A request that did nothing must not be remembered.
                    idempotency::forget(connection, request).await?;
                    return Ok(WriteOutcome::TooLate);
                }
                events::write(connection, notices).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await?;
        self.wake_outbox();
        Ok(stored)
    }

    /// Deletes an invitation. Returns `false` when there is none.
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

    /// Returns how many invitations by this player are unanswered.
    pub async fn invitations_by(&self, player: PlayerId) -> Result<u64, StoreError> {
        let mut connection = self.connection().await?;
        let count: i64 = invitations::table
            .filter(invitations::invited_by.eq(player.uuid()))
            .select(count_star())
            .get_result(&mut connection)
            .await?;
        Ok(count.unsigned_abs())
    }

    /// Returns how many invitations to this player are unanswered.
    pub async fn invitations_to(&self, player: PlayerId) -> Result<u64, StoreError> {
        let mut connection = self.connection().await?;
        let count: i64 = invitations::table
            .filter(invitations::player_id.eq(player.uuid()))
            .select(count_star())
            .get_result(&mut connection)
            .await?;
        Ok(count.unsigned_abs())
    }

    /// Returns the unanswered invitations by and to this player.
    pub async fn invitations_around(&self, player: PlayerId) -> Result<Vec<InvitedTo>, StoreError> {
        let mut connection = self.connection().await?;
        let to = invitations::player_id.eq(player.uuid());
        let by = invitations::invited_by.eq(player.uuid());
        let rows: Vec<InvitationRow> = invitations::table
            .filter(to.or(by))
            .order((invitations::game_id, invitations::player_id))
            .select(InvitationRow::as_select())
            .load(&mut connection)
            .await?;
        Ok(rows.into_iter().map(InvitationRow::into).collect())
    }

    /// Returns the name of a player who can be invited; `None` for bots and deleted players.
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

/// Stores invitations to an open game and returns how many were stored. Invitations of deleted players, and of players
/// who are already invited, are skipped.
pub(super) async fn insert(
    connection: &mut AsyncPgConnection,
    game: GameId,
    new: &[Invitation],
) -> Result<usize, StoreError> {
    let wanted: Vec<Uuid> = new.iter().map(|one| one.player.uuid()).collect();
    // Locked, so that no player is invited while being deleted.
    let invitable: Vec<Uuid> = players::table
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
        .filter(|one| invitable.contains(&one.player.uuid()))
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

/// Deletes every invitation to a game.
pub(super) async fn delete_all(
    connection: &mut AsyncPgConnection,
    game: GameId,
) -> Result<(), StoreError> {
    let all = invitations::table.filter(invitations::game_id.eq(game.uuid()));
    diesel::delete(all).execute(connection).await?;
    Ok(())
}
