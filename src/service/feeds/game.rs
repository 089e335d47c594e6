//! The live feed of a game: the entries of its log, for one viewer.

use std::time::Duration;

use tokio::time::sleep;

use super::subscription::{Subscription, WaitEnd};
use crate::{
    auth::{policy, token::Token},
    game::shown::ShownEntry,
    service::{Service, error::ServiceError, games::view::shown_to},
    types::id::GameId,
};

/// How many entries are read at once. Limits the memory for a reader that is far behind.
pub(in crate::service) const PAGE: u32 = 100;
/// The delay before a reader retries after a failure of the database.
pub(in crate::service) const RETRY: Duration = Duration::from_secs(2);

/// The next item of a feed.
#[derive(Debug, Clone)]
pub enum FeedUpdate<E> {
    /// New events, in order.
    Events(Vec<E>),
    /// Nothing happened until the timeout was over.
    Idle,
    /// The feed has ended, or the server is stopping.
    End,
}

/// The result of reading the log.
pub(in crate::service) enum Unread<E> {
    /// New events.
    Events(Vec<E>),
    /// There are no new events.
    None,
    /// There are no new events, and there will be none.
    Finished,
}

/// The entries of a game's log after a position, including those that are written later.
pub struct GameFeed {
    service: Service,
    game: GameId,
    token: Option<Token>,
    after: u32,
    subscription: Subscription<GameId>,
    /// The result of the read at the start, which `next` returns first.
    pending: Option<Unread<ShownEntry>>,
}

impl Service {
    /// Starts a feed of the entries after `after`, as the caller may see them. Returns `None` when the game is over and
    /// there are no more entries.
    ///
    /// # Errors
    /// When the caller may not see the game.
    pub async fn game_feed(
        &self,
        game: GameId,
        token: Option<Token>,
        after: u32,
    ) -> Result<Option<GameFeed>, ServiceError> {
        let mut feed = GameFeed {
            service: self.clone(),
            game,
            token,
            after,
            subscription: self.broker.game(game),
            pending: None,
        };
        Ok(match feed.read().await? {
            Unread::Finished => None,
            unread @ (Unread::Events(_) | Unread::None) => {
                feed.pending = Some(unread);
                Some(feed)
            }
        })
    }
}

impl GameFeed {
    /// Returns the next update, or [`FeedUpdate::Idle`] after `timeout`. Retries while the database fails, and ends
    /// when the caller may no longer see the game.
    pub async fn next(&mut self, timeout: Duration) -> FeedUpdate<ShownEntry> {
        loop {
            let unread = match self.pending.take() {
                Some(unread) => Ok(unread),
                None => self.read().await,
            };
            if self.subscription.is_closing() {
                return FeedUpdate::End;
            }
            match unread {
                Ok(Unread::Events(events)) => return FeedUpdate::Events(events),
                Ok(Unread::Finished) => return FeedUpdate::End,
                Ok(Unread::None) => {
                    match self
                        .subscription
                        .after_version(self.after, sleep(timeout))
                        .await
                    {
                        WaitEnd::Changed => {}
                        WaitEnd::TimedOut => {
                            self.pending = Some(Unread::None);
                            return FeedUpdate::Idle;
                        }
                        WaitEnd::Closing => return FeedUpdate::End,
                    }
                }
                Err(error) => {
                    if !should_retry(&error) {
                        return FeedUpdate::End;
                    }
                    self.subscription.pause(RETRY).await;
                }
            }
        }
    }

    async fn read(&mut self) -> Result<Unread<ShownEntry>, ServiceError> {
        let (stored, caller) = self.service.load(self.game, self.token.as_ref()).await?;
        let game = stored.game;
        if game.version <= self.after {
            return Ok(if game.is_over() {
                Unread::Finished
            } else {
                Unread::None
            });
        }
        let store = &self.service.store;
        let entries = store.log(self.game, game.kind(), self.after, PAGE).await?;
        let viewer = policy::viewer(&game, caller, None);
        self.after = entries.last().map_or(self.after, |last| last.entry.seq);
        Ok(Unread::Events(shown_to(&entries, viewer)))
    }
}

/// Whether a reader should retry after this error. Logs failures of the server.
pub(in crate::service) fn should_retry(error: &ServiceError) -> bool {
    match error {
        ServiceError::Unavailable(cause) => {
            tracing::warn!(%cause, "a feed can't read the database and retries");
            true
        }
        ServiceError::Internal(cause) => {
            tracing::error!(%cause, "a feed failed and was closed");
            false
        }
        _ => false,
    }
}
