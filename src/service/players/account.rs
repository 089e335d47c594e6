//! Players: registering, tokens, what is known about them, leaving.

use super::name::{Label, Name};
use crate::{
    auth::token::Token,
    engine::seat::Seat,
    game::{Status, entry::Created, player::Player},
    service::{
        Service,
        error::ServiceError,
        idempotency::{Key, Scope},
    },
    store::{
        games::inbox::{InboxFilter, Part},
        idempotency::PreviousRequest,
        outcome::WriteOutcome,
        webhooks::webhook::StoredWebhook,
    },
    types::{
        id::{GameId, PlayerId, TokenId},
        time::Timestamp,
    },
};

pub use crate::{
    game::clock::Pause,
    store::{games::invitations::InvitedTo, players::tokens::StoredToken},
};

/// A player who just registered, with the token that is shown this once.
#[derive(Debug, Clone)]
pub struct Registered {
    /// The player.
    pub player: Player,
    /// What they are known by from now on.
    pub token: Token,
}

/// A token that was just made, with the secret that is shown this once.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// What is kept of it.
    pub stored: StoredToken,
    /// The secret.
    pub token: Token,
}

/// Everything that is held about a player.
#[derive(Debug, Clone)]
pub struct PlayerData {
    /// The player.
    pub player: Player,
    /// Their tokens.
    pub tokens: Vec<StoredToken>,
    /// Their webhooks.
    pub webhooks: Vec<StoredWebhook>,
    /// The games that they take or took part in.
    pub games: Vec<Participation>,
    /// The invitations that they sent or were sent and that wait for an answer.
    pub invitations: Vec<InvitedTo>,
    /// The times for which their clocks stood or stand still.
    pub vacations: Vec<Pause>,
}

/// A player's part in a game.
#[derive(Debug, Clone)]
pub struct Participation {
    /// The game.
    pub game: Created,
    /// How far it has come.
    pub status: Status,
    /// When it was created.
    pub created_at: Timestamp,
    /// Where they sit.
    pub seat: Option<u8>,
    /// What they added to the deal, in hexadecimal.
    pub entropy: Option<String>,
}

/// How many games of a player are read at once.
const READ_AT_ONCE: u32 = 100;

impl Service {
    /// Registers a player.
    ///
    /// # Errors
    /// When a key was used for another request, or the database fails.
    pub async fn register(
        &self,
        name: Name,
        address: &str,
        key: Option<Key<'_>>,
    ) -> Result<Registered, ServiceError> {
        let once = key
            .as_ref()
            .map(|key| self.once(Scope::Address(address), "players", key));
        if let Some(before) = self.before(once.as_ref()).await? {
            return self.registered_before(&before, key.as_ref()).await;
        }
        let now = self.env.now();
        let player = Player {
            id: PlayerId::new(self.env.id()),
            name: name.into_string(),
            created_at: now,
        };
        let (token, nonce) = self.new_token(key.as_ref());
        let stored = StoredToken {
            id: TokenId::new(self.env.id()),
            label: "registration".into(),
            created_at: now,
        };
        let nonce = nonce.as_ref().map(|nonce| &nonce[..]);
        let hash = token.hash();
        let created = self
            .store
            .create_player(&player, &stored, &hash, once.as_ref(), nonce);
        match created.await? {
            WriteOutcome::Yes => Ok(Registered { player, token }),
            WriteOutcome::Repeated | WriteOutcome::TooLate => {
                let before = self.before(once.as_ref()).await?.ok_or_else(forgotten)?;
                self.registered_before(&before, key.as_ref()).await
            }
        }
    }

    async fn registered_before(
        &self,
        before: &PreviousRequest,
        key: Option<&Key<'_>>,
    ) -> Result<Registered, ServiceError> {
        let player = self.store.player(PlayerId::new(before.created)).await?;
        Ok(Registered {
            player: player.ok_or_else(forgotten)?,
            token: token_again(before, key)?,
        })
    }

    /// A new token, and what must be kept to show it again if its request is repeated.
    fn new_token(&self, key: Option<&Key<'_>>) -> (Token, Option<[u8; 32]>) {
        let random = self.env.bytes();
        match key {
            Some(key) => (Token::repeatable(random, key.key), Some(random)),
            None => (Token::new(random), None),
        }
    }

    /// The player whose token this is.
    ///
    /// # Errors
    /// When there is no token, or it is nobody's, or the database fails.
    pub async fn identify(&self, token: Option<&Token>) -> Result<Player, ServiceError> {
        let token = token.ok_or(ServiceError::Unauthenticated)?;
        let player = self.store.player_of_token(&token.hash()).await?;
        player.ok_or(ServiceError::Unauthenticated)
    }

    /// Gives the player another name.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn rename(&self, token: Option<&Token>, name: Name) -> Result<Player, ServiceError> {
        let player = self.identify(token).await?;
        self.store.rename_player(player.id, name.as_str()).await?;
        Ok(Player {
            name: name.into_string(),
            ..player
        })
    }

    /// Forgets the player: name, tokens, webhooks, vacations and invitations. They leave the games that have not
    /// started and resign the ones that are played, so that nobody waits for them; all games stay, with a seat that
    /// has no name.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails. What was left until then stays left.
    pub async fn forget(&self, token: Option<&Token>) -> Result<(), ServiceError> {
        let player = self.identify(token).await?;
        for game in self.store.unfinished_games_of(player.id).await? {
            self.withdraw(game, token).await?;
        }
        Ok(self.store.forget_player(player.id, self.env.now()).await?)
    }

    async fn withdraw(&self, game: GameId, token: Option<&Token>) -> Result<(), ServiceError> {
        let left = match self.leave(game, token).await {
            // It has started meanwhile, or long ago.
            Err(ServiceError::GameNotOpen) => self.resign(game, token).await,
            left => left,
        };
        match left {
            Ok(_) | Err(ServiceError::GameOver | ServiceError::GameNotOpen) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The player's tokens, the oldest first.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn tokens(&self, token: Option<&Token>) -> Result<Vec<StoredToken>, ServiceError> {
        let player = self.identify(token).await?;
        Ok(self.store.tokens(player.id).await?)
    }

    /// Makes another token for the player.
    ///
    /// # Errors
    /// When the token is nobody's, the player has too many, a key was used for another request, or the database
    /// fails.
    pub async fn create_token(
        &self,
        token: Option<&Token>,
        label: Label,
        key: Option<Key<'_>>,
    ) -> Result<NewToken, ServiceError> {
        let owner = self.identify(token).await?.id;
        let once = key
            .as_ref()
            .map(|key| self.once(Scope::Player(owner), "tokens", key));
        if let Some(before) = self.before(once.as_ref()).await? {
            return self.token_before(owner, &before, key.as_ref()).await;
        }
        if self.store.tokens(owner).await?.len() >= self.limits.tokens {
            return Err(ServiceError::QuotaExceeded {
                reason: format!(
                    "You have {} tokens, and more are not given: delete one that you don't use.",
                    self.limits.tokens
                ),
                retry_after: std::time::Duration::from_mins(1),
            });
        }
        let stored = StoredToken {
            id: TokenId::new(self.env.id()),
            label: label.into_string(),
            created_at: self.env.now(),
        };
        let (secret, nonce) = self.new_token(key.as_ref());
        let nonce = nonce.as_ref().map(|nonce| &nonce[..]);
        let hash = secret.hash();
        let created = self
            .store
            .create_token(owner, &stored, &hash, once.as_ref(), nonce);
        match created.await? {
            WriteOutcome::Yes => Ok(NewToken {
                stored,
                token: secret,
            }),
            WriteOutcome::Repeated | WriteOutcome::TooLate => {
                let before = self.before(once.as_ref()).await?.ok_or_else(forgotten)?;
                self.token_before(owner, &before, key.as_ref()).await
            }
        }
    }

    async fn token_before(
        &self,
        owner: PlayerId,
        before: &PreviousRequest,
        key: Option<&Key<'_>>,
    ) -> Result<NewToken, ServiceError> {
        let tokens = self.store.tokens(owner).await?;
        let stored = tokens
            .into_iter()
            .find(|token| token.id.uuid() == before.created);
        Ok(NewToken {
            // It was deleted since: then it can't be shown as if it still were good.
            stored: stored.ok_or(ServiceError::NotFound("token"))?,
            token: token_again(before, key)?,
        })
    }

    /// Deletes one of the player's tokens.
    ///
    /// # Errors
    /// When the token is nobody's, the player has no token with this id, or the database fails.
    pub async fn delete_token(
        &self,
        token: Option<&Token>,
        id: TokenId,
    ) -> Result<(), ServiceError> {
        let player = self.identify(token).await?;
        if self.store.delete_token(player.id, id).await? {
            Ok(())
        } else {
            Err(ServiceError::NotFound("token"))
        }
    }

    /// Everything that is held about the player.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn player_data(&self, token: Option<&Token>) -> Result<PlayerData, ServiceError> {
        let player = self.identify(token).await?;
        let mut games = Vec::new();
        let mut after = None;
        loop {
            let filter = InboxFilter {
                part: Part::Seated,
                ..InboxFilter::default()
            };
            let page = self
                .store
                .games_of(player.id, filter, after, READ_AT_ONCE)
                .await?;
            let Some(last) = page.last() else { break };
            after = Some(last.place);
            let ids: Vec<GameId> = page.iter().map(|row| row.place.game).collect();
            for stored in self.store.games(&ids).await? {
                let game = stored.game;
                let member = game
                    .members
                    .iter()
                    .find(|member| member.player == player.id);
                games.push(Participation {
                    status: game.status,
                    created_at: game.created_at,
                    seat: game.seat_of(player.id).map(Seat::number),
                    entropy: member
                        .and_then(|member| member.entropy.clone())
                        .map(String::from),
                    game: game.created,
                });
            }
        }
        Ok(PlayerData {
            tokens: self.store.tokens(player.id).await?,
            webhooks: self.store.webhooks(player.id).await?,
            invitations: self.store.invitations_around(player.id).await?,
            vacations: self.store.vacations_of(player.id, Timestamp::FIRST).await?,
            player,
            games,
        })
    }
}

fn token_again(before: &PreviousRequest, key: Option<&Key<'_>>) -> Result<Token, ServiceError> {
    let nonce = before
        .nonce
        .as_deref()
        .and_then(|nonce| nonce.try_into().ok());
    let (Some(nonce), Some(key)) = (nonce, key) else {
        return Err(forgotten());
    };
    Ok(Token::repeatable(nonce, key.key))
}

fn forgotten() -> ServiceError {
    ServiceError::Internal("a key is remembered, and what it created is not".into())
}
