//! Storage in Postgres. The only layer that uses diesel. It knows nothing of HTTP and makes no decisions.

pub mod audit;
mod decode;
pub mod error;
pub mod feeds;
pub mod games;
pub mod idempotency;
pub mod migrations;
pub mod notify;
pub mod outcome;
pub mod players;
pub mod records;
/// The tables, as the Diesel CLI prints them for a migrated database.
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

/// How long a request waits for a free connection before it fails with [`StoreError::Unavailable`].
const TIMEOUT: Duration = Duration::from_secs(5);

/// The database, which all instances of the server share.
#[derive(Clone)]
pub struct Store {
    pool: Pool<AsyncPgConnection>,
    appender: Appender,
    notifier: Notifier,
    outbox: Arc<Notify>,
}

type Connection = Object<AsyncPgConnection>;

impl Store {
    /// Creates a store in the database at `url`, with a pool of at most `connections` connections. Connects on first
    /// use.
    pub fn new(url: &str, connections: usize) -> Result<Self, StoreError> {
        let mut config = ManagerConfig::default();
        // A pooled connection is used without a test, and dropped once it has failed: a test would be one more
        // round trip for every request.
        config.recycling_method = RecyclingMethod::Fast;
        let manager = AsyncDieselConnectionManager::new_with_config(url, config);
        let pool = Pool::builder(manager)
            .max_size(connections)
            .wait_timeout(Some(TIMEOUT))
            .create_timeout(Some(TIMEOUT))
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

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        use diesel_async::RunQueryDsl as _;
        let mut connection = self.connection().await?;
        diesel::select(diesel::dsl::sql::<diesel::sql_types::Integer>("1"))
            .execute(&mut connection)
            .await?;
        Ok(())
    }

    /// Stores the queued changes and closes every connection.
    pub async fn close(&self) {
        self.appender.close().await;
        self.notifier.close();
        self.pool.close();
    }
}
