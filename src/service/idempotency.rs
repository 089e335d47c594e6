//! Requests with an `Idempotency-Key`: the same request, however often it comes, creates one thing.

use sha2::{Digest, Sha256};

use super::{Service, error::ServiceError};
use crate::{
    store::idempotency::{IdempotentRequest, PreviousRequest},
    types::id::PlayerId,
};

/// The key of a request that must create something once, and what was asked.
#[derive(Debug, Clone)]
pub struct Key<'a> {
    /// The key.
    pub key: &'a str,
    /// The body of the request.
    pub body: &'a [u8],
}

/// Who sent a key: keys of different callers have nothing to do with each other.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// A player.
    Player(PlayerId),
    /// Someone who is not registered yet, by the address that they call from: without it, someone who guesses
    /// another's key would be shown the other's token.
    Address(&'a str),
}

impl Service {
    /// Forgets the keys of requests that nobody repeats any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_old_keys(&self) -> Result<usize, ServiceError> {
        Ok(self.store.forget_old_keys(self.env.now().moment()).await?)
    }

    pub(super) fn once(&self, scope: Scope<'_>, action: &str, key: &Key<'_>) -> IdempotentRequest {
        let mut hash = Sha256::new().chain_update("cardpost/idempotency/1\0");
        match scope {
            Scope::Player(player) => hash.update(player.uuid()),
            Scope::Address(address) => hash.update(address),
        }
        for part in [action, key.key] {
            hash.update(b"\0");
            hash.update(part);
        }
        IdempotentRequest {
            id: hash.finalize().into(),
            request: Sha256::digest(key.body).into(),
            at: self.env.now().moment(),
        }
    }

    /// What a request created when it came before; `None` when it is new or has no key.
    pub(super) async fn before(
        &self,
        once: Option<&IdempotentRequest>,
    ) -> Result<Option<PreviousRequest>, ServiceError> {
        let Some(once) = once else { return Ok(None) };
        match self.store.previous_request(once).await? {
            Some(before) if !before.same_request => Err(ServiceError::KeyReused),
            before => Ok(before),
        }
    }
}
