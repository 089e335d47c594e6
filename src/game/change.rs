//! A change of a game, ready to be stored.

use super::{Game, notice::Notice, schedule::Schedule, writer::NewEntry};

/// A game that changed: what is stored of it, and where it must still be.
#[derive(Debug, Clone)]
pub struct Change {
    /// The version that the game must have in the database.
    pub base_version: u32,
    /// The game after the change.
    pub game: Game,
    /// The entries that led to it.
    pub entries: Vec<NewEntry>,
    /// When it needs somebody next.
    pub schedule: Schedule,
    /// What players are told of it.
    pub notices: Vec<Notice>,
}
