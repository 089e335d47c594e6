//! The public data of a player.

use crate::types::{id::PlayerId, time::Timestamp};

/// A registered player, as other players see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The id, which never changes.
    pub id: PlayerId,
    /// The name, which the player can change.
    pub name: String,
    /// When the player registered.
    pub created_at: Timestamp,
}
