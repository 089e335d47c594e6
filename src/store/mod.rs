//! What is kept in Postgres. The only layer that knows diesel; it knows nothing of HTTP and decides nothing.

pub mod audit;
pub mod error;
pub mod feeds;
pub mod games;
pub mod idempotency;
pub mod migrations;
pub mod notify;
pub mod outcome;
pub mod players;
pub mod records;
/// The tables, as the Diesel CLI prints them from a migrated database.
#[allow(missing_docs, clippy::pedantic, reason = "generated")]
pub mod schema;
pub mod webhooks;

use std::{sync::Arc, time::Duration};

use diesel_async::{
    AsyncPgConnection,
    pooled_connection::{
        AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
        deadpool::{Object, Pool},
    },
};
use tokio::sync::Notify;

use self::{error::StoreError, games::append::Appender, notify::Notifier};

/// How long a request waits for a free connection before it is told that the database is not available.
const PATIENCE: Duration = Duration::from_secs(5);

/// The database, as all instances of the server share it.
#[derive(Clone)]
pub struct Store {
    pool: Pool<AsyncPgConnection>,
    appender: Appender,
    notifier: Notifier,
    outbox: Arc<Notify>,
}

type Connection = Object<AsyncPgConnection>;

impl Store {
    /// A store in the database at `url`, with at most `connections` open at once. Connects when it is first used.
    ///
    /// # Errors
    /// When the pool can't be set up.
    pub fn new(url: &str, connections: usize) -> Result<Self, StoreError> {
        let mut config = ManagerConfig::default();
        // A connection is used as it is, and thrown away once it failed: asking each whether it still works
        // would be one more round trip for every request.
        config.recycling_method = RecyclingMethod::Fast;
        let manager = AsyncDieselConnectionManager::new_with_config(url, config);
        let pool = Pool::builder(manager)
            .max_size(connections)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .runtime(deadpool::Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let notifier = Notifier::new(url);
        let outbox = Arc::new(Notify::new());
        let appender = Appender::new(&pool, &notifier, &outbox);
        Ok(Self {
            pool,
            appender,
            notifier,
            outbox,
        })
    }

    async fn connection(&self) -> Result<Connection, StoreError> {
        Ok(self.pool.get().await?)
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        use diesel_async::RunQueryDsl as _;
        let mut connection = self.connection().await?;
        diesel::select(diesel::dsl::sql::<diesel::sql_types::Integer>("1"))
            .execute(&mut connection)
            .await?;
        Ok(())
    }

    /// Finishes the appends that were begun, and closes every connection.
    pub async fn close(&self) {
        self.appender.close().await;
        self.notifier.close();
        self.pool.close();
    }
}
