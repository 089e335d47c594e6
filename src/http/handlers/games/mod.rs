//! Games: creating, joining, playing and viewing them.

pub mod invitations;
pub mod lobby;
pub mod play;
pub mod view;
