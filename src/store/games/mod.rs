//! Games in Postgres: their rows, members, invitations and logs.

pub mod append;
mod append_statement;
pub mod change;
pub mod columns;
pub mod create;
pub mod due;
pub mod inbox;
pub mod invitations;
pub mod load;
pub mod lobby;
pub mod log;
mod members;
pub mod version;
