//! Games: creating, joining, playing and viewing them.

pub mod create;
pub mod fairness;
pub mod invitations;
pub mod lists;
pub mod play;
pub mod seats;
pub mod view;
