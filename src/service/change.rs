//! Changing games: load, do it, store it, and see to what is due at once.

use super::{Service, error::Refused, schedule::schedule, watch::Seen};
use crate::{
    auth::{policy, token::Token},
    engine::chance::Seed,
    record::{
        course::{Course, Ink, Written},
        game::{Game, Status},
        id::{GameId, PlayerId},
    },
    store::{
        games::{Membership, Stored},
        rows::{Change, StoredGame},
    },
};

/// How often a change is tried again when another instance changed the same game first.
const ATTEMPTS: usize = 16;

/// What somebody does with a game: it goes on in its course, or is refused.
pub(super) type Act<'a> =
    dyn Fn(&mut Course<'_>, &Seed, PlayerId) -> Result<Membership, Refused> + Sync + 'a;

impl Service {
    /// Changes a game by what `act` does with it, and tries again where another instance was faster.
    pub(super) async fn change(
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
            let (change, membership) =
                self.go_on(&stored, &|course, seed| act(course, seed, player))?;
            if self.store_change(&stored, &change, &membership).await? == Stored::Yes {
                match membership {
                    Membership::Joined(player, _) => {
                        if let Some(player) = self.store.player(player).await? {
                            stored.names.push((player.id, player.name));
                        }
                    }
                    Membership::JoinedBot(bot, name) => stored.names.push((bot, name)),
                    Membership::Same | Membership::Left(_) => {}
                }
                stored
                    .invitations
                    .retain(|invitation| change.game.seat_of(invitation.player).is_none());
                stored.game = change.game;
                return Ok(Seen::new(stored, caller, None));
            }
        }
        Err(Refused::Unavailable(
            "other instances keep changing the same game".into(),
        ))
    }

    /// A game as it goes on by what is done with it, not stored yet.
    pub(super) fn go_on<T>(
        &self,
        stored: &StoredGame,
        act: &dyn Fn(&mut Course<'_>, &Seed) -> Result<T, Refused>,
    ) -> Result<(Change, T), Refused> {
        let mut salt = || self.world.salt();
        let ink = Ink {
            at: self.world.now(),
            salt: &mut salt,
        };
        let mut course = Course::of(stored.game.clone(), ink);
        let done = act(&mut course, &stored.seed)?;
        course.call_off_if_longer_than(self.limits.longest_game)?;
        let (game, written) = course.end();
        Ok((self.change_to(stored, game, written), done))
    }

    fn change_to(&self, stored: &StoredGame, game: Game, written: Vec<Written>) -> Change {
        let touched = written
            .last()
            .map_or_else(|| self.world.now(), |entry| entry.logged.entry.at);
        Change {
            before: stored.game.version,
            schedule: schedule(&game, &stored.pauses, touched, &self.limits),
            game,
            written,
        }
    }

    /// Stores a change of a game.
    pub(super) async fn store_change(
        &self,
        stored: &StoredGame,
        change: &Change,
        membership: &Membership,
    ) -> Result<Stored, Refused> {
        let done = match membership {
            Membership::Same if stored.game.status == Status::Playing => {
                self.store.append(change.clone()).await?
            }
            Membership::Same
            | Membership::Joined(..)
            | Membership::JoinedBot(..)
            | Membership::Left(_) => self.store.change_members(change, membership).await?,
        };
        if done == Stored::Yes {
            self.see_to(change.schedule);
        }
        Ok(done)
    }
}
