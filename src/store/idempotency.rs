//! Requests that must create something once, however often they arrive.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{Store, error::StoreError, schema::idempotency_keys};

/// How long a key is remembered.
const MEMORY: TimeDelta = TimeDelta::hours(24);

/// A request that creates something once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotentRequest {
    /// A hash over who asked, for what, and the key that they sent.
    pub id: [u8; 32],
    /// A hash of what they asked.
    pub request: [u8; 32],
    /// When they asked.
    pub at: DateTime<Utc>,
}

/// What a request created when it came first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousRequest {
    /// Whether the request was the same.
    pub same_request: bool,
    /// The id of what it created.
    pub created: Uuid,
    /// What the token that it showed once is made of, together with the key.
    pub nonce: Option<Vec<u8>>,
    /// When it came first.
    pub at: DateTime<Utc>,
}
/// What the request was, what it created, the nonce, and when.
type KeyRow = (Vec<u8>, Uuid, Option<Vec<u8>>, DateTime<Utc>);

impl Store {
    /// What this request created before, if it came before.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn previous_request(
        &self,
        once: &IdempotentRequest,
    ) -> Result<Option<PreviousRequest>, StoreError> {
        let mut connection = self.connection().await?;
        let row: Option<KeyRow> = idempotency_keys::table
            .find(&once.id[..])
            .filter(idempotency_keys::created_at.gt(once.at - MEMORY))
            .select((
                idempotency_keys::request,
                idempotency_keys::created,
                idempotency_keys::nonce,
                idempotency_keys::created_at,
            ))
            .get_result(&mut connection)
            .await
            .optional()?;
        Ok(row.map(|(request, created, nonce, at)| PreviousRequest {
            same_request: request == once.request,
            created,
            nonce,
            at,
        }))
    }

    /// Forgets the keys that came so long before `now` that they count as new.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_old_keys(&self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let mut connection = self.connection().await?;
        let old = idempotency_keys::table.filter(idempotency_keys::created_at.le(now - MEMORY));
        Ok(diesel::delete(old).execute(&mut connection).await?)
    }
}

/// Takes down, in the transaction that creates something, that this request creates it. `false` when a request with
/// the same key has created something before: then nothing must be created again. Where that other request is just
/// being answered, waits for it.
pub(super) async fn remember(
    connection: &mut AsyncPgConnection,
    once: Option<&IdempotentRequest>,
    created: Uuid,
    nonce: Option<&[u8]>,
) -> Result<bool, StoreError> {
    let Some(once) = once else { return Ok(true) };
    // One that came so long ago that it counts as new.
    diesel::delete(idempotency_keys::table.find(&once.id[..]))
        .filter(idempotency_keys::created_at.le(once.at - MEMORY))
        .execute(connection)
        .await?;
    let inserted = diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::id.eq(&once.id[..]),
            idempotency_keys::request.eq(&once.request[..]),
            idempotency_keys::created.eq(created),
            idempotency_keys::nonce.eq(nonce),
            idempotency_keys::created_at.eq(once.at),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(inserted == 1)
}

/// Forgets, in the same transaction, what [`remember`] took down of a request that creates nothing after all.
pub(super) async fn forget(
    connection: &mut AsyncPgConnection,
    once: Option<&IdempotentRequest>,
) -> Result<(), StoreError> {
    if let Some(once) = once {
        diesel::delete(idempotency_keys::table.find(&once.id[..]))
            .execute(connection)
            .await?;
    }
    Ok(())
}
