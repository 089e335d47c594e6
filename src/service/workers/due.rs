//! Seeing to games that are due: bots move, missed turns are played by the stand-in, games that nobody comes to are
//! called off. Any number of instances share this work; each piece is done once, since every change is stored only
//! where the game is still what it was decided on.

use std::time::Duration;

use futures_util::future::join_all;

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

/// How many games one instance sees to at once.
const AT_ONCE: u16 = 16;
/// For how long a game is left to the instance that took it. One that dies in the middle delays the game by this.
const LEASE: Duration = Duration::from_secs(30);
/// The most moves that bots make among themselves before they are stored.
const MOVES_AT_ONCE: usize = 64;

impl Service {
    /// Sees to games that are due, up to a number. Gives back to how many: after some there may be more.
    ///
    /// # Errors
    /// When the database fails. What failed for one game only is left for later.
    pub async fn run_due_games(&self) -> Result<usize, ServiceError> {
        let now = self.env.now();
        let lease = chrono::TimeDelta::from_std(LEASE).unwrap_or_default();
        let games = self
            .store
            .claim_due_games(now, now.plus(lease), AT_ONCE)
            .await?;
        let taken = games.len();
        let runs = games.into_iter().map(async |id| {
            if let Err(cause) = self.run_due_game(id).await {
                tracing::error!(game = %id, %cause, "a game that is due could not be seen to");
            }
        });
        join_all(runs).await;
        Ok(taken)
    }

    /// Waits until something may be due at this instance.
    pub async fn due_games_notified(&self) {
        self.due.notified().await;
    }

    /// Remembers that games were made due just now.
    pub(in crate::service) fn wake_due_worker(&self) {
        self.due.notify_one();
    }

    /// Remembers that a game that was just stored may need somebody at once.
    pub(in crate::service) fn schedule_wakeup(&self, schedule: Schedule) {
        if schedule.due.is_some_and(|due| due <= self.env.now()) {
            self.due.notify_one();
        }
    }

    async fn run_due_game(&self, id: GameId) -> Result<(), ServiceError> {
        let _guard = self.locks.lock(id).await;
        let Some(Loaded { stored, .. }) = self.store.game(id, None).await? else {
            return Ok(());
        };
        let (game, pauses, now) = (&stored.game, &stored.pauses, self.env.now());
        let touched = if schedule::depends_on_last_change(game, pauses) {
            self.touched(&stored).await?
        } else {
            now
        };
        let change = match schedule::need(game, pauses, touched, self.limits.abandoned_after, now) {
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
        // Whoever was faster has given the game its next time.
        self.store_change(&stored, change).await?;
        Ok(())
    }

    /// When the last entry of the game's log was written.
    async fn touched(&self, stored: &StoredGame) -> Result<Timestamp, ServiceError> {
        let game = &stored.game;
        let before = game.version.saturating_sub(1);
        let last = self.store.log(game.id(), game.kind(), before, 1).await?;
        let last = last.first().map(|logged| logged.entry.at);
        Ok(last.unwrap_or(game.created_at))
    }

    fn let_bots_move(&self, writer: &mut GameWriter<'_>, seed: &Seed) -> Result<(), ServiceError> {
        let mut random = bot::chance(self.env.bytes());
        for _ in 0..MOVES_AT_ONCE {
            let game = writer.game();
            let (Some(table), Some((seat, name))) = (&game.table, game.bot_to_move()) else {
                break;
            };
            // A bot that this version does not know any more plays like the one that every version knows.
            let bot = name.parse().unwrap_or(Bot::Random);
            let view = table.view(Viewer::Seat(seat));
            let mv = bot
                .choose(seat, &view, &table.legal_moves(seat), &mut random)
                .ok_or_else(|| ServiceError::Internal("a bot without a move".into()))?;
            writer.play(seat, mv, &[], seed)?;
        }
        Ok(())
    }
}
