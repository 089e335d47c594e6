//! The tokens of players. Only their hashes are stored.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::tokens,
    },
    types::{
        id::{PlayerId, TokenId},
        time::Timestamp,
    },
};

/// A token as it is stored, without its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// The id with which its owner can delete it.
    pub id: TokenId,
    /// The name that its owner gave it.
    pub label: String,
    /// When it was created.
    pub created_at: Timestamp,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tokens, check_for_backend(diesel::pg::Pg))]
struct TokenRow {
    id: Uuid,
    label: String,
    created_at: DateTime<Utc>,
}

impl From<TokenRow> for StoredToken {
    fn from(row: TokenRow) -> Self {
        Self {
            id: TokenId::new(row.id),
            label: row.label,
            created_at: Timestamp::new(row.created_at),
        }
    }
}

impl Store {
    /// Stores a new token of a player.
    pub async fn create_token(
        &self,
        owner: PlayerId,
        token: &StoredToken,
        hash: &[u8; 32],
        request: Option<&IdempotentRequest>,
        nonce: Option<&[u8]>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, request, token.id.uuid(), nonce).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                insert_token(connection, owner, token, hash).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await
    }

    /// Returns a player's tokens, the oldest first.
    pub async fn tokens(&self, owner: PlayerId) -> Result<Vec<StoredToken>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<TokenRow> = tokens::table
            .filter(tokens::player_id.eq(owner.uuid()))
            .order(tokens::id)
            .select(TokenRow::as_select())
            .load(&mut connection)
            .await?;
        Ok(rows.into_iter().map(TokenRow::into).collect())
    }

    /// Deletes a token of a player. Returns `false` when they have no such token.
    pub async fn delete_token(&self, owner: PlayerId, id: TokenId) -> Result<bool, StoreError> {
        let mut connection = self.connection().await?;
        let token = tokens::table
            .filter(tokens::id.eq(id.uuid()))
            .filter(tokens::player_id.eq(owner.uuid()));
        let deleted = diesel::delete(token).execute(&mut connection).await?;
        Ok(deleted > 0)
    }
}

/// Stores a token, in the transaction that is open on this connection.
pub(super) async fn insert_token(
    connection: &mut AsyncPgConnection,
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
