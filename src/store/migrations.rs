//! Migrations of the database to the schema that this version of the server needs.

use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::error::StoreError;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// The advisory lock that serializes migrations by several instances: `cardpost` in ASCII.
const LOCK: i64 = 0x6361_7264_706f_7374;

/// The direction of a migration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Applies all pending migrations.
    Up,
    /// Reverts the last applied migration.
    DownOne,
    /// Reverts all applied migrations.
    DownAll,
}

/// Migrates the database at `url` and returns the versions of the migrations that were applied or reverted. Several
/// instances can call it at once: they wait for each other.
///
/// # Errors
/// When the database can't be reached or a migration fails. Migrations that were applied before it stay applied.
pub fn migrate(url: &str, direction: Direction) -> Result<Vec<String>, StoreError> {
    // Diesel's migrations block their thread, and their adapter needs a multi-threaded runtime. A separate thread
    // provides both, whichever runtime the caller uses.
    std::thread::scope(|scope| {
        let migration = scope.spawn(|| {
            tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .map_err(|error| StoreError::Unavailable(error.to_string()))?
                .block_on(run(url, direction))
        });
        migration
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

async fn run(url: &str, direction: Direction) -> Result<Vec<String>, StoreError> {
    let mut connection = AsyncPgConnection::establish(url)
        .await
        .map_err(|error| StoreError::Unavailable(error.to_string()))?;
    // Held until the connection is closed.
    diesel::sql_query("SELECT pg_advisory_lock($1)")
        .bind::<BigInt, _>(LOCK)
        .execute(&mut connection)
        .await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let migrated = match direction {
        Direction::Up => harness.run_pending_migrations(MIGRATIONS),
        Direction::DownOne => harness
            .revert_last_migration(MIGRATIONS)
            .map(|version| vec![version]),
        Direction::DownAll => harness.revert_all_migrations(MIGRATIONS),
    };
    migrated
        .map(|versions| versions.iter().map(ToString::to_string).collect())
        .map_err(|error| StoreError::Corrupt(format!("a migration failed: {error}")))
}
