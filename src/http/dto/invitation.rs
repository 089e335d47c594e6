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

/// Who is to be invited.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Invite)]
pub struct InviteBody {
    /// The player.
    pub player_id: PlayerId,
}

/// An invitation that was sent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invited)]
pub struct InvitedBody {
    /// The game.
    game: GameId,
    /// Who is invited.
    player: SeatedPlayerBody,
    /// Who invited them.
    by: PlayerId,
    /// When.
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

/// An invitation that waits for an answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenInvitation)]
pub struct OpenInvitationBody {
    /// The game.
    game: GameId,
    /// Who is invited.
    player: PlayerId,
    /// Who invited them.
    by: PlayerId,
    /// When.
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
