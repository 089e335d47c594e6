//! What is kept in Postgres, tested on a real one.

mod append;
mod audit;
mod log;
mod migrations;
mod outbox;
