//! Changing games: load, do it, store it, and see to what is due at once.

use super::{schedule::schedule, view::Seen};
use crate::{
    auth::{policy, token::Token},
    engine::chance::Seed,
    game::{
        Game, Status,
        writer::{Course, Ink},
    },
    service::{Service, error::Refused},
    store::games::{
        create::Stored,
        rows::{Change, StoredGame},
    },
    types::id::{GameId, PlayerId},
};

/// How often a change is tried again when another instance changed the same game first.
const ATTEMPTS: usize = 16;

/// What somebody does with a game: it goes on in its course, or is refused.
pub(in crate::service) type Act<'a> =
    dyn Fn(&mut Course<'_>, &Seed, PlayerId) -> Result<(), Refused> + Sync + 'a;

impl Service {
    /// Changes a game by what `act` does with it, and tries again where another instance was faster.
    pub(in crate::service) async fn change(
        &self,
        id: GameId,
        token: Option<&Token>,
        join_code: Option<&str>,
        act: &Act<'_>,
    ) -> Result<Seen, Refused> {
        if token.is_none() {
            return Err(Refused::Unauthenticated);
        }
        let _turn = self.queue.turn(id).await;
        for _ in 0..ATTEMPTS {
            let (mut stored, caller) = self.load_unseen(id, token).await?;
            let player = caller.ok_or(Refused::Unauthenticated)?;
            if !policy::may_see(&stored.game, caller, stored.invites(player))
                && !policy::opens(stored.join_code.as_deref(), join_code)
            {
                return Err(Refused::NotFound("game"));
            }
            let change = self.go_on(&stored, &|course, seed| act(course, seed, player))?;
            if let Some(game) = self.store_change(&stored, change).await? {
                stored.game = game;
                self.name_newcomers(&mut stored).await?;
                let game = &stored.game;
                stored
                    .invitations
                    .retain(|invitation| game.seat_of(invitation.player).is_none());
                return Ok(Seen::new(stored, caller, None));
            }
        }
        Err(Refused::Unavailable(
            "other instances keep changing the same game".into(),
        ))
    }

    /// Adds the names of those who take part and were not there when the game was loaded.
    pub(in crate::service) async fn name_newcomers(
        &self,
        stored: &mut StoredGame,
    ) -> Result<(), Refused> {
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
        act: &dyn Fn(&mut Course<'_>, &Seed) -> Result<(), Refused>,
    ) -> Result<Change, Refused> {
        let at = self.world.now();
        let mut salt = || self.world.salt();
        let ink = Ink {
            at,
            salt: &mut salt,
        };
        let mut course = Course::of(stored.game.clone(), ink);
        act(&mut course, &stored.seed)?;
        course.call_off_if_longer_than(self.limits.longest_game)?;
        let (game, written) = course.end();
        // Whether somebody who joins just now has a webhook is not known.
        let notices = if stored.has_webhooks || stored.game.status == Status::Open {
            self.notices(Some(&stored.game), &game, &stored.pauses)
        } else {
            Vec::new()
        };
        Ok(Change {
            before: stored.game.version,
            schedule: schedule(&game, &stored.pauses, at, &self.limits),
            game,
            written,
            notices,
        })
    }

    /// Stores a change of a game. Gives the game as it is then; `None` where somebody else was faster.
    pub(in crate::service) async fn store_change(
        &self,
        stored: &StoredGame,
        change: Change,
    ) -> Result<Option<Game>, Refused> {
        let (game, schedule) = (change.game.clone(), change.schedule);
        let done = match stored.game.status {
            Status::Open => self.store.change_members(&change).await?,
            Status::Playing | Status::Finished | Status::Cancelled => {
                self.store.append(change).await?
            }
        };
        Ok((done == Stored::Yes).then(|| {
            self.see_to(schedule);
            game
        }))
    }
}
