//! Games over HTTP: creating, joining, playing, viewing.

pub mod bots;
pub mod clocks;
pub mod declarations;
pub mod every_kind;
pub mod history;
pub mod inbox;
pub mod invitations;
pub mod leaks;
pub mod lists;
pub mod lobby;
pub mod long_games;
pub mod moves;
pub mod pages;
pub mod private_games;
pub mod races;
pub mod rematch;
pub mod repeats;
pub mod resigning;
pub mod snapshots;
pub mod whole_games;
