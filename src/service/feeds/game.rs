//! What happens in a game, as it happens: its log, entry by entry, for one viewer.

use std::time::Duration;

use tokio::time::sleep;

use super::subscription::{Subscription, Woken};
use crate::{
    auth::{policy, token::Token},
    game::shown::ShownEntry,
    service::{Service, error::ServiceError, games::view::shown},
    types::id::GameId,
};

/// How many entries are read at once: what a reader who is far behind costs in memory.
pub(in crate::service) const PAGE: u32 = 100;
/// How long after a failure of the database a reader tries again.
pub(in crate::service) const RETRY: Duration = Duration::from_secs(2);

/// What comes next.
#[derive(Debug, Clone)]
pub enum Next<E> {
    /// These events, in order.
    Events(Vec<E>),
    /// Nothing happened for a while.
    Quiet,
    /// There will be nothing more, or not from this server.
    End,
}

/// What a reader finds when it looks.
pub(in crate::service) enum Found<E> {
    Events(Vec<E>),
    Nothing,
    /// Nothing, and there will never be anything.
    Over,
}

/// A game's log from some position on, as it grows.
pub struct GameEvents {
    service: Service,
    game: GameId,
    token: Option<Token>,
    after: u32,
    subscription: Subscription<GameId>,
    /// What was found already, and is to be handed out first.
    found: Option<Found<ShownEntry>>,
}

impl Service {
    /// What happens in a game after this position of its log, as the caller may see it. `None` when all has been
    /// seen and nothing more can come.
    ///
    /// # Errors
    /// When there is no such game for the caller, or the database fails.
    pub async fn game_events(
        &self,
        game: GameId,
        token: Option<Token>,
        after: u32,
    ) -> Result<Option<GameEvents>, ServiceError> {
        let mut events = GameEvents {
            service: self.clone(),
            game,
            token,
            after,
            subscription: self.broker.game(game),
            found: None,
        };
        Ok(match events.look().await? {
            Found::Over => None,
            found => {
                events.found = Some(found);
                Some(events)
            }
        })
    }
}

impl GameEvents {
    /// What comes next; [`Next::Quiet`] when nothing happens for this time. A database that fails is waited for; who
    /// may not see the game any more is told nothing more of it.
    pub async fn next(&mut self, patience: Duration) -> Next<ShownEntry> {
        loop {
            let found = match self.found.take() {
                Some(found) => Ok(found),
                None => self.look().await,
            };
            if self.subscription.is_closing() {
                return Next::End;
            }
            match found {
                Ok(Found::Events(events)) => return Next::Events(events),
                Ok(Found::Over) => return Next::End,
                Ok(Found::Nothing) => {
                    match self.subscription.past(self.after, sleep(patience)).await {
                        Woken::Changed => {}
                        Woken::Late => {
                            self.found = Some(Found::Nothing);
                            return Next::Quiet;
                        }
                        Woken::Closing => return Next::End,
                    }
                }
                Err(refused) => {
                    if !try_again(&refused) {
                        return Next::End;
                    }
                    self.subscription.pause(RETRY).await;
                }
            }
        }
    }

    async fn look(&mut self) -> Result<Found<ShownEntry>, ServiceError> {
        let (stored, caller) = self.service.load(self.game, self.token.as_ref()).await?;
        let game = stored.game;
        if game.version <= self.after {
            return Ok(if game.is_over() {
                Found::Over
            } else {
                Found::Nothing
            });
        }
        let store = &self.service.store;
        let entries = store.log(self.game, game.kind(), self.after, PAGE).await?;
        let viewer = policy::viewer(&game, caller, None);
        self.after = entries.last().map_or(self.after, |last| last.entry.seq);
        Ok(Found::Events(shown(&entries, viewer)))
    }
}

/// Whether a reader who was refused for this reason should try again: not when they may not read on.
pub(in crate::service) fn try_again(refused: &ServiceError) -> bool {
    match refused {
        ServiceError::Unavailable(cause) => {
            tracing::warn!(%cause, "a reader waits for the database");
            true
        }
        ServiceError::Internal(cause) => {
            tracing::error!(%cause, "what a reader waits for can't be read");
            false
        }
        _ => false,
    }
}
