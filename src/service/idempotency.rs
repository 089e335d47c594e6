//! Requests with an `Idempotency-Key`: a request that is sent again creates nothing new, and is answered like the
//! first time.

use sha2::{Digest, Sha256};

use super::{Service, error::ServiceError};
use crate::{
    store::idempotency::{IdempotentRequest, PreviousRequest},
    types::id::PlayerId,
};

/// How often `create` is called when other requests keep interfering.
const ATTEMPTS: usize = 4;

/// A request to create something, with the key by which a repetition is recognised.
#[derive(Debug, Clone)]
pub struct KeyedRequest<'a> {
    /// The key, as the client sent it.
    pub key: &'a str,
    /// The body of the request.
    pub body: &'a [u8],
}

/// The sender of a key. Equal keys of different senders are different keys.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// A player.
    Player(PlayerId),
    /// The address of a client that is not registered yet. Without it, a client that guesses the key of another one
    /// would be shown the token of the other.
    Address(&'a str),
}

impl Service {
    /// Calls `create`, or `load` when an earlier request with the same key has already created the resource.
    ///
    /// `action` names the operation and the resource that it applies to. Keys of different actions are different keys.
    /// For a request without a key, `load` is never called.
    ///
    /// `create` must store the request and the new resource in one transaction. It returns `None` when nothing was
    /// stored because another request was faster. If that request had the same key, `load` is called next. Otherwise it
    /// changed something that the creation depends on, and `create` is called again.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`] when the key came with another body, and the errors of `create` and `load`.
    pub(super) async fn idempotent<T>(
        &self,
        scope: Scope<'_>,
        action: &str,
        keyed: Option<&KeyedRequest<'_>>,
        create: impl AsyncFn(Option<&IdempotentRequest>) -> Result<Option<T>, ServiceError>,
        load: impl AsyncFn(PreviousRequest) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let request = keyed.map(|keyed| self.hashed(scope, action, keyed));
        for _ in 0..ATTEMPTS {
            if let Some(previous) = self.previous_request(request.as_ref()).await? {
                return load(previous).await;
            }
            if let Some(created) = create(request.as_ref()).await? {
                return Ok(created);
            }
        }
        Err(ServiceError::Unavailable(format!(
            "{action}: other requests keep interfering"
        )))
    }

    fn hashed(
        &self,
        scope: Scope<'_>,
        action: &str,
        keyed: &KeyedRequest<'_>,
    ) -> IdempotentRequest {
        let mut hash = Sha256::new().chain_update("cardpost/idempotency/1\0");
        match scope {
            Scope::Player(player) => hash.update(player.uuid()),
            Scope::Address(address) => hash.update(address),
        }
        for part in [action, keyed.key] {
            hash.update(b"\0");
            hash.update(part);
        }
        IdempotentRequest {
            key_hash: hash.finalize().into(),
            body_hash: Sha256::digest(keyed.body).into(),
            at: self.env.now().moment(),
        }
    }

    async fn previous_request(
        &self,
        request: Option<&IdempotentRequest>,
    ) -> Result<Option<PreviousRequest>, ServiceError> {
        let Some(request) = request else {
            return Ok(None);
        };
        match self.store.previous_request(request).await? {
            Some(previous) if !previous.same_body => Err(ServiceError::KeyReused),
            previous => Ok(previous),
        }
    }
}

/// The error when a key is stored, but the resource that its request created is missing.
pub(super) fn forgotten() -> ServiceError {
    ServiceError::Internal(
        "a key is stored, but the resource that its request created is missing".into(),
    )
}
