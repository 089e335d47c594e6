//! A change to a game, ready to be stored.

use super::{Game, notice::Notice, schedule::Schedule, writer::NewEntry};

/// A changed game with everything that is stored together with it.
#[derive(Debug, Clone)]
pub struct Change {
    /// The version that the game must still have in the database for the change to be stored.
    pub base_version: u32,
    /// The game after the change.
    pub game: Game,
    /// The entries that the change adds to the log.
    pub entries: Vec<NewEntry>,
    /// The deadline of the turn, and when a worker must look at the game again.
    pub schedule: Schedule,
    /// The notices for players about this change.
    pub notices: Vec<Notice>,
}
