//! The accounts of players.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl as _, OptionalExtension, QueryDsl,
    Queryable, Selectable, SelectableHelper,
};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::tokens::{StoredToken, insert_token};
use crate::{
    game::player::Player,
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::{invitations, players, tokens, vacations},
        webhooks::webhook,
    },
    types::{id::PlayerId, time::Timestamp},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = players, check_for_backend(diesel::pg::Pg))]
struct PlayerRow {
    id: Uuid,
    name: String,
    created_at: DateTime<Utc>,
}

impl From<PlayerRow> for Player {
    fn from(row: PlayerRow) -> Self {
        Self {
            id: PlayerId::new(row.id),
            name: row.name,
            created_at: Timestamp::new(row.created_at),
        }
    }
}

impl Store {
    /// Stores a new player and their first token.
    pub async fn create_player(
        &self,
        new: &Player,
        token: &StoredToken,
        hash: &[u8; 32],
        request: Option<&IdempotentRequest>,
        nonce: Option<&[u8]>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, request, new.id.uuid(), nonce).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                diesel::insert_into(players::table)
                    .values((
                        players::id.eq(new.id.uuid()),
                        players::name.eq(&new.name),
                        players::created_at.eq(new.created_at.moment()),
                    ))
                    .execute(connection)
                    .await?;
                insert_token(connection, new.id, token, hash).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await
    }

    /// Returns the player to whom the token with this hash belongs.
    pub async fn player_of_token(&self, hash: &[u8; 32]) -> Result<Option<Player>, StoreError> {
        let mut connection = self.connection().await?;
        let row: Option<PlayerRow> = tokens::table
            .inner_join(players::table.on(players::id.eq(tokens::player_id)))
            .filter(tokens::hash.eq(&hash[..]))
            .select(PlayerRow::as_select())
            .get_result(&mut connection)
            .await
            .optional()?;
        Ok(row.map(PlayerRow::into))
    }

    /// Returns the player with this id, even when they have been deleted.
    pub async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        let mut connection = self.connection().await?;
        let row: Option<PlayerRow> = players::table
            .find(id.uuid())
            .select(PlayerRow::as_select())
            .get_result(&mut connection)
            .await
            .optional()?;
        Ok(row.map(PlayerRow::into))
    }

    /// Changes the name of a player.
    pub async fn rename_player(&self, id: PlayerId, name: &str) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        diesel::update(players::table.find(id.uuid()))
            .set(players::name.eq(name))
            .execute(&mut connection)
            .await?;
        Ok(())
    }

    /// Deletes a player's personal data: the name, the tokens, the webhooks and their deliveries, the vacations, and
    /// the invitations by and to them. The row remains without a name, because the logs of their games refer to it.
    pub async fn forget_player(&self, id: PlayerId, at: Timestamp) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                diesel::delete(tokens::table.filter(tokens::player_id.eq(id.uuid())))
                    .execute(connection)
                    .await?;
                diesel::update(players::table.find(id.uuid()))
                    .set((
                        players::name.eq(""),
                        players::has_webhooks.eq(false),
                        players::deleted_at.eq(at.moment()),
                    ))
                    .execute(connection)
                    .await?;
                // Only now that the row is locked: no invitation and no webhook can be added after this.
                webhook::delete_of(connection, id).await?;
                let to = invitations::player_id.eq(id.uuid());
                let by = invitations::invited_by.eq(id.uuid());
                diesel::delete(invitations::table.filter(to.or(by)))
                    .execute(connection)
                    .await?;
                diesel::delete(vacations::table.filter(vacations::player_id.eq(id.uuid())))
                    .execute(connection)
                    .await?;
                Ok::<_, StoreError>(())
            })
            .await
    }
}
