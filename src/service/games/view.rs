//! Looking at games: as they are, as they were, through whose eyes; their logs.

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
        feeds::subscription::Woken,
    },
    store::games::create::Loaded,
    types::id::{GameId, PlayerId},
};

pub use crate::game::stored::{Invitation, StoredGame};

/// A game as somebody sees it.
#[derive(Debug, Clone)]
pub struct ViewedGame {
    /// The game, with the names of its players.
    pub stored: StoredGame,
    /// Whose eyes it is seen through.
    pub viewer: Viewer,
    /// The seat of the caller.
    pub you: Option<Seat>,
    /// The invitation that the caller has not answered.
    pub invitation: Option<Invitation>,
}

/// How somebody wants to see a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct ViewQuery {
    /// As it stood after this entry of the log.
    pub at: Option<u32>,
    /// Through other eyes than their own.
    pub eyes: Option<ViewAs>,
}

impl ViewQuery {
    /// Whether what is seen can still change: the past can't, nor can a finished game through other eyes.
    pub const fn is_live(self) -> bool {
        self.at.is_none() && self.eyes.is_none()
    }
}

/// What somebody sees who waited.
#[derive(Debug, Clone)]
pub enum Waited {
    /// Something else than they knew.
    Changed(Box<ViewedGame>),
    /// Still this version, which they know.
    Unchanged(u32),
}

/// A part of a log.
#[derive(Debug, Clone)]
pub struct LogPage {
    /// The entries, as the caller may see them.
    pub entries: Vec<ShownEntry>,
    /// Whether there are more after them.
    pub more: bool,
}

impl ViewedGame {
    pub(in crate::service) fn new(
        stored: StoredGame,
        caller: Option<PlayerId>,
        eyes: Option<ViewAs>,
    ) -> Self {
        let mut invitations = stored.invitations.iter();
        Self {
            viewer: policy::viewer(&stored.game, caller, eyes),
            you: policy::own_seat(&stored.game, caller),
            invitation: invitations
                .find(|invitation| Some(invitation.player) == caller)
                .cloned(),
            stored,
        }
    }

    /// The caller's legal moves.
    pub fn legal_moves(&self) -> LegalMoves<AnyMove> {
        match (&self.stored.game.table, self.you) {
            (Some(table), Some(seat)) if !self.stored.game.is_over() => table.legal_moves(seat),
            _ => LegalMoves::none(),
        }
    }
}

impl Service {
    /// A game, and who asks for it, if they may know of it.
    pub(in crate::service) async fn load(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<(StoredGame, Option<PlayerId>), ServiceError> {
        let (stored, caller) = self.load_unseen(id, token).await?;
        let invited = caller.is_some_and(|player| stored.invites(player));
        if policy::may_see(&stored.game, caller, invited) {
            Ok((stored, caller))
        } else {
            Err(ServiceError::NotFound("game"))
        }
    }

    /// A game, and who asks for it, whether they may know of it or not.
    pub(in crate::service) async fn load_unseen(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<(StoredGame, Option<PlayerId>), ServiceError> {
        let hash = token.map(Token::hash);
        match self.store.game(id, hash.as_ref()).await? {
            // A token that is nobody's is a mistake that its owner should hear of, where they could have read on
            // without one too.
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

    /// The game as the caller may see it.
    ///
    /// # Errors
    /// When there is no such game for the caller, it has no such entry, or may not be seen through these eyes.
    pub async fn look(
        &self,
        id: GameId,
        token: Option<&Token>,
        look: ViewQuery,
    ) -> Result<ViewedGame, ServiceError> {
        let (mut stored, caller) = self.load(id, token).await?;
        let mut eyes = look.eyes;
        if let Some(through) = eyes {
            check_eyes(&stored.game, through)?;
            if let ViewAs::Of(seat) = through
                && policy::own_seat(&stored.game, caller) == Some(seat)
            {
                eyes = None;
            }
        }
        if let Some(at) = look.at {
            let you = policy::own_seat(&stored.game, caller);
            stored = self.stored_at(stored, at).await?;
            let viewer = policy::viewer(&stored.game, caller, eyes);
            return Ok(ViewedGame {
                viewer,
                you: you.and(policy::own_seat(&stored.game, caller)),
                invitation: None,
                stored,
            });
        }
        Ok(ViewedGame::new(stored, caller, eyes))
    }

    /// The game as the caller may see it, as soon as its version is one that they don't know, or once `patience` is
    /// over. Whether they may see it is asked anew whenever it changed.
    ///
    /// # Errors
    /// As with [`Service::look`].
    pub async fn look_when_new(
        &self,
        id: GameId,
        token: Option<&Token>,
        look: ViewQuery,
        knows: impl Fn(u32) -> bool,
        patience: Duration,
    ) -> Result<Waited, ServiceError> {
        let mut waiting = self.broker.game(id);
        let mut patience = pin!(sleep(patience));
        let mut is_late = !look.is_live();
        loop {
            let seen = self.look(id, token, look).await?;
            let version = seen.stored.game.version;
            if !knows(version) {
                return Ok(Waited::Changed(Box::new(seen)));
            }
            // While somebody waits, only the number is kept.
            drop(seen);
            if is_late || waiting.is_closing() {
                return Ok(Waited::Unchanged(version));
            }
            match waiting.past(version, patience.as_mut()).await {
                Woken::Changed => {}
                // A last look: the news of a change may have been lost.
                Woken::Late => is_late = true,
                Woken::Closing => return Ok(Waited::Unchanged(version)),
            }
        }
    }

    /// The game as it stood after an entry of its log, with the names of all who took part then.
    pub(in crate::service) async fn stored_at(
        &self,
        mut stored: StoredGame,
        at: u32,
    ) -> Result<StoredGame, ServiceError> {
        stored.game = self.game_at(&stored.game, at).await?;
        stored.rematch = None;
        // Whoever left before the start has no seat any more that a name would be read with.
        self.name_newcomers(&mut stored).await?;
        Ok(stored)
    }

    /// The game as it stood after an entry of its log.
    async fn game_at(&self, game: &Game, at: u32) -> Result<Game, ServiceError> {
        if at == 0 || at > game.version {
            let detail = format!("The log has the entries 1 to {}.", game.version);
            return Err(ServiceError::invalid(Field::Version, detail));
        }
        if at == game.version {
            return Ok(game.clone());
        }
        let mut moment = self.kept_moment(game, at).await?;
        loop {
            let from = moment.as_ref().map_or(0, |moment| moment.version);
            if let Some(moment) = moment.take_if(|_| from == at) {
                return Ok(moment);
            }
            let most = (STRIDE - from % STRIDE).min(at - from);
            let log = self.store.log(game.id(), game.kind(), from, most).await?;
            if log.is_empty() {
                let detail = format!("the log of {} ends at entry {from}", game.id());
                return Err(ServiceError::Internal(detail));
            }
            let later = match moment {
                None => Game::from_log(&log)?,
                Some(mut moment) => {
                    log.iter().try_for_each(|logged| moment.apply(logged))?;
                    moment
                }
            };
            if later.version.is_multiple_of(STRIDE) {
                self.snapshots.keep(&later);
            }
            moment = Some(later);
        }
    }

    /// The last moment up to an entry that is kept of a game, if it is one of the log as it stands.
    async fn kept_moment(&self, game: &Game, at: u32) -> Result<Option<Game>, ServiceError> {
        let Some(moment) = self.snapshots.up_to(game.id(), at) else {
            return Ok(None);
        };
        let (id, last) = (game.id(), moment.version);
        let log = self.store.log(id, game.kind(), last - 1, 1).await?;
        let is_there =
            |logged: &ChainedEntry| (logged.entry.seq, logged.hash) == (last, moment.head);
        Ok(log.first().is_some_and(is_there).then_some(moment))
    }

    /// The caller's legal moves, and the game that they are moves in.
    ///
    /// # Errors
    /// When there is no such game for the caller, or they have no seat in it.
    pub async fn legal_moves(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<(u32, LegalMoves<AnyMove>), ServiceError> {
        if token.is_none() {
            return Err(ServiceError::Unauthenticated);
        }
        let (stored, caller) = self.load(id, token).await?;
        let seen = ViewedGame::new(stored, caller, None);
        if seen.you.is_none() {
            return Err(ServiceError::Forbidden("You have no seat in this game."));
        }
        Ok((seen.stored.game.version, seen.legal_moves()))
    }

    /// The entries of a game's log after a position, as the caller may see them.
    ///
    /// # Errors
    /// When there is no such game for the caller, or it may not be seen through these eyes.
    pub async fn log(
        &self,
        id: GameId,
        token: Option<&Token>,
        after: u32,
        most: u32,
        eyes: Option<ViewAs>,
    ) -> Result<LogPage, ServiceError> {
        let (stored, caller) = self.load(id, token).await?;
        let game = stored.game;
        if let Some(eyes) = eyes {
            check_eyes(&game, eyes)?;
        }
        let entries = self.store.log(id, game.kind(), after, most).await?;
        let viewer = policy::viewer(&game, caller, eyes);
        Ok(LogPage {
            more: entries
                .last()
                .is_some_and(|last| last.entry.seq < game.version),
            entries: shown(&entries, viewer),
        })
    }
}

pub(in crate::service) fn shown(entries: &[ChainedEntry], viewer: Viewer) -> Vec<ShownEntry> {
    entries.iter().map(|entry| entry.shown_to(viewer)).collect()
}

fn check_eyes(game: &Game, eyes: ViewAs) -> Result<(), ServiceError> {
    if !policy::may_look_through(game) {
        return Err(ServiceError::Forbidden(
            "A game can be seen through other eyes only once it is finished.",
        ));
    }
    match eyes {
        ViewAs::Of(seat) if seat.number() >= game.seats() => Err(ServiceError::invalid(
            Field::Viewer,
            format_args!("There is no seat {seat} in this game."),
        )),
        ViewAs::Of(_) | ViewAs::Spectator | ViewAs::Record => Ok(()),
    }
}
