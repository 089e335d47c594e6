//! What each route does: take, call, convert.

pub mod identity;
pub mod kinds;
pub mod lobby;
pub mod play;
pub mod proof;
pub mod server;
pub mod watch;
