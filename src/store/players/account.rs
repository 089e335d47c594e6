//! Players and their tokens.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl as _, OptionalExtension, QueryDsl,
};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

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
    types::{
        id::{PlayerId, TokenId},
        time::Timestamp,
    },
};

/// A token as it is kept: by its hash, never as itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// The id, by which its owner can delete it.
    pub id: TokenId,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created_at: Timestamp,
}

type PlayerRow = (Uuid, String, DateTime<Utc>);

fn player((id, name, created_at): PlayerRow) -> Player {
    Player {
        id: PlayerId::new(id),
        name,
        created_at: Timestamp::new(created_at),
    }
}

impl Store {
    /// Stores a new player with their first token.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn create_player(
        &self,
        new: &Player,
        token: &StoredToken,
        hash: &[u8; 32],
        once: Option<&IdempotentRequest>,
        nonce: Option<&[u8]>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, once, new.id.uuid(), nonce).await? {
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

    /// The player whose token has this hash.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn player_of_token(&self, hash: &[u8; 32]) -> Result<Option<Player>, StoreError> {
        let mut connection = self.connection().await?;
        let row: Option<PlayerRow> = tokens::table
            .inner_join(players::table.on(players::id.eq(tokens::player_id)))
            .filter(tokens::hash.eq(&hash[..]))
            .select((players::id, players::name, players::created_at))
            .get_result(&mut connection)
            .await
            .optional()?;
        Ok(row.map(player))
    }

    /// The player with this id, deleted or not.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        let mut connection = self.connection().await?;
        let row: Option<PlayerRow> = players::table
            .find(id.uuid())
            .select((players::id, players::name, players::created_at))
            .get_result(&mut connection)
            .await
            .optional()?;
        Ok(row.map(player))
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rename_player(&self, id: PlayerId, name: &str) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        diesel::update(players::table.find(id.uuid()))
            .set(players::name.eq(name))
            .execute(&mut connection)
            .await?;
        Ok(())
    }

    /// Forgets a player: the name, every token, every webhook with what was on its way there, their vacations and
    /// their invitations, sent and received. The row stays, nameless, for the logs of the games that they took part in.
    ///
    /// # Errors
    /// When the database fails.
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
                // After the row is locked: nobody can be invited, and no webhook made, from here on.
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

    /// Stores another token of a player.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn create_token(
        &self,
        owner: PlayerId,
        token: &StoredToken,
        hash: &[u8; 32],
        once: Option<&IdempotentRequest>,
        nonce: Option<&[u8]>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, once, token.id.uuid(), nonce).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                insert_token(connection, owner, token, hash).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await
    }

    /// A player's tokens, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tokens(&self, owner: PlayerId) -> Result<Vec<StoredToken>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<(Uuid, String, DateTime<Utc>)> = tokens::table
            .filter(tokens::player_id.eq(owner.uuid()))
            .order(tokens::id)
            .select((tokens::id, tokens::label, tokens::created_at))
            .load(&mut connection)
            .await?;
        Ok(rows
            .into_iter()
            .map(|(id, label, created_at)| StoredToken {
                id: TokenId::new(id),
                label,
                created_at: Timestamp::new(created_at),
            })
            .collect())
    }

    /// Deletes a token of a player; `false` when they have no such token.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete_token(&self, owner: PlayerId, id: TokenId) -> Result<bool, StoreError> {
        let mut connection = self.connection().await?;
        let token = tokens::table
            .filter(tokens::id.eq(id.uuid()))
            .filter(tokens::player_id.eq(owner.uuid()));
        let deleted = diesel::delete(token).execute(&mut connection).await?;
        Ok(deleted > 0)
    }
}

async fn insert_token(
    connection: &mut diesel_async::AsyncPgConnection,
    owner: PlayerId,
    token: &StoredToken,
    hash: &[u8; 32],
) -> Result<(), StoreError> {
    diesel::insert_into(tokens::table)
        .values((
            tokens::id.eq(token.id.uuid()),
            tokens::player_id.eq(owner.uuid()),
            tokens::hash.eq(&hash[..]),
            tokens::label.eq(&token.label),
            tokens::created_at.eq(token.created_at.moment()),
        ))
        .execute(connection)
        .await?;
    Ok(())
}
