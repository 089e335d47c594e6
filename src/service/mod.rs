//! The use cases: load, authorise, play, store. No HTTP, no SQL, no rules.

pub mod error;
pub mod identity;
pub mod limits;
pub mod lobby;
pub mod name;
pub mod once;
pub mod play;
pub mod queue;
pub mod watch;
pub mod world;

use self::{limits::Limits, queue::Queue, world::World};
use crate::store::Store;

/// Everything that the server can do, over one database.
#[derive(Clone)]
pub struct Service {
    store: Store,
    world: World,
    limits: Limits,
    queue: Queue,
}

impl Service {
    /// The use cases over this database, with time and chance from this world.
    pub fn new(store: Store, world: World, limits: Limits) -> Self {
        Self {
            store,
            world,
            limits,
            queue: Queue::default(),
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
