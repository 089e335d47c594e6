//! The lobby: the list of public games.

use super::view::ViewedGame;
use crate::{
    auth::token::Token,
    service::{Service, error::ServiceError, page::Page},
    types::id::{GameId, PlayerId},
};

pub use crate::store::games::lobby::LobbyFilter;

impl Service {
    /// Returns a page of public games, the newest first.
    pub async fn lobby(
        &self,
        token: Option<&Token>,
        filter: LobbyFilter,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Page<ViewedGame, GameId>, ServiceError> {
        let caller = match token {
            Some(_) => Some(self.identify(token).await?.id),
            None => None,
        };
        let ids = self
            .store
            .lobby(filter, after, limit.saturating_add(1))
            .await?;
        let page = Page::first(ids, limit, |id| *id);
        Ok(Page {
            items: self.view_all(&page.items, caller).await?,
            next: page.next,
        })
    }

    /// The games with these ids, as the caller sees them. The caller must be allowed to see them.
    pub(in crate::service) async fn view_all(
        &self,
        ids: &[GameId],
        caller: Option<PlayerId>,
    ) -> Result<Vec<ViewedGame>, ServiceError> {
        let games = self.store.games(ids).await?;
        Ok(games
            .into_iter()
            .map(|game| ViewedGame::new(game, caller, None))
            .collect())
    }
}
