//! A game with the data that is stored along with it.

use super::{Game, clock::Pause};
use crate::{
    engine::chance::Seed,
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// A game with its secrets, names, pauses and invitations.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// The game.
    pub game: Game,
    /// The secret seed that the shuffles are derived from.
    pub seed: Seed,
    /// The code with which players join a private game.
    pub join_code: Option<String>,
    /// The names of the members, in the order of joining. A player who deleted their account has an empty name.
    pub names: Vec<(PlayerId, String)>,
    /// The pauses of the members' clocks since the turn began, ordered by their beginning. Loaded only for games with a
    /// clock.
    pub pauses: Vec<(PlayerId, Pause)>,
    /// The unanswered invitations to an open game.
    pub invitations: Vec<Invitation>,
    /// The rematch of this game.
    pub rematch: Option<GameId>,
    /// Whether a member has an enabled webhook.
    pub has_webhooks: bool,
}

/// An invitation to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The invited player.
    pub player: PlayerId,
    /// The player who sent the invitation.
    pub by: PlayerId,
    /// When the invitation was sent.
    pub at: Timestamp,
}

/// The name shown for a player who deleted their account.
pub const FORMER_PLAYER: &str = "Former player";

impl StoredGame {
    /// Creates a new game without pauses, invitations, rematch or webhooks.
    pub const fn new(
        game: Game,
        seed: Seed,
        join_code: Option<String>,
        names: Vec<(PlayerId, String)>,
    ) -> Self {
        Self {
            game,
            seed,
            join_code,
            names,
            pauses: Vec::new(),
            invitations: Vec::new(),
            rematch: None,
            has_webhooks: false,
        }
    }

    /// Returns the name of a member, or [`FORMER_PLAYER`] if they deleted their account.
    pub fn name_of(&self, player: PlayerId) -> &str {
        self.names
            .iter()
            .find(|(id, name)| *id == player && !name.is_empty())
            .map_or(FORMER_PLAYER, |(_, name)| name)
    }

    /// Returns whether this player has an unanswered invitation.
    pub fn is_invited(&self, player: PlayerId) -> bool {
        let mut invitations = self.invitations.iter();
        invitations.any(|invitation| invitation.player == player)
    }
}
