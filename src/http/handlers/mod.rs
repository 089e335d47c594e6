//! What each route does: take, call, convert.

pub mod events;
pub mod identity;
pub mod invitations;
pub mod kinds;
pub mod lobby;
pub mod play;
pub mod proof;
pub mod records;
pub mod server;
pub mod vacation;
pub mod watch;
pub mod webhooks;
