//! Moves: the most frequent changes of a game.

use serde_json::Value;

use super::view::{ViewedGame, shown_to};
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

/// A move as a player submits it.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The version of the game that the player saw.
    pub version: u32,
    /// The move as JSON. It is parsed once the kind of the game is known.
    pub mv: Value,
}

/// The result of submitting a move.
#[derive(Debug, Clone)]
pub enum Played {
    /// The move was stored.
    Now(ViewedGame),
    /// The same move had been stored before. Contains the game after that move.
    Before(ViewedGame),
    /// A dry run: the move is legal, and nothing was stored.
    Legal {
        /// The version of the game that the move is legal in.
        version: u32,
        /// The known effect of the move, without anything that it would reveal.
        foresight: Option<Foresight>,
    },
}

impl Service {
    /// Makes a move, or with `dry_run` only checks that it is legal.
    ///
    /// # Errors
    /// When the caller may not see the game or has no seat in it, when the move can't be parsed or is illegal, when it
    /// is another player's turn, when the game has a newer version, or when it is not running.
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
        // A second attempt is enough: after a concurrent change by another instance the version has changed.
        for _ in 0..2 {
            let (mut stored, caller) = self.load(id, token).await?;
            let seat = policy::own_seat(&stored.game, caller)
                .ok_or(ServiceError::Forbidden("You have no seat in this game."))?;
            let mv = read_move(&stored.game, &submission.mv)?;
            if submission.version != stored.game.version {
                return self
                    .play_stale(stored, caller, seat, submission.version, &mv)
                    .await;
            }
            let change = self.apply(&stored, &|writer, seed| {
                must_be_playing(writer.game())?;
                Ok(writer.play(seat, mv.clone(), &stored.pauses, seed)?)
            })?;
            if dry_run {
                // Only the foresight is returned, because the outcome of the move could reveal a hidden card.
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
            "another instance is changing the same game".into(),
        ))
    }

    /// Answers a move for another version than the current one. A repetition of a stored move gets the answer of the
    /// first request; any other move is rejected with the entries since its version.
    async fn play_stale(
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
            stored = self.stored_at_version(stored, end).await?;
            return Ok(Played::Before(ViewedGame::new(stored, caller, None)));
        }
        Err(ServiceError::VersionConflict {
            version: game.version,
            entries: shown_to(&since, policy::viewer(game, caller, None)),
        })
    }
}

/// Whether the entry is the same move of the same seat.
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
