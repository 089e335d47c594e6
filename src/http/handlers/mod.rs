//! What each route does: take, call, convert.

pub mod feeds;
pub mod games;
pub mod kinds;
pub mod players;
pub mod records;
pub mod server;
pub mod webhooks;
