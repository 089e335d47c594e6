//! Live feeds of the entries of one game, or of all games of a player.

pub mod broker;
pub mod cursor;
pub mod game;
pub mod player;
pub mod subscription;
