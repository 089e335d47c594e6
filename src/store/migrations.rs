//! Bringing a database to the shape that this version of the server needs.

use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::error::StoreError;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// The advisory lock that instances which start at once take turns by: `cardpost` in ASCII.
const LOCK: i64 = 0x6361_7264_706f_7374;

/// Which way to migrate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Everything that is pending.
    Up,
    /// The last one that was applied, back.
    DownOne,
    /// All of them, back.
    DownAll,
}

/// Migrates the database at `url` and names what was applied or reverted. Safe when several do it at once: they
/// wait for each other.
///
/// # Errors
/// When the database can't be reached or a migration fails; what was applied before it stays applied.
pub fn migrate(url: &str, direction: Direction) -> Result<Vec<String>, StoreError> {
    // Diesel's migrations block their thread, and their adapter needs a runtime with several of them: both are had
    // on a thread of our own, whatever the caller runs on.
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
