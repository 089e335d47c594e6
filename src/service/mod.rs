//! The use cases: load, authorise, play, store. No HTTP, no SQL, no rules.

pub mod audit;
mod change;
pub mod deliver;
pub mod due;
pub mod error;
pub mod events;
pub mod fairness;
pub mod feed;
pub mod identity;
pub mod invitations;
pub mod limits;
pub mod lobby;
mod moments;
pub mod name;
pub mod notices;
pub mod once;
pub mod play;
pub mod position;
pub mod proof;
pub mod queue;
pub mod records;
pub mod rematch;
pub mod schedule;
pub mod vacation;
mod waiting;
pub mod wake;
pub mod watch;
pub mod webhooks;
pub mod world;

use std::sync::Arc;

use tokio::sync::Notify;

use self::{
    limits::Limits, moments::Moments, proof::Benches, queue::Queue, wake::Wake, world::World,
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
