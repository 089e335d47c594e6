//! Games in Postgres: their rows, members and logs.

pub mod append;
pub mod append_statement;
pub mod create;
pub mod due;
pub mod inbox;
pub mod invitations;
pub mod load;
pub mod log;
pub mod members;
