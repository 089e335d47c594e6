//! Invitations and rematches on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{SeatedPlayerBody, entropy};
use crate::{
    engine::chance::Entropy,
    http::problem::Problem,
    record::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
    service::{identity::InvitedTo, invitations::Invited},
};

/// Who is to be invited.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Invite)]
pub struct InviteBody {
    /// The player.
    pub player_id: PlayerId,
}

/// What somebody brings to a game in which they take a seat.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = TakeSeat)]
pub struct TakeSeatBody {
    /// What the player adds to the deal: 1 to 32 bytes in hexadecimal.
    #[schema(example = "c0ffee")]
    entropy: Option<String>,
}

impl TakeSeatBody {
    /// What the player adds to the deal.
    ///
    /// # Errors
    /// When it is no entropy.
    pub fn entropy(self) -> Result<Option<Entropy>, Problem> {
        entropy(self.entropy)
    }
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
