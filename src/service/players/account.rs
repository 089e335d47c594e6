//! Accounts: registering, renaming and deleting a player.

use super::name::Name;
use crate::{
    auth::token::Token,
    game::player::Player,
    service::{
        Service,
        error::ServiceError,
        idempotency::{KeyedRequest, Scope, forgotten},
    },
    store::{outcome::WriteOutcome, players::tokens::StoredToken},
    types::id::{GameId, PlayerId, TokenId},
};

/// A new player, with their first token. The answer to the registration is the only one that shows the token.
#[derive(Debug, Clone)]
pub struct Registered {
    /// The player.
    pub player: Player,
    /// The token.
    pub token: Token,
}

impl Service {
    /// Registers a player. `address` is the network address of the client.
    pub async fn register(
        &self,
        name: Name,
        address: &str,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<Registered, ServiceError> {
        let keyed = keyed.as_ref();
        self.idempotent(
            Scope::Address(address),
            "players",
            keyed,
            async |request| {
                let now = self.env.now();
                let player = Player {
                    id: PlayerId::new(self.env.id()),
                    name: name.as_str().to_owned(),
                    created_at: now,
                };
                let stored = StoredToken {
                    id: TokenId::new(self.env.id()),
                    label: "registration".into(),
                    created_at: now,
                };
                let (token, nonce) = self.new_token(keyed);
                let nonce = nonce.as_ref().map(|nonce| &nonce[..]);
                let outcome = self
                    .store
                    .create_player(&player, &stored, &token.hash(), request, nonce)
                    .await?;
                Ok((outcome == WriteOutcome::Yes).then_some(Registered { player, token }))
            },
            async |previous| {
                let player = self.store.player(PlayerId::new(previous.created)).await?;
                Ok(Registered {
                    player: player.ok_or_else(forgotten)?,
                    token: super::tokens::repeated(&previous, keyed)?,
                })
            },
        )
        .await
    }

    /// Returns the player to whom a token belongs.
    ///
    /// # Errors
    /// [`ServiceError::Unauthenticated`] when there is no token, or it belongs to no player.
    pub async fn identify(&self, token: Option<&Token>) -> Result<Player, ServiceError> {
        let token = token.ok_or(ServiceError::Unauthenticated)?;
        let player = self.store.player_of_token(&token.hash()).await?;
        player.ok_or(ServiceError::Unauthenticated)
    }

    /// Changes the caller's name.
    pub async fn rename(&self, token: Option<&Token>, name: Name) -> Result<Player, ServiceError> {
        let player = self.identify(token).await?;
        self.store.rename_player(player.id, name.as_str()).await?;
        Ok(Player {
            name: name.into_string(),
            ..player
        })
    }

    /// Deletes the caller's name, tokens, webhooks, vacations and invitations.
    ///
    /// First leaves their open games and resigns their running ones, so that no other player waits for them. The games
    /// stay, with a seat without a name.
    ///
    /// # Errors
    /// When this fails halfway, the games that were already left or resigned stay so.
    pub async fn forget(&self, token: Option<&Token>) -> Result<(), ServiceError> {
        let player = self.identify(token).await?;
        for game in self.store.unfinished_games_of(player.id).await? {
            self.withdraw(game, token).await?;
        }
        Ok(self.store.forget_player(player.id, self.env.now()).await?)
    }

    /// Leaves a game, or resigns it when it has started.
    async fn withdraw(&self, game: GameId, token: Option<&Token>) -> Result<(), ServiceError> {
        let left = match self.leave(game, token).await {
            Err(ServiceError::GameNotOpen) => self.resign(game, token).await,
            left => left,
        };
        match left {
            Ok(_) | Err(ServiceError::GameOver | ServiceError::GameNotOpen) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
