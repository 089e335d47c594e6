//! The lobby: the list of public games.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::columns;
use crate::{
    engine::any::Kind,
    game::Status,
    store::{
        Store,
        error::StoreError,
        schema::{games, seats},
    },
    types::id::{GameId, PlayerId},
};

/// Restricts the games of the lobby.
#[derive(Debug, Clone, Copy, Default)]
pub struct LobbyFilter {
    /// Only games with this status.
    pub status: Option<Status>,
    /// Only games of this kind.
    pub kind: Option<Kind>,
    /// Only games with this member.
    pub player: Option<PlayerId>,
}

impl Store {
    /// Returns up to `limit` public games, the newest first, starting after the game `after`.
    pub async fn lobby(
        &self,
        filter: LobbyFilter,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut query = games::table
            .filter(games::visibility.eq("public"))
            .order(games::id.desc())
            .limit(limit.into())
            .select(games::id)
            .into_boxed();
        if let Some(status) = filter.status {
            query = query.filter(games::status.eq(columns::status_word(status)));
        }
        if let Some(kind) = filter.kind {
            query = query.filter(games::kind.eq(kind.as_str()));
        }
        if let Some(player) = filter.player {
            let of_player = seats::table
                .filter(seats::player_id.eq(player.uuid()))
                .select(seats::game_id);
            query = query.filter(games::id.eq_any(of_player));
        }
        if let Some(after) = after {
            query = query.filter(games::id.lt(after.uuid()));
        }
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = query.load(&mut connection).await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }
}
