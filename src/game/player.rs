//! Players, as others see them.

use crate::types::{id::PlayerId, time::Timestamp};

/// A player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The id, which never changes.
    pub id: PlayerId,
    /// The name, which the player can change.
    pub name: String,
    /// When they registered.
    pub created_at: Timestamp,
}
