//! Requests with an `Idempotency-Key`, and the resources that they created.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{Store, error::StoreError, schema::idempotency_keys};

/// How long a key is stored. After that, a request with the same key is a new one.
const LIFETIME: TimeDelta = TimeDelta::hours(24);

/// A request that must create something only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotentRequest {
    /// A hash of the sender, the action and the key.
    pub key_hash: [u8; 32],
    /// A hash of the body.
    pub body_hash: [u8; 32],
    /// When the request arrived.
    pub at: DateTime<Utc>,
}

/// An earlier request with the same key, and the resource that it created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousRequest {
    /// Whether the body was the same too.
    pub same_body: bool,
    /// The id of the resource.
    pub created: Uuid,
    /// The data, besides the id, that is needed to repeat the answer. See [`Self::version`] and [`Self::random`]. The
    /// column is called `nonce`.
    payload: Option<Vec<u8>>,
    /// When the request arrived.
    pub at: DateTime<Utc>,
}

impl PreviousRequest {
    /// The version of the game after its creation: the position of the last entry that the creation wrote.
    pub fn version(&self) -> Option<u32> {
        Some(u32::from_be_bytes(self.bytes()?))
    }

    /// The 32 random bytes of the token or the secret that the answer showed.
    pub fn random(&self) -> Option<[u8; 32]> {
        self.bytes()
    }

    fn bytes<const N: usize>(&self) -> Option<[u8; N]> {
        self.payload.as_deref()?.try_into().ok()
    }
}

/// The payload from which [`PreviousRequest::version`] is read.
pub(super) const fn version_payload(version: u32) -> [u8; 4] {
    version.to_be_bytes()
}

/// The hash of the body, the id of the resource, the payload, and the time.
type KeyRow = (Vec<u8>, Uuid, Option<Vec<u8>>, DateTime<Utc>);

impl Store {
    /// Returns the earlier request with the same key, if there was one.
    pub async fn previous_request(
        &self,
        request: &IdempotentRequest,
    ) -> Result<Option<PreviousRequest>, StoreError> {
        let mut connection = self.connection().await?;
        let row: Option<KeyRow> = idempotency_keys::table
            .find(&request.key_hash[..])
            .filter(idempotency_keys::created_at.gt(request.at - LIFETIME))
            .select((
                idempotency_keys::request,
                idempotency_keys::created,
                idempotency_keys::nonce,
                idempotency_keys::created_at,
            ))
            .get_result(&mut connection)
            .await
            .optional()?;
        Ok(
            row.map(|(body_hash, created, payload, at)| PreviousRequest {
                same_body: body_hash == request.body_hash,
                created,
                payload,
                at,
            }),
        )
    }

    /// Deletes the keys that have expired at `now`, and returns how many there were.
    pub async fn forget_old_keys(&self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let mut connection = self.connection().await?;
        let expired =
            idempotency_keys::table.filter(idempotency_keys::created_at.le(now - LIFETIME));
        Ok(diesel::delete(expired).execute(&mut connection).await?)
    }
}

/// Stores the key of a request, in the transaction that creates the resource.
///
/// Returns `false` when an earlier request with the same key has already created it: then nothing must be created. If
/// a request with the same key is being answered at the same time, waits for the end of its transaction. A request
/// without a key is always new.
pub(super) async fn remember(
    connection: &mut AsyncPgConnection,
    request: Option<&IdempotentRequest>,
    created: Uuid,
    payload: Option<&[u8]>,
) -> Result<bool, StoreError> {
    let Some(request) = request else {
        return Ok(true);
    };
    // An expired key may be used again.
    diesel::delete(idempotency_keys::table.find(&request.key_hash[..]))
        .filter(idempotency_keys::created_at.le(request.at - LIFETIME))
        .execute(connection)
        .await?;
    let inserted = diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::id.eq(&request.key_hash[..]),
            idempotency_keys::request.eq(&request.body_hash[..]),
            idempotency_keys::created.eq(created),
            idempotency_keys::nonce.eq(payload),
            idempotency_keys::created_at.eq(request.at),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(inserted == 1)
}

/// Deletes, in the same transaction, a key that [`remember`] stored for a request that creates nothing after all.
pub(super) async fn forget(
    connection: &mut AsyncPgConnection,
    request: Option<&IdempotentRequest>,
) -> Result<(), StoreError> {
    if let Some(request) = request {
        diesel::delete(idempotency_keys::table.find(&request.key_hash[..]))
            .execute(connection)
            .await?;
    }
    Ok(())
}
