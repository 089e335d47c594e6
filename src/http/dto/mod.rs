//! The bodies of requests and responses.

pub mod clock;
pub mod fairness;
pub mod game;
pub mod invitation;
pub mod kind;
pub mod log;
pub mod moves;
pub mod new_game;
pub mod player;
pub mod record;
pub mod vacation;
pub mod webhook;
