//! Games in Postgres: their rows, members and logs.

pub mod append;
pub mod create;
pub mod due;
pub mod invitations;
pub mod lists;
pub mod log;
pub mod members;
pub mod rows;
