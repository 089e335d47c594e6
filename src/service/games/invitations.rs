//! Inviting players to games that have not started, accepting and declining.

use std::time::Duration;

use super::{
    lobby::{NO_SEAT, must_be_open},
    view::ViewedGame,
};
use crate::{
    auth::{policy, token::Token},
    engine::chance::Entropy,
    game::stored::{Invitation, StoredGame},
    service::{
        Service,
        error::ServiceError,
        idempotency::{Key, Scope},
    },
    store::outcome::WriteOutcome,
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// How often an invitation is tried again when the game or the player changed meanwhile.
const ATTEMPTS: usize = 4;

/// A player who is invited to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The game.
    pub game: GameId,
    /// The invitation.
    pub invitation: Invitation,
    /// What the invited player is called.
    pub name: String,
    /// Whether the request invited them; they may have been invited before.
    pub is_new: bool,
}

impl Service {
    /// The caller, who has a seat in an open game, invites a player to it.
    ///
    /// # Errors
    /// When there is no such game for the caller, they have no seat, it is not open, nobody can be invited by this id,
    /// too many invitations wait for an answer, a key was used for another request, or the database fails.
    pub async fn invite(
        &self,
        game: GameId,
        token: Option<&Token>,
        player: PlayerId,
        key: Option<Key<'_>>,
    ) -> Result<Invited, ServiceError> {
        let caller = self.identify(token).await?.id;
        let once = key.as_ref().map(|key| {
            self.once(
                Scope::Player(caller),
                &format!("games/{game}/invitations"),
                key,
            )
        });
        for _ in 0..ATTEMPTS {
            if let Some(before) = self.before(once.as_ref()).await? {
                let invitation = Invitation {
                    player: PlayerId::new(before.created),
                    by: caller,
                    at: Timestamp::new(before.at),
                };
                return self.invited(game, invitation, true).await;
            }
            let (stored, _) = self.load(game, token).await?;
            policy::own_seat(&stored.game, Some(caller)).ok_or(NO_SEAT)?;
            must_be_open(&stored.game)?;
            let mut invitations = stored.invitations.iter();
            if let Some(before) = invitations.find(|before| before.player == player) {
                return self.invited(game, before.clone(), false).await;
            }
            self.must_be_to_invite(&stored, player).await?;
            self.must_have_few_invitations(caller, player).await?;
            let at = once.as_ref().map(|once| Timestamp::new(once.at));
            let invitation = Invitation {
                player,
                by: caller,
                at: at.unwrap_or_else(|| self.env.now()),
            };
            let told = self.invitation_notices(&stored.game, std::slice::from_ref(&invitation));
            let once = once.as_ref();
            if self.store.invite(game, &invitation, &told, once).await? == WriteOutcome::Yes {
                return self.invited(game, invitation, true).await;
            }
        }
        Err(ServiceError::Unavailable(
            "others keep changing the same game".into(),
        ))
    }

    async fn invited(
        &self,
        game: GameId,
        invitation: Invitation,
        is_new: bool,
    ) -> Result<Invited, ServiceError> {
        Ok(Invited {
            name: self
                .store
                .person(invitation.player)
                .await?
                .unwrap_or_default(),
            game,
            invitation,
            is_new,
        })
    }

    /// Whether there is somebody of this id who can be invited to the game.
    async fn must_be_to_invite(
        &self,
        stored: &StoredGame,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        const POINTER: &str = "/player_id";
        if stored.game.seat_of(player).is_some() {
            let detail = "This player has a seat in the game already.";
            return Err(ServiceError::invalid(POINTER, detail));
        }
        if self.store.person(player).await?.is_some() {
            return Ok(());
        }
        let detail = "There is no such player who could be invited.";
        Err(ServiceError::invalid(POINTER, detail))
    }

    async fn must_have_few_invitations(
        &self,
        by: PlayerId,
        to: PlayerId,
    ) -> Result<(), ServiceError> {
        let most = self.limits.invitations;
        let reason = if self.store.invitations_by(by).await? >= most {
            format!(
                "{most} invitations of yours wait for an answer: more can be sent once some have one."
            )
        } else if self.store.invitations_to(to).await? >= most {
            format!("{most} invitations wait for the answer of this player, who can't get more.")
        } else {
            return Ok(());
        };
        Err(ServiceError::QuotaExceeded {
            reason,
            retry_after: Duration::from_mins(1),
        })
    }

    /// The caller takes a seat in the game that they are invited to. A full table starts by itself.
    ///
    /// # Errors
    /// When there is no such game for the caller, it is not open, they are not invited or have a seat already, or the
    /// database fails.
    pub async fn accept_invitation(
        &self,
        game: GameId,
        token: Option<&Token>,
        entropy: Option<Entropy>,
    ) -> Result<ViewedGame, ServiceError> {
        self.invitee(game, token).await?;
        self.join(game, token, None, entropy).await
    }

    /// The caller does not take part in the game that they are invited to.
    ///
    /// # Errors
    /// When there is no such game for the caller, it is not open, they are not invited or have a seat already, or the
    /// database fails.
    pub async fn decline_invitation(
        &self,
        game: GameId,
        token: Option<&Token>,
    ) -> Result<(), ServiceError> {
        let player = self.invitee(game, token).await?;
        if self.store.delete_invitation(game, player).await? {
            Ok(())
        } else {
            Err(NO_INVITATION)
        }
    }

    /// The caller, who is invited to this open game.
    async fn invitee(&self, game: GameId, token: Option<&Token>) -> Result<PlayerId, ServiceError> {
        if token.is_none() {
            return Err(ServiceError::Unauthenticated);
        }
        let (stored, caller) = self.load(game, token).await?;
        let player = caller.ok_or(ServiceError::Unauthenticated)?;
        if stored.game.seat_of(player).is_some() {
            return Err(ServiceError::AlreadySeated);
        }
        must_be_open(&stored.game)?;
        if stored.is_invited(player) {
            Ok(player)
        } else {
            Err(NO_INVITATION)
        }
    }
}

const NO_INVITATION: ServiceError = ServiceError::NotFound("invitation");
