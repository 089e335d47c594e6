//! Changing a game: load it, apply the change, store it.

use super::view::ViewedGame;
use crate::{
    auth::{policy, token::Token},
    engine::chance::Seed,
    game::{
        Game, Status,
        change::Change,
        schedule::schedule,
        stored::StoredGame,
        writer::{EntryStamp, GameWriter},
    },
    service::{Service, error::ServiceError},
    store::outcome::WriteOutcome,
    types::id::{GameId, PlayerId},
};

/// How often a change is tried when other instances keep changing the same game first.
const ATTEMPTS: usize = 16;

/// An action of a player: writes entries to the log of a game, or refuses.
pub(in crate::service) type Action<'a> =
    dyn Fn(&mut GameWriter<'_>, &Seed, PlayerId) -> Result<(), ServiceError> + Sync + 'a;

impl Service {
    /// Changes a game by an action of the caller. Tries again when another instance has changed the game meanwhile.
    pub(in crate::service) async fn change(
        &self,
        id: GameId,
        token: Option<&Token>,
        join_code: Option<&str>,
        action: &Action<'_>,
    ) -> Result<ViewedGame, ServiceError> {
        if token.is_none() {
            return Err(ServiceError::Unauthenticated);
        }
        let _guard = self.locks.lock(id).await;
        for _ in 0..ATTEMPTS {
            let (mut stored, caller) = self.load_unauthorized(id, token).await?;
            let player = caller.ok_or(ServiceError::Unauthenticated)?;
            if !policy::may_see(&stored.game, caller, stored.is_invited(player))
                && !policy::join_code_matches(stored.join_code.as_deref(), join_code)
            {
                return Err(ServiceError::NotFound("game"));
            }
            let change = self.apply(&stored, &|writer, seed| action(writer, seed, player))?;
            if let Some(game) = self.store_change(&stored, change).await? {
                stored.game = game;
                self.name_newcomers(&mut stored).await?;
                let game = &stored.game;
                stored
                    .invitations
                    .retain(|invitation| game.seat_of(invitation.player).is_none());
                return Ok(ViewedGame::new(stored, caller, None));
            }
        }
        Err(ServiceError::Unavailable(
            "other instances keep changing the same game".into(),
        ))
    }

    /// Adds the names of members who joined after the game was loaded.
    pub(in crate::service) async fn name_newcomers(
        &self,
        stored: &mut StoredGame,
    ) -> Result<(), ServiceError> {
        for member in &stored.game.members {
            let mut named = stored.names.iter();
            if named.any(|(player, _)| *player == member.player) {
                continue;
            }
            if let Some(player) = self.store.player(member.player).await? {
                stored.names.push((player.id, player.name));
            }
        }
        Ok(())
    }

    /// Applies an action to a game, and returns the change without storing it. Cancels the game when it is too long
    /// then.
    pub(in crate::service) fn apply(
        &self,
        stored: &StoredGame,
        action: &dyn Fn(&mut GameWriter<'_>, &Seed) -> Result<(), ServiceError>,
    ) -> Result<Change, ServiceError> {
        let at = self.env.now();
        let mut salt = || self.env.salt();
        let stamp = EntryStamp {
            at,
            salt: &mut salt,
        };
        let mut writer = GameWriter::resume(stored.game.clone(), stamp);
        action(&mut writer, &stored.seed)?;
        writer.cancel_if_longer_than(self.limits.longest_game)?;
        let (game, entries) = writer.finish();
        // In an open game, `has_webhooks` does not cover a player who joins by this change.
        let notices = if stored.has_webhooks || stored.game.status == Status::Open {
            self.notices(Some(&stored.game), &game, &stored.pauses)
        } else {
            Vec::new()
        };
        Ok(Change {
            base_version: stored.game.version,
            schedule: schedule(&game, &stored.pauses, at, self.limits.abandoned_after),
            game,
            entries,
            notices,
        })
    }

    /// Stores a change, and returns the game after it; `None` when another instance has changed the game meanwhile.
    pub(in crate::service) async fn store_change(
        &self,
        stored: &StoredGame,
        change: Change,
    ) -> Result<Option<Game>, ServiceError> {
        let (game, schedule) = (change.game.clone(), change.schedule);
        let outcome = match stored.game.status {
            Status::Open => self.store.change_members(&change).await?,
            Status::Playing | Status::Finished | Status::Cancelled => {
                self.store.append(change).await?
            }
        };
        Ok((outcome == WriteOutcome::Yes).then(|| {
            self.schedule_wakeup(schedule);
            game
        }))
    }
}
