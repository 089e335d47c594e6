//! The live feed of all games of a player.
//!
//! Each game has its own log, and there is no order across logs. So a position in the feed is a [`FeedCursor`] with a
//! number for each game. It is the id of every event: a client that reconnects with it, to any instance, receives the
//! later entries of each log.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::sleep;

use super::{
    cursor::FeedCursor,
    game::{FeedUpdate, PAGE, RETRY, Unread, should_retry},
    subscription::{Subscription, WaitEnd},
};
use crate::{
    auth::{policy, token::Token},
    game::shown::ShownEntry,
    service::{Service, error::ServiceError, games::view::shown_to},
    store::feeds::Followed,
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// How long a game stays in a cursor after its end. The end of a game can become visible late, because the clocks of
/// instances differ and a commit takes time.
const KEEP_ENDED: TimeDelta = TimeDelta::hours(1);

/// The position at which a feed starts.
#[derive(Debug, Clone)]
pub enum Start {
    /// Before the first entry of each game that is not over.
    FirstEntries,
    /// After the latest entry of each game.
    Now,
    /// After this position.
    After(FeedCursor),
}

/// An entry of the log of one of the player's games.
#[derive(Debug, Clone)]
pub struct FeedEvent {
    /// The game.
    pub game: GameId,
    /// The entry.
    pub entry: ShownEntry,
    /// The text form of the position after the entry.
    pub id: String,
}

/// The entries of all games of a player after a position, including those that are written later.
pub struct PlayerFeed {
    service: Service,
    token: Token,
    player: PlayerId,
    cursor: FeedCursor,
    subscription: Subscription<PlayerId>,
    /// The subscription's counter of changes when everything had been read. `None` if there may be more to read.
    caught_up_at: Option<u32>,
}

impl Service {
    /// Starts a feed of all games of the caller.
    ///
    /// # Errors
    /// When the token belongs to no player.
    pub async fn player_feed(
        &self,
        token: Option<Token>,
        start: Start,
    ) -> Result<PlayerFeed, ServiceError> {
        let player = self.identify(token.as_ref()).await?.id;
        let subscription = self.broker.player(player);
        let cursor = match start {
            Start::After(cursor) => cursor,
            Start::FirstEntries => self.start_position(player, |game| game.is_over).await?,
            Start::Now => self.start_position(player, |_| true).await?,
        };
        Ok(PlayerFeed {
            service: self.clone(),
            token: token.ok_or(ServiceError::Unauthenticated)?,
            player,
            cursor,
            subscription,
            caught_up_at: None,
        })
    }

    /// Returns a position after the latest entry of the games for which `is_read` is true, and before the first entry
    /// of the others.
    async fn start_position(
        &self,
        player: PlayerId,
        is_read: impl Fn(&Followed) -> bool,
    ) -> Result<FeedCursor, ServiceError> {
        let mut cursor = FeedCursor::new(self.oldest_kept_end());
        let followed = self.store.followed_by(player, cursor.ended_since).await?;
        for game in followed.iter().filter(|game| is_read(game)) {
            cursor.set_position(game.game, game.version);
        }
        Ok(cursor)
    }

    fn oldest_kept_end(&self) -> Timestamp {
        Timestamp::new(self.env.now().moment() - KEEP_ENDED)
    }
}

impl PlayerFeed {
    /// Returns the position after the last entry that was read.
    pub const fn cursor(&self) -> &FeedCursor {
        &self.cursor
    }

    /// Returns the next update, or [`FeedUpdate::Idle`] after `timeout`. Retries while the database fails, and ends
    /// when the caller's token is no longer valid.
    pub async fn next(&mut self, timeout: Duration) -> FeedUpdate<FeedEvent> {
        loop {
            if self.subscription.is_closing() {
                return FeedUpdate::End;
            }
            if let Some(changes) = self.caught_up_at {
                match self
                    .subscription
                    .after_changes(changes, sleep(timeout))
                    .await
                {
                    WaitEnd::Changed => self.caught_up_at = None,
                    WaitEnd::TimedOut => return FeedUpdate::Idle,
                    WaitEnd::Closing => return FeedUpdate::End,
                }
            }
            let changes = self.subscription.changes();
            match self.read().await {
                Ok(Unread::Events(events)) => return FeedUpdate::Events(events),
                Ok(Unread::None) => self.caught_up_at = Some(changes),
                Ok(Unread::Finished) => return FeedUpdate::End,
                Err(error) => {
                    if !should_retry(&error) {
                        return FeedUpdate::End;
                    }
                    self.subscription.pause(RETRY).await;
                }
            }
        }
    }

    async fn read(&mut self) -> Result<Unread<FeedEvent>, ServiceError> {
        let caller = self.service.identify(Some(&self.token)).await?;
        let followed = self
            .service
            .store
            .followed_by(caller.id, self.cursor.ended_since)
            .await?;
        // Removes the games that the player left and those that ended long ago.
        self.cursor.retain(followed.iter().map(|game| game.game));
        let behind = followed
            .iter()
            .find(|game| game.version > self.cursor.position(game.game));
        if let Some(behind) = behind {
            return self.read_game(behind.game).await;
        }
        // Everything has been read, so games that ended earlier are no longer needed in the cursor.
        let oldest = self.service.oldest_kept_end();
        self.cursor.ended_since = self.cursor.ended_since.max(oldest);
        Ok(Unread::None)
    }

    /// Reads the next entries of one game.
    async fn read_game(&mut self, id: GameId) -> Result<Unread<FeedEvent>, ServiceError> {
        let store = &self.service.store;
        let loaded = store.game(id, None).await?;
        let game = &loaded.ok_or(ServiceError::NotFound("game"))?.stored.game;
        let after = self.cursor.position(id);
        let entries = store.log(id, game.kind(), after, PAGE).await?;
        let viewer = policy::viewer(game, Some(self.player), None);
        let events = shown_to(&entries, viewer).into_iter().map(|entry| {
            self.cursor.set_position(id, entry.seq);
            FeedEvent {
                game: id,
                entry,
                id: self.cursor.to_string(),
            }
        });
        Ok(Unread::Events(events.collect()))
    }
}
