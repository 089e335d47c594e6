//! Invitations on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::SeatedPlayerBody;
use crate::{
    service::{games::invitations::Invited, players::data::InvitedTo},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// An invitation to send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Invite)]
pub struct InviteBody {
    /// The player.
    pub player_id: PlayerId,
}

/// A sent invitation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invited)]
pub struct InvitedBody {
    /// The game.
    game: GameId,
    /// The invited player.
    player: SeatedPlayerBody,
    /// The player who sent the invitation.
    by: PlayerId,
    /// When the invitation was sent.
    at: Timestamp,
}

impl From<Invited> for InvitedBody {
    fn from(invited: Invited) -> Self {
        Self {
            game: invited.game,
            player: SeatedPlayerBody::new(invited.invitation.player, invited.name),
            by: invited.invitation.by,
            at: invited.invitation.at,
        }
    }
}

/// An invitation that has not been answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenInvitation)]
pub struct OpenInvitationBody {
    /// The game.
    game: GameId,
    /// The invited player.
    player: PlayerId,
    /// The player who sent the invitation.
    by: PlayerId,
    /// When the invitation was sent.
    at: Timestamp,
}

impl From<InvitedTo> for OpenInvitationBody {
    fn from(InvitedTo { game, invitation }: InvitedTo) -> Self {
        Self {
            game,
            player: invitation.player,
            by: invitation.by,
            at: invitation.at,
        }
    }
}
