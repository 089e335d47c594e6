//! Games: creating, joining, playing and viewing them.

pub mod change;
pub mod create;
pub mod fairness;
pub mod inbox;
pub mod invitations;
pub mod lobby;
pub mod locks;
pub mod play;
pub mod rematch;
pub mod seats;
pub mod snapshots;
pub mod view;
