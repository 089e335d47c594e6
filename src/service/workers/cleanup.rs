//! Deletes data that is no longer needed.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use super::Worker;
use crate::{service::env::Env, store::Store};

/// The time between two cleanups.
const INTERVAL: Duration = Duration::from_mins(1);

/// Deletes old idempotency keys and old webhook deliveries, and evicts idle rate-limit clients from memory.
#[derive(Clone)]
pub struct Cleanup {
    store: Store,
    env: Env,
    evict_idle_clients: Arc<dyn Fn() + Send + Sync>,
}

impl Cleanup {
    /// A worker for this store. It calls `evict_idle_clients` at each cleanup.
    pub fn new(
        store: Store,
        env: Env,
        evict_idle_clients: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self {
            store,
            env,
            evict_idle_clients: Arc::new(evict_idle_clients),
        }
    }

    /// Cleans up once. Rows that cannot be deleted now are deleted the next time.
    pub async fn run_once(&self) {
        (self.evict_idle_clients)();
        let now = self.env.now().moment();
        if let Err(cause) = self.store.forget_old_keys(now).await {
            tracing::warn!(%cause, "failed to delete old idempotency keys");
        }
        if let Err(cause) = self.store.forget_old_deliveries(now).await {
            tracing::warn!(%cause, "failed to delete old webhook deliveries");
        }
    }
}

impl Worker for Cleanup {
    const NAME: &'static str = "cleanup";

    async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut ticks = tokio::time::interval(INTERVAL);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = stop.wait_for(|stop| *stop) => return,
            }
            self.run_once().await;
        }
    }
}
