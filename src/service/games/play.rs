//! Moves: the hot path.

use serde_json::Value;

use super::view::{ViewedGame, shown};
use crate::{
    auth::{policy, token::Token},
    engine::{any::AnyMove, rules::Foresight, seat::Seat},
    game::{
        Game, Status,
        entry::{self, Body, ChainedEntry},
        stored::StoredGame,
    },
    service::{
        Service,
        error::{Field, FieldError, ServiceError},
    },
    types::id::{GameId, PlayerId},
};

/// A move that was sent.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The version of the game that the player decided on.
    pub version: u32,
    /// The move, not read yet: what it can be depends on the kind of the game.
    pub mv: Value,
}

/// What became of a move.
#[derive(Debug, Clone)]
pub enum Played {
    /// It was stored.
    Now(ViewedGame),
    /// It had been stored before: the game as it stood then.
    Before(ViewedGame),
    /// It would be legal; nothing was stored.
    Legal {
        /// The version of the game that it would be legal in.
        version: u32,
        /// What can be told of it beside that.
        foresight: Option<Foresight>,
    },
}

impl Service {
    /// Makes a move, or with `dry_run` only says whether it would be legal.
    ///
    /// # Errors
    /// When there is no such game for the caller, they have no seat, the move is not read or not legal, it is not
    /// their turn, the game went on or is over, or the database fails.
    pub async fn play(
        &self,
        id: GameId,
        token: Option<&Token>,
        submission: &Submission,
        dry_run: bool,
    ) -> Result<Played, ServiceError> {
        if token.is_none() {
            return Err(ServiceError::Unauthenticated);
        }
        let _guard = self.locks.lock(id).await;
        // Only another instance can be faster, and only once: then the version is another one.
        for _ in 0..2 {
            let (mut stored, caller) = self.load(id, token).await?;
            let seat = policy::own_seat(&stored.game, caller)
                .ok_or(ServiceError::Forbidden("You have no seat in this game."))?;
            let mv = read_move(&stored.game, &submission.mv)?;
            if submission.version != stored.game.version {
                return self
                    .late(stored, caller, seat, submission.version, &mv)
                    .await;
            }
            let change = self.apply(&stored, &|writer, seed| {
                must_be_playing(writer.game())?;
                Ok(writer.play(seat, mv.clone(), &stored.pauses, seed)?)
            })?;
            if dry_run {
                // Nothing of what the move would bring to light may be told: it might be a card.
                let table = stored.game.table.as_ref();
                return Ok(Played::Legal {
                    version: submission.version,
                    foresight: table.and_then(|table| table.foresee(seat, &mv)),
                });
            }
            if let Some(game) = self.store_change(&stored, change).await? {
                stored.game = game;
                return Ok(Played::Now(ViewedGame::new(stored, caller, None)));
            }
        }
        Err(ServiceError::Unavailable(
            "the same game is being changed elsewhere".into(),
        ))
    }

    /// A move that was decided on another version than the current one: the repeat of a move that was stored is
    /// answered like the first time, any other is told what happened.
    async fn late(
        &self,
        mut stored: StoredGame,
        caller: Option<PlayerId>,
        seat: Seat,
        version: u32,
        mv: &AnyMove,
    ) -> Result<Played, ServiceError> {
        let game = &stored.game;
        let since = self
            .store
            .log(game.id(), game.kind(), version, game.version)
            .await?;
        if since
            .first()
            .is_some_and(|first| is_repeated(first, seat, mv))
            && let Some(end) = entry::end_of_change(&since)
        {
            stored = self.stored_at(stored, end).await?;
            return Ok(Played::Before(ViewedGame::new(stored, caller, None)));
        }
        Err(ServiceError::VersionConflict {
            version: game.version,
            entries: shown(&since, policy::viewer(game, caller, None)),
        })
    }
}

/// Whether this entry is the move that the seat now sends.
fn is_repeated(entry: &ChainedEntry, seat: Seat, mv: &AnyMove) -> bool {
    matches!(
        &entry.entry.body,
        Body::Move { seat: mover, mv: made, stand_in: false, .. } if *mover == seat && made == mv
    )
}

fn read_move(game: &Game, mv: &Value) -> Result<AnyMove, ServiceError> {
    game.kind()
        .parse_move(mv)
        .map_err(|error| ServiceError::Malformed(FieldError::new(Field::Move, error.inner())))
}

fn must_be_playing(game: &Game) -> Result<(), ServiceError> {
    match game.status {
        Status::Playing => Ok(()),
        Status::Open => Err(ServiceError::NotYourTurn("The game has not started.")),
        Status::Finished | Status::Cancelled => Err(ServiceError::GameOver),
    }
}
