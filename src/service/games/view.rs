//! Views of games, now and at earlier versions, and their logs.

use std::{pin::pin, time::Duration};

use tokio::time::sleep;

use super::snapshots::STRIDE;
use crate::{
    auth::{
        policy::{self, ViewAs},
        token::Token,
    },
    engine::{any::AnyMove, rules::LegalMoves, seat::Seat, viewer::Viewer},
    game::{Game, entry::ChainedEntry, shown::ShownEntry},
    service::{
        Service,
        error::{Field, ServiceError},
        feeds::subscription::WaitEnd,
    },
    store::games::load::Loaded,
    types::id::{GameId, PlayerId},
};

pub use crate::game::stored::{Invitation, StoredGame};

/// A game as a caller may see it.
#[derive(Debug, Clone)]
pub struct ViewedGame {
    /// The game, with the names of its players.
    pub stored: StoredGame,
    /// The viewer whose view is shown.
    pub viewer: Viewer,
    /// The seat of the caller.
    pub you: Option<Seat>,
    /// The caller's pending invitation to the game.
    pub invitation: Option<Invitation>,
}

/// The version of a game and the view of it that a caller asks for.
#[derive(Debug, Clone, Copy, Default)]
pub struct ViewQuery {
    /// The version: the number of the last log entry to include. Without it, the current version.
    pub at: Option<u32>,
    /// The view of another viewer than the caller.
    pub view_as: Option<ViewAs>,
}

impl ViewQuery {
    /// Whether the view can still change. An earlier version can't, and the view of another viewer can't either,
    /// because it is only available once the game is over.
    pub const fn is_live(self) -> bool {
        self.at.is_none() && self.view_as.is_none()
    }
}

/// The result of waiting for a change of a game.
#[derive(Debug, Clone)]
pub enum LongPoll {
    /// The game has a version that the caller doesn't have.
    Changed(Box<ViewedGame>),
    /// The game still has this version, which the caller has.
    Unchanged(u32),
}

/// A page of a log.
#[derive(Debug, Clone)]
pub struct LogPage {
    /// The entries, as the caller may see them.
    pub entries: Vec<ShownEntry>,
    /// Whether the log has more entries.
    pub more: bool,
}

impl ViewedGame {
    pub(in crate::service) fn new(
        stored: StoredGame,
        caller: Option<PlayerId>,
        view_as: Option<ViewAs>,
    ) -> Self {
        let mut invitations = stored.invitations.iter();
        Self {
            viewer: policy::viewer(&stored.game, caller, view_as),
            you: policy::own_seat(&stored.game, caller),
            invitation: invitations
                .find(|invitation| Some(invitation.player) == caller)
                .cloned(),
            stored,
        }
    }

    /// Returns the caller's legal moves.
    pub fn legal_moves(&self) -> LegalMoves<AnyMove> {
        match (&self.stored.game.table, self.you) {
            (Some(table), Some(seat)) if !self.stored.game.is_over() => table.legal_moves(seat),
            _ => LegalMoves::none(),
        }
    }
}

impl Service {
    /// Loads a game and identifies the caller. The game is not found if the caller may not see it.
    pub(in crate::service) async fn load(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<(StoredGame, Option<PlayerId>), ServiceError> {
        let (stored, caller) = self.load_unauthorized(id, token).await?;
        let invited = caller.is_some_and(|player| stored.is_invited(player));
        if policy::may_see(&stored.game, caller, invited) {
            Ok((stored, caller))
        } else {
            Err(ServiceError::NotFound("game"))
        }
    }

    /// Loads a game and identifies the caller, without checking that the caller may see the game.
    pub(in crate::service) async fn load_unauthorized(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<(StoredGame, Option<PlayerId>), ServiceError> {
        let hash = token.map(Token::hash);
        match self.store.game(id, hash.as_ref()).await? {
            // An unknown token is reported even for a game that could be read without a token.
            Some(Loaded { caller: None, .. }) if token.is_some() => {
                Err(ServiceError::Unauthenticated)
            }
            Some(Loaded { stored, caller }) => Ok((stored, caller)),
            None => {
                if token.is_some() {
                    self.identify(token).await?;
                }
                Err(ServiceError::NotFound("game"))
            }
        }
    }

    /// Returns a view of a game.
    ///
    /// # Errors
    /// When the caller may not see the game or may not use this view, or when the game has no such version.
    pub async fn view(
        &self,
        id: GameId,
        token: Option<&Token>,
        query: ViewQuery,
    ) -> Result<ViewedGame, ServiceError> {
        let (mut stored, caller) = self.load(id, token).await?;
        let mut view_as = query.view_as;
        if let Some(other) = view_as {
            check_view_as(&stored.game, other)?;
            if let ViewAs::Seat(seat) = other
                && policy::own_seat(&stored.game, caller) == Some(seat)
            {
                view_as = None;
            }
        }
        if let Some(version) = query.at {
            let you = policy::own_seat(&stored.game, caller);
            stored = self.stored_at_version(stored, version).await?;
            let viewer = policy::viewer(&stored.game, caller, view_as);
            return Ok(ViewedGame {
                viewer,
                you: you.and(policy::own_seat(&stored.game, caller)),
                invitation: None,
                stored,
            });
        }
        Ok(ViewedGame::new(stored, caller, view_as))
    }

    /// Returns a view of a game, unless the caller has its version already. That is found out without loading the game.
    ///
    /// # Errors
    /// As for [`Service::view`].
    pub async fn view_if_changed(
        &self,
        id: GameId,
        token: Option<&Token>,
        query: ViewQuery,
        is_known: impl Fn(u32) -> bool,
    ) -> Result<LongPoll, ServiceError> {
        if query.is_live()
            && let Some(version) = self.visible_version(id, token).await?
            && is_known(version)
        {
            return Ok(LongPoll::Unchanged(version));
        }
        let viewed = self.view(id, token, query).await?;
        let version = viewed.stored.game.version;
        Ok(if is_known(version) {
            LongPoll::Unchanged(version)
        } else {
            LongPoll::Changed(Box::new(viewed))
        })
    }

    /// The version of a game that the caller may see; `None` when the reason has to be found out by loading the game.
    async fn visible_version(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<Option<u32>, ServiceError> {
        let hash = token.map(Token::hash);
        let found = self.store.game_version(id, hash.as_ref()).await?;
        Ok(found
            .filter(|found| {
                (token.is_none() || found.caller.is_some())
                    && policy::is_visible(found.visibility, found.is_member, found.is_invited)
            })
            .map(|found| found.version))
    }

    /// Returns a view of a game as soon as the game has a version that the caller doesn't have, or when `timeout` is
    /// over. Permissions are checked again after each change.
    ///
    /// # Errors
    /// As for [`Service::view`].
    pub async fn view_when_changed(
        &self,
        id: GameId,
        token: Option<&Token>,
        query: ViewQuery,
        is_known: impl Fn(u32) -> bool,
        timeout: Duration,
    ) -> Result<LongPoll, ServiceError> {
        let mut subscription = self.broker.game(id);
        let mut timeout = pin!(sleep(timeout));
        let mut is_last = !query.is_live();
        loop {
            let viewed = self.view(id, token, query).await?;
            let version = viewed.stored.game.version;
            if !is_known(version) {
                return Ok(LongPoll::Changed(Box::new(viewed)));
            }
            // Frees the memory of the view while the caller waits.
            drop(viewed);
            if is_last || subscription.is_closing() {
                return Ok(LongPoll::Unchanged(version));
            }
            match subscription.after_version(version, timeout.as_mut()).await {
                WaitEnd::Changed => {}
                // Reads once more, because the notification of a change may have been lost.
                WaitEnd::TimedOut => is_last = true,
                WaitEnd::Closing => return Ok(LongPoll::Unchanged(version)),
            }
        }
    }

    /// Returns a game at an earlier version, with the names of all who were members then.
    pub(in crate::service) async fn stored_at_version(
        &self,
        mut stored: StoredGame,
        version: u32,
    ) -> Result<StoredGame, ServiceError> {
        stored.game = self.game_at_version(&stored.game, version).await?;
        stored.rematch = None;
        // Members who left before the start have no seat, so their names were not loaded with the game.
        self.name_newcomers(&mut stored).await?;
        Ok(stored)
    }

    async fn game_at_version(&self, game: &Game, version: u32) -> Result<Game, ServiceError> {
        if version == 0 || version > game.version {
            let detail = format!("The log has the entries 1 to {}.", game.version);
            return Err(ServiceError::invalid(Field::Version, detail));
        }
        if version == game.version {
            return Ok(game.clone());
        }
        let mut snapshot = self.cached_snapshot(game, version).await?;
        loop {
            let from = snapshot.as_ref().map_or(0, |snapshot| snapshot.version);
            if let Some(snapshot) = snapshot.take_if(|_| from == version) {
                return Ok(snapshot);
            }
            let limit = (STRIDE - from % STRIDE).min(version - from);
            let log = self.store.log(game.id(), game.kind(), from, limit).await?;
            if log.is_empty() {
                let detail = format!("the log of {} ends at entry {from}", game.id());
                return Err(ServiceError::Internal(detail));
            }
            let later = match snapshot {
                None => Game::from_log(&log)?,
                Some(mut snapshot) => {
                    log.iter().try_for_each(|entry| snapshot.apply(entry))?;
                    snapshot
                }
            };
            if later.version.is_multiple_of(STRIDE) {
                self.snapshots.insert(&later);
            }
            snapshot = Some(later);
        }
    }

    /// Returns the latest cached snapshot of a game up to a version, unless its hash differs from the log.
    async fn cached_snapshot(
        &self,
        game: &Game,
        version: u32,
    ) -> Result<Option<Game>, ServiceError> {
        let Some(snapshot) = self.snapshots.latest_up_to(game.id(), version) else {
            return Ok(None);
        };
        let (id, last) = (game.id(), snapshot.version);
        let log = self.store.log(id, game.kind(), last - 1, 1).await?;
        let is_in_log =
            |entry: &ChainedEntry| (entry.entry.seq, entry.hash) == (last, snapshot.head);
        Ok(log.first().is_some_and(is_in_log).then_some(snapshot))
    }

    /// Returns the caller's legal moves and the version of the game that they are for.
    ///
    /// # Errors
    /// When the caller may not see the game or has no seat in it.
    pub async fn legal_moves(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<(u32, LegalMoves<AnyMove>), ServiceError> {
        if token.is_none() {
            return Err(ServiceError::Unauthenticated);
        }
        let (stored, caller) = self.load(id, token).await?;
        let viewed = ViewedGame::new(stored, caller, None);
        if viewed.you.is_none() {
            return Err(ServiceError::Forbidden("You have no seat in this game."));
        }
        Ok((viewed.stored.game.version, viewed.legal_moves()))
    }

    /// Returns up to `limit` entries of a game's log after entry `after`, as the viewer may see them.
    ///
    /// # Errors
    /// When the caller may not see the game or may not use this view.
    pub async fn log(
        &self,
        id: GameId,
        token: Option<&Token>,
        after: u32,
        limit: u32,
        view_as: Option<ViewAs>,
    ) -> Result<LogPage, ServiceError> {
        let (stored, caller) = self.load(id, token).await?;
        let game = stored.game;
        if let Some(other) = view_as {
            check_view_as(&game, other)?;
        }
        let entries = self.store.log(id, game.kind(), after, limit).await?;
        let viewer = policy::viewer(&game, caller, view_as);
        Ok(LogPage {
            more: entries
                .last()
                .is_some_and(|last| last.entry.seq < game.version),
            entries: shown_to(&entries, viewer),
        })
    }
}

/// Returns the entries as a viewer may see them.
pub(in crate::service) fn shown_to(entries: &[ChainedEntry], viewer: Viewer) -> Vec<ShownEntry> {
    entries.iter().map(|entry| entry.shown_to(viewer)).collect()
}

fn check_view_as(game: &Game, view_as: ViewAs) -> Result<(), ServiceError> {
    if !policy::may_view_as(game) {
        return Err(ServiceError::Forbidden(
            "The view of another viewer is available only after the game is over.",
        ));
    }
    match view_as {
        ViewAs::Seat(seat) if seat.number() >= game.seats() => Err(ServiceError::invalid(
            Field::Viewer,
            format_args!("There is no seat {seat} in this game."),
        )),
        ViewAs::Seat(_) | ViewAs::Spectator | ViewAs::Record => Ok(()),
    }
}
