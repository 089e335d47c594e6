//! Queries for feeds: small columns of many games, without snapshots.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl as _, QueryDsl,
    dsl::{count_star, sum},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    Store,
    error::StoreError,
    schema::{games, seats},
};
use crate::types::{
    id::{GameId, PlayerId},
    time::Timestamp,
};

/// The number of a player's games and the sum of their versions, which differs whenever one of the games has changed.
pub type Footprint = (i64, Option<i64>);

/// A game with this player as a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// The game.
    pub game: GameId,
    /// Its current version.
    pub version: u32,
    /// Whether it is finished or cancelled.
    pub is_over: bool,
}

impl Store {
    /// Returns the versions of these games.
    pub async fn versions(&self, games: &[GameId]) -> Result<Vec<(GameId, u32)>, StoreError> {
        let ids: Vec<Uuid> = games.iter().map(|game| game.uuid()).collect();
        let mut connection = self.connection().await?;
        let versions: Vec<(Uuid, i32)> = games::table
            .filter(games::id.eq_any(ids))
            .select((games::id, games::version))
            .load(&mut connection)
            .await?;
        Ok(versions
            .into_iter()
            .map(|(id, version)| (GameId::new(id), version.unsigned_abs()))
            .collect())
    }

    /// Returns the footprints of these players. Players without a game are left out.
    pub async fn footprints(
        &self,
        players: &[PlayerId],
    ) -> Result<Vec<(PlayerId, Footprint)>, StoreError> {
        let ids: Vec<Uuid> = players.iter().map(|player| player.uuid()).collect();
        let mut connection = self.connection().await?;
        let footprints: Vec<(Uuid, i64, Option<i64>)> = seats::table
            .inner_join(games::table.on(games::id.eq(seats::game_id)))
            .filter(seats::player_id.eq_any(ids))
            .group_by(seats::player_id)
            .select((seats::player_id, count_star(), sum(games::version)))
            .load(&mut connection)
            .await?;
        Ok(footprints
            .into_iter()
            .map(|(player, games, versions)| (PlayerId::new(player), (games, versions)))
            .collect())
    }

    /// Returns a player's games that are not over, or ended at this time or later, the oldest first.
    pub async fn followed_by(
        &self,
        player: PlayerId,
        ended_since: Timestamp,
    ) -> Result<Vec<Followed>, StoreError> {
        let mut connection = self.connection().await?;
        let followed: Vec<(Uuid, i32, bool)> = games::table
            .inner_join(seats::table)
            .filter(seats::player_id.eq(player.uuid()))
            .filter(
                games::finished_at
                    .is_null()
                    .or(games::finished_at.ge(ended_since.moment())),
            )
            .order(games::id)
            .select((games::id, games::version, games::finished_at.is_not_null()))
            .load(&mut connection)
            .await?;
        Ok(followed
            .into_iter()
            .map(|(id, version, is_over)| Followed {
                game: GameId::new(id),
                version: version.unsigned_abs(),
                is_over,
            })
            .collect())
    }
}
