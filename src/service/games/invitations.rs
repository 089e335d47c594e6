//! Invitations to open games: sending, accepting and declining them.

use super::{
    seats::{NO_SEAT, must_be_open},
    view::ViewedGame,
};
use crate::{
    auth::{policy, token::Token},
    engine::chance::Entropy,
    game::stored::{Invitation, StoredGame},
    service::{
        Service,
        error::{Field, ServiceError},
        idempotency::{KeyedRequest, Scope},
    },
    store::{idempotency::IdempotentRequest, outcome::WriteOutcome},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// A player who is invited to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The game.
    pub game: GameId,
    /// The invitation.
    pub invitation: Invitation,
    /// The name of the invited player.
    pub name: String,
    /// Whether this request created the invitation. Otherwise the player was already invited.
    pub is_new: bool,
}

impl Service {
    /// Invites a player to an open game in which the caller has a seat.
    pub async fn invite(
        &self,
        game: GameId,
        token: Option<&Token>,
        player: PlayerId,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<Invited, ServiceError> {
        let caller = self.identify(token).await?.id;
        self.idempotent(
            Scope::Player(caller),
            &format!("games/{game}/invitations"),
            keyed.as_ref(),
            async |request| {
                let (stored, _) = self.load(game, token).await?;
                self.create_invitation(&stored, caller, player, request)
                    .await
            },
            async |previous| {
                let invitation = Invitation {
                    player: PlayerId::new(previous.created),
                    by: caller,
                    at: Timestamp::new(previous.at),
                };
                self.invited(game, invitation, true).await
            },
        )
        .await
    }

    /// Stores an invitation, unless the player is already invited. `None` when the game or the player has changed
    /// meanwhile.
    async fn create_invitation(
        &self,
        stored: &StoredGame,
        caller: PlayerId,
        player: PlayerId,
        request: Option<&IdempotentRequest>,
    ) -> Result<Option<Invited>, ServiceError> {
        let game = stored.game.id();
        policy::own_seat(&stored.game, Some(caller)).ok_or(NO_SEAT)?;
        must_be_open(&stored.game)?;
        let mut invitations = stored.invitations.iter();
        if let Some(known) = invitations.find(|known| known.player == player) {
            return self.invited(game, known.clone(), false).await.map(Some);
        }
        self.check_invitable(stored, player).await?;
        self.check_invitation_limits(caller, player).await?;
        // A repetition reads the time of the invitation from the stored key.
        let at = request.map(|request| Timestamp::new(request.at));
        let invitation = Invitation {
            player,
            by: caller,
            at: at.unwrap_or_else(|| self.env.now()),
        };
        let notices = self.invitation_notices(&stored.game, std::slice::from_ref(&invitation));
        let outcome = self
            .store
            .invite(game, &invitation, &notices, request)
            .await?;
        if outcome != WriteOutcome::Yes {
            return Ok(None);
        }
        self.invited(game, invitation, true).await.map(Some)
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

    /// Checks that a player exists, is a person and has no seat in the game.
    async fn check_invitable(
        &self,
        stored: &StoredGame,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let detail = if stored.game.seat_of(player).is_some() {
            "This player already has a seat in the game."
        } else if self.store.person(player).await?.is_none() {
            "There is no player with this id who can be invited."
        } else {
            return Ok(());
        };
        Err(ServiceError::invalid(Field::InvitedPlayer, detail))
    }

    /// Checks that one more invitation exceeds neither the sender's nor the receiver's limit.
    async fn check_invitation_limits(
        &self,
        by: PlayerId,
        to: PlayerId,
    ) -> Result<(), ServiceError> {
        let limit = self.limits.invitations;
        if self.store.invitations_by(by).await? >= limit {
            Err(ServiceError::quota(format!(
                "You already have the maximum of {limit} unanswered invitations. Wait until some are answered."
            )))
        } else if self.store.invitations_to(to).await? >= limit {
            Err(ServiceError::quota(format!(
                "This player already has the maximum of {limit} unanswered invitations."
            )))
        } else {
            Ok(())
        }
    }

    /// Gives the caller a seat in a game that they are invited to. The game starts when it is full.
    pub async fn accept_invitation(
        &self,
        game: GameId,
        token: Option<&Token>,
        entropy: Option<Entropy>,
    ) -> Result<ViewedGame, ServiceError> {
        self.invitee(game, token).await?;
        self.join(game, token, None, entropy).await
    }

    /// Deletes the caller's invitation to a game.
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

    /// The caller, after a check that they are invited to this game and that it is open.
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
