//! Lists of games: the lobby, and the games of a player.

use chrono::{DateTime, Utc};
use diesel::{BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    Store,
    error::StoreError,
    rows,
    schema::{games, seats},
};
use crate::{
    engine::any::Kind,
    record::{
        game::Status,
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// Which public games are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct LobbyFilter {
    /// How far they have come.
    pub status: Option<Status>,
    /// Their kind.
    pub kind: Option<Kind>,
    /// Who takes part.
    pub player: Option<PlayerId>,
}

/// Which of a player's games are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct InboxFilter {
    /// How far they have come.
    pub status: Option<Status>,
    /// Only those in which it is the player's turn.
    pub my_turn: bool,
}

impl Store {
    /// Public games, the newest first, from the one after `after` on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lobby(
        &self,
        filter: LobbyFilter,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut query = games::table
            .filter(games::visibility.eq("public"))
            .order(games::id.desc())
            .limit(most.into())
            .select(games::id)
            .into_boxed();
        if let Some(status) = filter.status {
            query = query.filter(games::status.eq(rows::status_word(status)));
        }
        if let Some(kind) = filter.kind {
            query = query.filter(games::kind.eq(kind.as_str()));
        }
        if let Some(player) = filter.player {
            let theirs = seats::table
                .filter(seats::player_id.eq(player.uuid()))
                .select(seats::game_id);
            query = query.filter(games::id.eq_any(theirs));
        }
        if let Some(after) = after {
            query = query.filter(games::id.lt(after.uuid()));
        }
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = query.load(&mut connection).await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }

    /// A player's games, those first in which somebody has been waiting for the longest time, from the one after
    /// `after` on. Gives each game's place in this order too.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn games_of(
        &self,
        player: PlayerId,
        filter: InboxFilter,
        after: Option<(Timestamp, GameId)>,
        most: u32,
    ) -> Result<Vec<(Timestamp, GameId)>, StoreError> {
        let mut query = games::table
            .inner_join(seats::table)
            .filter(seats::player_id.eq(player.uuid()))
            .order((games::turn_since, games::id))
            .limit(most.into())
            .select((games::turn_since, games::id))
            .into_boxed();
        if let Some(status) = filter.status {
            query = query.filter(games::status.eq(rows::status_word(status)));
        }
        if filter.my_turn {
            query = query
                .filter(games::status.eq("playing"))
                .filter(games::turn_seat.eq(seats::seat).assume_not_null());
        }
        if let Some((since, id)) = after {
            let later = games::turn_since.gt(since.moment());
            let same = games::turn_since.eq(since.moment());
            query = query.filter(later.or(same.and(games::id.gt(id.uuid()))));
        }
        let mut connection = self.connection().await?;
        let rows: Vec<(DateTime<Utc>, Uuid)> = query.load(&mut connection).await?;
        Ok(rows
            .into_iter()
            .map(|(since, id)| (Timestamp::new(since), GameId::new(id)))
            .collect())
    }

    /// The games in which a player still sits and that are not over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unfinished_games_of(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = games::table
            .inner_join(seats::table)
            .filter(seats::player_id.eq(player.uuid()))
            .filter(games::status.eq_any(["open", "playing"]))
            .order(games::id)
            .select(games::id)
            .load(&mut connection)
            .await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }
}
