//! The use cases: load, authorise, play, store. No HTTP, no SQL, no rules.

pub mod audit;
pub mod env;
pub mod error;
pub mod feeds;
pub mod games;
pub mod idempotency;
pub mod limits;
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

/// Everything that the server can do, over one database.
#[derive(Clone)]
pub struct Service {
    store: Store,
    broker: Broker,
    env: Env,
    limits: Limits,
    locks: GameLocks,
    /// Told when this instance has stored a game that needs somebody at once.
    due: Arc<Notify>,
    verify_slots: VerifySlots,
    snapshots: SnapshotCache,
}

impl Service {
    /// The use cases over this database, with time and chance from this world. Those who wait are woken by `broker`.
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

    /// Whether the server can work: whether its database answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn is_ready(&self) -> Result<(), error::ServiceError> {
        Ok(self.store.ping().await?)
    }
}
