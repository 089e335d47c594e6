//! Taking and giving up seats, and starting and cancelling games.

use super::view::ViewedGame;
use crate::{
    auth::{policy, token::Token},
    bot::Bot,
    engine::chance::{Entropy, Seed},
    game::{
        Game, Status,
        entry::{Body, CancelReason},
        writer::GameWriter,
    },
    service::{
        Service,
        error::{Field, ServiceError},
    },
    types::id::{GameId, PlayerId},
};

/// The error for callers without a seat.
pub(in crate::service) const NO_SEAT: ServiceError =
    ServiceError::Forbidden("You have no seat in this game.");

impl Service {
    /// Gives the caller a seat. The game starts when it is full.
    pub async fn join(
        &self,
        id: GameId,
        token: Option<&Token>,
        join_code: Option<&str>,
        entropy: Option<Entropy>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, join_code, &|writer, seed, player| {
            let mut members = writer.game().members.iter();
            if members.any(|member| member.player == player) {
                return Err(ServiceError::AlreadySeated);
            }
            must_be_open(writer.game())?;
            writer.join(player, entropy.clone())?;
            start_if_full(writer, seed)
        })
        .await
    }

    /// Gives a bot a seat, in a game of which the caller is the host. The game starts when it is full.
    pub async fn seat_bot(
        &self,
        id: GameId,
        token: Option<&Token>,
        bot: Bot,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, seed, player| {
            must_be_host(writer.game(), player)?;
            must_be_open(writer.game())?;
            let seated = PlayerId::new(self.env.id());
            writer.join_bot(seated, bot.name().to_owned())?;
            start_if_full(writer, seed)
        })
        .await
    }

    /// Gives up the caller's seat in an open game. The game is cancelled when no person is left in it.
    pub async fn leave(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, _, player| {
            writer.game().seat_of(player).ok_or(NO_SEAT)?;
            must_be_open(writer.game())?;
            writer.write(Body::Left { player })?;
            // A bot can't be the host, so a game with bots only could never start.
            if writer.game().host().is_none() {
                writer.write(Body::Cancelled {
                    reason: CancelReason::Deserted,
                })?;
            }
            Ok(())
        })
        .await
    }

    /// Starts a game, of which the caller is the host, with the players who have joined.
    pub async fn start(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, seed, player| {
            must_be_host(writer.game(), player)?;
            must_be_open(writer.game())?;
            let about = writer.game().kind().about();
            let (joined, least) = (writer.game().members.len(), *about.players.start());
            if joined < usize::from(least) {
                let detail = format!(
                    "{} needs at least {least} players, but only {joined} joined.",
                    about.name
                );
                return Err(ServiceError::invalid(Field::Request, detail));
            }
            Ok(writer.start(seed)?)
        })
        .await
    }

    /// Cancels an open game of which the caller is the host.
    pub async fn cancel(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, _, player| {
            must_be_host(writer.game(), player)?;
            must_be_open(writer.game())?;
            Ok(writer.write(Body::Cancelled {
                reason: CancelReason::ByCreator,
            })?)
        })
        .await
    }

    /// Resigns for the caller in a running game. A player who has resigned can't come back.
    pub async fn resign(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, seed, player| {
            let game = writer.game();
            let seat = game.seat_of(player).ok_or(NO_SEAT)?;
            match game.status {
                Status::Playing => {}
                Status::Open => {
                    return Err(ServiceError::NotYourTurn(
                        "The game has not started. Leave it instead of resigning.",
                    ));
                }
                Status::Finished | Status::Cancelled => return Err(ServiceError::GameOver),
            }
            Ok(writer.resign(seat, seed)?)
        })
        .await
    }
}

pub(in crate::service) fn must_be_open(game: &Game) -> Result<(), ServiceError> {
    match game.status {
        Status::Open => Ok(()),
        Status::Playing | Status::Finished | Status::Cancelled => Err(ServiceError::GameNotOpen),
    }
}

fn must_be_host(game: &Game, player: PlayerId) -> Result<(), ServiceError> {
    if policy::is_host(game, player) {
        Ok(())
    } else {
        Err(ServiceError::Forbidden(
            "Only the host of the game can do this.",
        ))
    }
}

/// Starts a game in which every seat is taken.
pub(in crate::service) fn start_if_full(
    writer: &mut GameWriter<'_>,
    seed: &Seed,
) -> Result<(), ServiceError> {
    if writer.game().members.len() == usize::from(writer.game().created.seats) {
        writer.start(seed)?;
    }
    Ok(())
}
