//! The shape of the database.

use cardpost::store::migrations::{Direction, migrate};

use crate::support::database::Database;

/// Everything that makes up the shape: columns, constraints, indexes, triggers and functions, as Postgres itself
/// prints them.
const SHAPE: &str = "
    SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS text
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT format('index %s', pg_get_indexdef(indexrelid)) FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('function %s', pg_get_functiondef(oid)) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT format('storage %s %s', relname, reloptions) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    ORDER BY 1";

#[test]
fn up_down_and_up_again_leads_to_the_same_shape() {
    let database = Database::new();
    let up = database.texts(SHAPE);
    assert!(up.len() > 40, "the shape is seen: {} lines", up.len());
    let reverted = migrate(database.url(), Direction::DownAll).unwrap();
    assert!(!reverted.is_empty());
    let left: Vec<String> = database
        .texts(SHAPE)
        .into_iter()
        .filter(|line| !line.contains("__diesel_schema_migrations"))
        .collect();
    assert!(left.is_empty(), "left behind: {left:#?}");
    let applied = migrate(database.url(), Direction::Up).unwrap();
    assert_eq!(applied.len(), reverted.len());
    assert_eq!(database.texts(SHAPE), up);
}

#[test]
fn the_last_migration_can_be_reverted_alone() {
    let database = Database::new();
    let up = database.texts(SHAPE);
    assert_eq!(
        migrate(database.url(), Direction::DownOne).unwrap().len(),
        1
    );
    assert_ne!(database.texts(SHAPE), up);
    assert_eq!(migrate(database.url(), Direction::Up).unwrap().len(), 1);
    assert_eq!(database.texts(SHAPE), up);
}

#[test]
fn a_migrated_database_has_nothing_pending() {
    let database = Database::new();
    assert!(migrate(database.url(), Direction::Up).unwrap().is_empty());
}

#[test]
fn instances_that_migrate_at_once_wait_for_each_other() {
    let database = Database::new();
    let versions = migrate(database.url(), Direction::DownAll).unwrap().len();
    let applied: usize = std::thread::scope(|scope| {
        let all: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| migrate(database.url(), Direction::Up).unwrap().len()))
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!(applied, versions, "each migration is applied once");
}

#[test]
fn every_foreign_key_is_indexed() {
    let database = Database::new();
    let without = database.texts(
        "SELECT format('%s %s', conrelid::regclass, conname) AS text FROM pg_constraint c
         WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
             SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indpred IS NULL
             AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)",
    );
    assert!(without.is_empty(), "{without:#?}");
}

#[test]
fn a_database_that_is_not_there_is_told_apart() {
    let error = migrate("postgres://nobody@127.0.0.1:1/nothing", Direction::Up).unwrap_err();
    assert!(error.to_string().contains("not available"), "{error}");
}
