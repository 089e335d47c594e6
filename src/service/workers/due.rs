//! Runs the games that are due: bots move, the stand-in plays missed turns, and abandoned games are cancelled.
//!
//! Any number of instances share this work. A change is stored only if the game still has the version that the change
//! was decided on, so each change is made once.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::watch;

use super::Worker;
use crate::{
    bot::{self, Bot},
    engine::{chance::Seed, viewer::Viewer},
    game::{
        entry::{Body, CancelReason},
        schedule::{self, Need, Schedule},
        stored::StoredGame,
        writer::GameWriter,
    },
    service::{Service, error::ServiceError},
    store::games::load::Loaded,
    types::{id::GameId, time::Timestamp},
};

/// How many games an instance runs at the same time.
const BATCH: u16 = 16;
/// How long a claimed game is reserved for the instance that claimed it. If the instance dies, the game is delayed by
/// this long.
const LEASE: Duration = Duration::from_secs(30);
/// How often an instance looks for games that other instances made due.
const POLL: Duration = Duration::from_secs(1);
/// The maximum number of moves that bots make in a row before the moves are stored.
const MAX_BOT_MOVES: usize = 64;

impl Service {
    /// Wakes the worker of this instance, because games are due now.
    pub(in crate::service) fn wake_due_worker(&self) {
        self.due.notify_one();
    }

    /// Wakes the worker of this instance if a game that was just stored is already due.
    pub(in crate::service) fn schedule_wakeup(&self, schedule: Schedule) {
        if schedule.due.is_some_and(|due| due <= self.env.now()) {
            self.due.notify_one();
        }
    }
}

/// Runs the games that are due: those of this instance at once, those of other instances about a second later.
#[derive(Clone)]
pub struct DueGames(Service);

impl Worker for DueGames {
    const NAME: &'static str = "due games";

    async fn run(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let count = self.run_once().await.unwrap_or_else(|cause| {
                tracing::warn!(%cause, "failed to look for games that are due");
                0
            });
            // A bot may have moved, and then the next bot may be to move.
            if count > 0 {
                continue;
            }
            tokio::select! {
                () = self.0.due.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                _ = stop.wait_for(|stop| *stop) => {}
            }
        }
    }
}

impl DueGames {
    /// A worker for the games of this service.
    pub const fn new(service: Service) -> Self {
        Self(service)
    }

    /// Runs a batch of games that are due and returns their number. Unless it is 0, more games may be due. A game that
    /// fails is logged and becomes due again when its lease ends.
    pub async fn run_once(&self) -> Result<usize, ServiceError> {
        let now = self.0.env.now();
        let lease = chrono::TimeDelta::from_std(LEASE).unwrap_or_default();
        let games = self
            .0
            .store
            .claim_due_games(now, now.plus(lease), BATCH)
            .await?;
        let count = games.len();
        let runs = games.into_iter().map(async |id| {
            if let Err(cause) = self.0.run_due_game(id).await {
                tracing::error!(game = %id, %cause, "failed to run a game that is due");
            }
        });
        join_all(runs).await;
        Ok(count)
    }
}

impl Service {
    async fn run_due_game(&self, id: GameId) -> Result<(), ServiceError> {
        let _guard = self.locks.lock(id).await;
        let Some(Loaded { stored, .. }) = self.store.game(id, None).await? else {
            return Ok(());
        };
        let (game, pauses, now) = (&stored.game, &stored.pauses, self.env.now());
        let last_activity = if schedule::depends_on_last_change(game, pauses) {
            self.last_entry_at(&stored).await?
        } else {
            now
        };
        let change = match schedule::need(
            game,
            pauses,
            last_activity,
            self.limits.abandoned_after,
            now,
        ) {
            Need::Nothing(schedule) => {
                let reminders = if stored.has_webhooks {
                    self.reminders(game, pauses)
                } else {
                    Vec::new()
                };
                return Ok(self.store.reschedule(game, schedule, &reminders).await?);
            }
            Need::Bot => self.apply(&stored, &|writer, seed| self.let_bots_move(writer, seed))?,
            Need::TimeOut => {
                self.apply(&stored, &|writer, seed| Ok(writer.time_out(pauses, seed)?))?
            }
            Need::Cancel => self.apply(&stored, &|writer, _| {
                let reason = CancelReason::Abandoned;
                Ok(writer.write(Body::Cancelled { reason })?)
            })?,
        };
        // If the game has changed meanwhile, that change has also set its next schedule.
        self.store_change(&stored, change).await?;
        Ok(())
    }

    /// Returns when the last entry of the game's log was written.
    async fn last_entry_at(&self, stored: &StoredGame) -> Result<Timestamp, ServiceError> {
        let game = &stored.game;
        let before = game.version.saturating_sub(1);
        let last = self.store.log(game.id(), game.kind(), before, 1).await?;
        let last = last.first().map(|logged| logged.entry.at);
        Ok(last.unwrap_or(game.created_at))
    }

    fn let_bots_move(&self, writer: &mut GameWriter<'_>, seed: &Seed) -> Result<(), ServiceError> {
        let mut random = bot::chance(self.env.bytes());
        for _ in 0..MAX_BOT_MOVES {
            let game = writer.game();
            let (Some(table), Some((seat, name))) = (&game.table, game.bot_to_move()) else {
                break;
            };
            // A bot that this version no longer has is replaced by the one that every version has.
            let bot = name.parse().unwrap_or(Bot::Random);
            let view = table.view(Viewer::Seat(seat));
            let mv = bot
                .choose(seat, &view, &table.legal_moves(seat), &mut random)
                .ok_or_else(|| ServiceError::Internal("a bot found no move".into()))?;
            writer.play(seat, mv, &[], seed)?;
        }
        Ok(())
    }
}
