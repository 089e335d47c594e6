//! The tokens of a player.

use super::name::Label;
use crate::{
    auth::token::Token,
    service::{
        Service,
        error::ServiceError,
        idempotency::{KeyedRequest, Scope, forgotten},
    },
    store::{idempotency::PreviousRequest, outcome::WriteOutcome},
    types::id::TokenId,
};

pub use crate::store::players::tokens::StoredToken;

/// A new token. The answer to its creation is the only one that shows it.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// The stored part, without the token itself.
    pub stored: StoredToken,
    /// The token itself.
    pub token: Token,
}

impl Service {
    /// Returns the caller's tokens, the oldest first.
    pub async fn tokens(&self, token: Option<&Token>) -> Result<Vec<StoredToken>, ServiceError> {
        let player = self.identify(token).await?;
        Ok(self.store.tokens(player.id).await?)
    }

    /// Creates another token for the caller.
    pub async fn create_token(
        &self,
        token: Option<&Token>,
        label: Label,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<NewToken, ServiceError> {
        let owner = self.identify(token).await?.id;
        let (keyed, limit) = (keyed.as_ref(), self.limits.tokens);
        self.idempotent(
            Scope::Player(owner),
            "tokens",
            keyed,
            async |request| {
                if self.store.tokens(owner).await?.len() >= limit {
                    return Err(ServiceError::quota(format!(
                        "You already have the maximum of {limit} tokens. Delete one that you no longer use."
                    )));
                }
                let stored = StoredToken {
                    id: TokenId::new(self.env.id()),
                    label: label.as_str().to_owned(),
                    created_at: self.env.now(),
                };
                let (token, nonce) = self.new_token(keyed);
                let nonce = nonce.as_ref().map(|nonce| &nonce[..]);
                let outcome = self
                    .store
                    .create_token(owner, &stored, &token.hash(), request, nonce)
                    .await?;
                Ok((outcome == WriteOutcome::Yes).then_some(NewToken { stored, token }))
            },
            async |previous| {
                let mut tokens = self.store.tokens(owner).await?.into_iter();
                let stored = tokens.find(|token| token.id.uuid() == previous.created);
                Ok(NewToken {
                    // A token that was deleted meanwhile is not shown as if it were valid.
                    stored: stored.ok_or(ServiceError::NotFound("token"))?,
                    token: repeated(&previous, keyed)?,
                })
            },
        )
        .await
    }

    /// Deletes one of the caller's tokens.
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

    /// A new token, and the nonce to store for a request with a key: [`repeated`] makes the same token from both.
    pub(super) fn new_token(&self, keyed: Option<&KeyedRequest<'_>>) -> (Token, Option<[u8; 32]>) {
        let random = self.env.bytes();
        match keyed {
            Some(keyed) => (Token::repeatable(random, keyed.key), Some(random)),
            None => (Token::new(random), None),
        }
    }
}

/// The token that an earlier request created.
pub(super) fn repeated(
    previous: &PreviousRequest,
    keyed: Option<&KeyedRequest<'_>>,
) -> Result<Token, ServiceError> {
    match (previous.random(), keyed) {
        (Some(nonce), Some(keyed)) => Ok(Token::repeatable(nonce, keyed.key)),
        (None, _) | (_, None) => Err(forgotten()),
    }
}
