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
    env::World,
    feeds::broker::Wake,
    games::{locks::Queue, snapshots::Moments},
    limits::Limits,
    records::verify::Benches,
};
use crate::store::Store;

/// Everything that the server can do, over one database.
#[derive(Clone)]
pub struct Service {
    store: Store,
    wake: Wake,
    world: World,
    limits: Limits,
    queue: Queue,
    /// Told when this instance has stored a game that needs somebody at once.
    due: Arc<Notify>,
    benches: Benches,
    moments: Moments,
}

impl Service {
    /// The use cases over this database, with time and chance from this world. Those who wait are woken by `wake`.
    pub fn new(store: Store, wake: Wake, world: World, limits: Limits) -> Self {
        Self {
            store,
            wake,
            world,
            limits,
            queue: Queue::default(),
            due: Arc::default(),
            benches: Benches::default(),
            moments: Moments::default(),
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
    pub async fn is_ready(&self) -> Result<(), error::Refused> {
        Ok(self.store.ping().await?)
    }
}
