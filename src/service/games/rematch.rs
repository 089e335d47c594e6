//! Playing a finished game again, with the same people and bots.

use super::{
    lobby::{Bot, NO_SEAT, NewGame},
    view::ViewedGame,
};
use crate::{
    auth::{policy, token::Token},
    engine::chance::Entropy,
    game::{
        Game, Status,
        schedule::schedule,
        stored::{Invitation, StoredGame},
    },
    service::{
        Service,
        error::ServiceError,
        idempotency::{Key, Scope},
    },
    store::outcome::WriteOutcome,
    types::id::{GameId, PlayerId},
};

/// How often a rematch is tried again when somebody else asked for it at the same moment.
const ATTEMPTS: usize = 4;

/// The rematch of a game.
#[derive(Debug, Clone)]
pub struct Rematch {
    /// The new game.
    pub game: ViewedGame,
    /// Whether the request created it; somebody else may have before.
    pub is_new: bool,
}

impl Service {
    /// Creates the game in which a finished one is played again, or finds it when somebody has created it. The caller
    /// and the bots take seats, the other people are invited.
    ///
    /// # Errors
    /// When there is no such game for the caller, they had no seat, it is not finished, the caller has too many open
    /// games, a key was used for another request, or the database fails.
    pub async fn rematch(
        &self,
        id: GameId,
        token: Option<&Token>,
        entropy: Option<Entropy>,
        key: Option<Key<'_>>,
    ) -> Result<Rematch, ServiceError> {
        let caller = self.identify(token).await?;
        let once = key.as_ref().map(|key| {
            self.once(
                Scope::Player(caller.id),
                &format!("games/{id}/rematch"),
                key,
            )
        });
        for _ in 0..ATTEMPTS {
            let (before, _) = self.load(id, token).await?;
            policy::own_seat(&before.game, Some(caller.id)).ok_or(NO_SEAT)?;
            must_be_finished(&before.game)?;
            let new = again(&before.game, entropy.clone());
            if let Some(created) = self.before(once.as_ref()).await? {
                let created = GameId::new(created.created);
                let game = self.created_before(created, caller.id, new.bots.len());
                return Ok(Rematch {
                    game: game.await?,
                    is_new: true,
                });
            }
            if let Some(rematch) = before.rematch {
                let (stored, caller) = self.load(rematch, token).await?;
                return Ok(Rematch {
                    game: ViewedGame::new(stored, caller, None),
                    is_new: false,
                });
            }
            self.must_have_room(caller.id).await?;
            let (mut stored, written) = self.new_game(new, &caller)?;
            stored.invitations = invitations(&before, &stored.game, caller.id);
            let schedule = schedule(
                &stored.game,
                &[],
                self.env.now(),
                self.limits.abandoned_after,
            );
            let mut told = self.notices(None, &stored.game, &[]);
            told.extend(self.invitation_notices(&stored.game, &stored.invitations));
            let (before, once) = (Some(id), once.as_ref());
            let created = self
                .store
                .create_game(&stored, &written, schedule, &told, before, once);
            if created.await? == WriteOutcome::Yes {
                self.schedule_wakeup(schedule);
                return Ok(Rematch {
                    game: ViewedGame::new(stored, Some(caller.id), None),
                    is_new: true,
                });
            }
        }
        Err(ServiceError::Unavailable(
            "others keep asking for the same rematch".into(),
        ))
    }
}

/// The same game once more. It has as many seats as were played on, so that it starts by itself once all are back.
fn again(before: &Game, entropy: Option<Entropy>) -> NewGame {
    let bots = before.members.iter().filter_map(|member| {
        let bot = member.bot.as_deref()?;
        // A bot that this version does not know any more is replaced by the one that every version knows.
        Some(bot.parse().unwrap_or(Bot::Random))
    });
    NewGame {
        kind: before.kind(),
        options: before.created.options.clone(),
        seats: before.seats(),
        visibility: before.created.visibility,
        seating: before.created.seating,
        clock: before.created.clock,
        bots: bots.collect(),
        entropy,
    }
}

/// The other people of a game, invited to its rematch by the one who asked for it. Who is deleted can't be.
fn invitations(before: &StoredGame, game: &Game, by: PlayerId) -> Vec<Invitation> {
    let people = before.game.members.iter().filter(|member| {
        member.bot.is_none()
            && member.player != by
            && before.game.seat_of(member.player).is_some()
            && before
                .names
                .iter()
                .any(|(player, name)| *player == member.player && !name.is_empty())
    });
    people
        .map(|member| Invitation {
            player: member.player,
            by,
            at: game.created_at,
        })
        .collect()
}

fn must_be_finished(game: &Game) -> Result<(), ServiceError> {
    match game.status {
        Status::Finished => Ok(()),
        status @ (Status::Open | Status::Playing) => Err(ServiceError::GameNotOver(status)),
        Status::Cancelled => Err(ServiceError::GameOver),
    }
}
