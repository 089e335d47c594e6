//! The use cases: each loads data, checks permissions, applies a change and stores it. Knows no HTTP, no SQL, and no
//! rules of games.

pub mod audit;
pub mod env;
pub mod error;
pub mod feeds;
pub mod games;
pub mod idempotency;
pub mod limits;
pub mod page;
pub mod players;
pub mod records;
pub mod webhooks;
pub mod workers;

use std::sync::Arc;

use tokio::sync::Notify;

use self::{
    env::Env,
    feeds::broker::Broker,
    games::{locks::GameLocks, snapshots::SnapshotCache},
    limits::Limits,
    records::verify::VerifySlots,
};
use crate::store::Store;

/// All use cases of the server, on one database.
#[derive(Clone)]
pub struct Service {
    store: Store,
    broker: Broker,
    env: Env,
    limits: Limits,
    locks: GameLocks,
    /// Notified when this instance has stored a game that a worker must look at now.
    due: Arc<Notify>,
    verify_slots: VerifySlots,
    snapshots: SnapshotCache,
}

impl Service {
    /// The use cases on this database. `broker` wakes requests that wait for changes.
    pub fn new(store: Store, broker: Broker, env: Env, limits: Limits) -> Self {
        Self {
            store,
            broker,
            env,
            limits,
            locks: GameLocks::default(),
            due: Arc::default(),
            verify_slots: VerifySlots::default(),
            snapshots: SnapshotCache::default(),
        }
    }

    /// The limits that requests are held to.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Checks that the database answers.
    pub async fn is_ready(&self) -> Result<(), error::ServiceError> {
        Ok(self.store.ping().await?)
    }
}
