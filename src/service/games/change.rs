//! Changing games: load, do it, store it, and see to what is due at once.

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

/// How often a change is tried again when another instance changed the same game first.
const ATTEMPTS: usize = 16;

/// What somebody does with a game: it goes on in its course, or is refused.
pub(in crate::service) type Act<'a> =
    dyn Fn(&mut GameWriter<'_>, &Seed, PlayerId) -> Result<(), ServiceError> + Sync + 'a;

impl Service {
    /// Changes a game by what `act` does with it, and tries again where another instance was faster.
    pub(in crate::service) async fn change(
        &self,
        id: GameId,
        token: Option<&Token>,
        join_code: Option<&str>,
        act: &Act<'_>,
    ) -> Result<ViewedGame, ServiceError> {
        if token.is_none() {
            return Err(ServiceError::Unauthenticated);
        }
        let _guard = self.locks.lock(id).await;
        for _ in 0..ATTEMPTS {
            let (mut stored, caller) = self.load_unseen(id, token).await?;
            let player = caller.ok_or(ServiceError::Unauthenticated)?;
            if !policy::may_see(&stored.game, caller, stored.is_invited(player))
                && !policy::join_code_matches(stored.join_code.as_deref(), join_code)
            {
                return Err(ServiceError::NotFound("game"));
            }
            let change = self.go_on(&stored, &|writer, seed| act(writer, seed, player))?;
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

    /// Adds the names of those who take part and were not there when the game was loaded.
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

    /// A game as it goes on by what is done with it, not stored yet.
    pub(in crate::service) fn go_on(
        &self,
        stored: &StoredGame,
        act: &dyn Fn(&mut GameWriter<'_>, &Seed) -> Result<(), ServiceError>,
    ) -> Result<Change, ServiceError> {
        let at = self.env.now();
        let mut salt = || self.env.salt();
        let stamp = EntryStamp {
            at,
            salt: &mut salt,
        };
        let mut writer = GameWriter::resume(stored.game.clone(), stamp);
        act(&mut writer, &stored.seed)?;
        writer.cancel_if_longer_than(self.limits.longest_game)?;
        let (game, entries) = writer.finish();
        // Whether somebody who joins just now has a webhook is not known.
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

    /// Stores a change of a game. Gives the game as it is then; `None` where somebody else was faster.
    pub(in crate::service) async fn store_change(
        &self,
        stored: &StoredGame,
        change: Change,
    ) -> Result<Option<Game>, ServiceError> {
        let (game, schedule) = (change.game.clone(), change.schedule);
        let done = match stored.game.status {
            Status::Open => self.store.change_members(&change).await?,
            Status::Playing | Status::Finished | Status::Cancelled => {
                self.store.append(change).await?
            }
        };
        Ok((done == WriteOutcome::Yes).then(|| {
            self.schedule_wakeup(schedule);
            game
        }))
    }
}
