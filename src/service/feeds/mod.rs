//! Event feeds: what happens in a game, or in all games of a player, as it happens.

pub mod broker;
pub mod cursor;
pub mod game;
pub mod player;
pub mod subscription;
