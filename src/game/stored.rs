//! A game together with what the store keeps around it.

use super::{Game, clock::Pause};
use crate::{
    engine::chance::Seed,
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// A game as it is stored, with what is stored around it.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// The game.
    pub game: Game,
    /// The secret that its shuffles follow from.
    pub seed: Seed,
    /// What lets players join a private game.
    pub join_code: Option<String>,
    /// The names of those who take part, in the order of joining. Empty for one who deleted themselves.
    pub names: Vec<(PlayerId, String)>,
    /// The times since the turn began for which the clocks of those who take part stand still, in the order in which
    /// they begin. Asked for in games with a clock only.
    pub pauses: Vec<(PlayerId, Pause)>,
    /// Who was invited and has not answered, while the game is open.
    pub invitations: Vec<Invitation>,
    /// The game that was created to play this one again.
    pub rematch: Option<GameId>,
    /// Whether any of those who take part has a webhook that is told of anything.
    pub has_webhooks: bool,
}

/// An invitation to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Who is invited.
    pub player: PlayerId,
    /// By whom.
    pub by: PlayerId,
    /// When.
    pub at: Timestamp,
}

/// What a player is called who deleted themselves.
pub const FORMER_PLAYER: &str = "Former player";

impl StoredGame {
    /// A game that is new: nobody is away, invited, or wants to play it again.
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

    /// What a player of this game is called.
    pub fn name_of(&self, player: PlayerId) -> &str {
        self.names
            .iter()
            .find(|(id, name)| *id == player && !name.is_empty())
            .map_or(FORMER_PLAYER, |(_, name)| name)
    }

    /// Whether this player was invited and has not answered.
    pub fn is_invited(&self, player: PlayerId) -> bool {
        let mut invitations = self.invitations.iter();
        invitations.any(|invitation| invitation.player == player)
    }
}
