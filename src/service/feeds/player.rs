//! What happens in all games of a player, as it happens.
//!
//! Each game has its own log and there is no order over all of them, so how far somebody has read is a [`FeedCursor`]
//! with a number for each game. It stands in the id of every event: whoever comes back with it gets what follows in
//! each log, whichever server they come to.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::sleep;

use super::{
    cursor::FeedCursor,
    game::{Found, Next, PAGE, RETRY, try_again},
    subscription::{Subscription, Woken},
};
use crate::{
    auth::{policy, token::Token},
    game::shown::ShownEntry,
    service::{Service, error::ServiceError, games::view::shown},
    store::feeds::Followed,
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// How long a game stays in a position after its end. Within this time a game that ended may come to light that was
/// not seen before: clocks of servers differ, and a commit takes its time.
const ENDED: TimeDelta = TimeDelta::hours(1);

/// Where a feed begins.
#[derive(Debug, Clone)]
pub enum Begin {
    /// With the first entry of every game that is not over.
    First,
    /// With what happens next.
    Now,
    /// After this position.
    After(FeedCursor),
}

/// An entry of one of the player's games.
#[derive(Debug, Clone)]
pub struct FeedEvent {
    /// The game.
    pub game: GameId,
    /// The entry.
    pub entry: ShownEntry,
    /// The position behind it, as it is written.
    pub id: String,
}

/// The logs of all games of a player from some position on, as they grow.
pub struct PlayerEvents {
    service: Service,
    token: Token,
    player: PlayerId,
    position: FeedCursor,
    subscription: Subscription<PlayerId>,
    /// The number at which there was nothing more to read.
    current: Option<u32>,
}

impl Service {
    /// What happens in all games of the caller.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn player_events(
        &self,
        token: Option<Token>,
        begin: Begin,
    ) -> Result<PlayerEvents, ServiceError> {
        let player = self.identify(token.as_ref()).await?.id;
        let subscription = self.broker.player(player);
        let position = match begin {
            Begin::After(position) => position,
            Begin::First => self.begin(player, |game| game.is_over).await?,
            Begin::Now => self.begin(player, |_| true).await?,
        };
        Ok(PlayerEvents {
            service: self.clone(),
            token: token.ok_or(ServiceError::Unauthenticated)?,
            player,
            position,
            subscription,
            current: None,
        })
    }

    /// The position in which these games have been read as far as they have come.
    async fn begin(
        &self,
        player: PlayerId,
        is_read: impl Fn(&Followed) -> bool,
    ) -> Result<FeedCursor, ServiceError> {
        let mut position = FeedCursor::new(self.ended_lately());
        let followed = self.store.followed_by(player, position.ended_since).await?;
        for game in followed.iter().filter(|game| is_read(game)) {
            position.set(game.game, game.version);
        }
        Ok(position)
    }

    fn ended_lately(&self) -> Timestamp {
        Timestamp::new(self.env.now().moment() - ENDED)
    }
}

impl PlayerEvents {
    /// How far the logs have been read.
    pub const fn position(&self) -> &FeedCursor {
        &self.position
    }

    /// What comes next; [`Next::Quiet`] when nothing happens for this time. A database that fails is waited for; who
    /// has no token any more is told nothing more.
    pub async fn next(&mut self, patience: Duration) -> Next<FeedEvent> {
        loop {
            if self.subscription.is_closing() {
                return Next::End;
            }
            if let Some(number) = self.current {
                match self.subscription.since(number, sleep(patience)).await {
                    Woken::Changed => self.current = None,
                    Woken::Late => return Next::Quiet,
                    Woken::Closing => return Next::End,
                }
            }
            let number = self.subscription.number();
            match self.look().await {
                Ok(Found::Events(events)) => return Next::Events(events),
                Ok(Found::Nothing) => self.current = Some(number),
                Ok(Found::Over) => return Next::End,
                Err(refused) => {
                    if !try_again(&refused) {
                        return Next::End;
                    }
                    self.subscription.pause(RETRY).await;
                }
            }
        }
    }

    async fn look(&mut self) -> Result<Found<FeedEvent>, ServiceError> {
        let caller = self.service.identify(Some(&self.token)).await?;
        let followed = self
            .service
            .store
            .followed_by(caller.id, self.position.ended_since)
            .await?;
        // Games that the player left, and those that ended long ago.
        self.position.keep(followed.iter().map(|game| game.game));
        let behind = followed
            .iter()
            .find(|game| game.version > self.position.of(game.game));
        if let Some(behind) = behind {
            return self.read(behind.game).await;
        }
        // All is read, so what ended a while ago need not be remembered any longer.
        let ended_lately = self.service.ended_lately();
        self.position.ended_since = self.position.ended_since.max(ended_lately);
        Ok(Found::Nothing)
    }

    /// Reads on in the log of one game.
    async fn read(&mut self, id: GameId) -> Result<Found<FeedEvent>, ServiceError> {
        let store = &self.service.store;
        let loaded = store.game(id, None).await?;
        let game = &loaded.ok_or(ServiceError::NotFound("game"))?.stored.game;
        let after = self.position.of(id);
        let entries = store.log(id, game.kind(), after, PAGE).await?;
        let viewer = policy::viewer(game, Some(self.player), None);
        let events = shown(&entries, viewer).into_iter().map(|entry| {
            self.position.set(id, entry.seq);
            FeedEvent {
                game: id,
                entry,
                id: self.position.write(),
            }
        });
        Ok(Found::Events(events.collect()))
    }
}
