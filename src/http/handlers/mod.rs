//! The handlers of all routes. Each extracts its arguments, calls the service and converts the result.

pub mod feeds;
pub mod games;
pub mod kinds;
pub mod players;
pub mod records;
pub mod server;
pub mod webhooks;
