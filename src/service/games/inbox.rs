//! The inbox of a player: the games in which they have a seat or are invited.

use sha2::{Digest as _, Sha256};

use super::view::ViewedGame;
use crate::{
    auth::token::Token,
    service::{Service, error::ServiceError, page::Page},
    store::games::inbox::InboxRow,
    types::id::GameId,
};

pub use crate::store::games::inbox::{InboxFilter, InboxKey, Part};

/// A page of a player's games.
#[derive(Debug, Clone)]
pub struct Inbox {
    /// A hash that changes whenever other games are on the page, or one of them has changed.
    pub tag: String,
    /// The page; `None` when the caller already has it.
    pub page: Option<Page<ViewedGame, InboxKey>>,
}

impl Service {
    /// Returns a page of the caller's games, the most urgent first.
    ///
    /// `knows` tells whether the caller has the page with a tag. Then the games are not loaded, and the request costs
    /// two small reads.
    pub async fn inbox(
        &self,
        token: Option<&Token>,
        filter: InboxFilter,
        after: Option<InboxKey>,
        limit: u32,
        knows: impl FnOnce(&str) -> bool,
    ) -> Result<Inbox, ServiceError> {
        let player = self.identify(token).await?.id;
        let rows = self
            .store
            .games_of(player, filter, after, limit.saturating_add(1))
            .await?;
        let tag = tag(&rows);
        if knows(&tag) {
            return Ok(Inbox { tag, page: None });
        }
        let page = Page::first(rows, limit, |row| row.key);
        let ids: Vec<GameId> = page.items.iter().map(|row| row.key.game).collect();
        let page = Page {
            items: self.view_all(&ids, Some(player)).await?,
            next: page.next,
        };
        Ok(Inbox {
            tag,
            page: Some(page),
        })
    }
}

/// A hash of the rows of a page.
fn tag(rows: &[InboxRow]) -> String {
    let mut hash = Sha256::new();
    for InboxRow { key, version } in rows {
        let deadline = key.deadline.map_or(0, |at| at.moment().timestamp_millis());
        hash.update(deadline.to_be_bytes());
        hash.update(key.since.moment().timestamp_millis().to_be_bytes());
        hash.update(key.game.uuid());
        hash.update(version.to_be_bytes());
    }
    hex::encode(&hash.finalize()[..16])
}
