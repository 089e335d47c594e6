//! Rematches: new games with the settings, the people and the bots of a finished one.

use super::{
    create::{Bot, NewGame},
    seats::NO_SEAT,
    view::ViewedGame,
};
use crate::{
    auth::{policy, token::Token},
    engine::chance::Entropy,
    game::{
        Game, Status,
        player::Player,
        schedule::schedule,
        stored::{Invitation, StoredGame},
    },
    service::{
        Service,
        error::ServiceError,
        idempotency::{KeyedRequest, Scope},
    },
    store::{idempotency::IdempotentRequest, outcome::WriteOutcome},
    types::id::{GameId, PlayerId},
};

/// The rematch of a game.
#[derive(Debug, Clone)]
pub struct Rematch {
    /// The new game.
    pub game: ViewedGame,
    /// Whether this request created it. Otherwise it existed already.
    pub is_new: bool,
}

impl Rematch {
    const fn created(game: ViewedGame) -> Self {
        Self { game, is_new: true }
    }
}

impl Service {
    /// Creates the rematch of a finished game, or returns the one that it has. A game has at most one rematch. The
    /// caller and the bots get seats in it, and the other people are invited.
    pub async fn rematch(
        &self,
        id: GameId,
        token: Option<&Token>,
        entropy: Option<Entropy>,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<Rematch, ServiceError> {
        let caller = self.identify(token).await?;
        self.idempotent(
            Scope::Player(caller.id),
            &format!("games/{id}/rematch"),
            keyed.as_ref(),
            async |request| {
                let (finished, _) = self.load(id, token).await?;
                policy::own_seat(&finished.game, Some(caller.id)).ok_or(NO_SEAT)?;
                must_be_finished(&finished.game)?;
                if let Some(rematch) = finished.rematch {
                    let (stored, caller) = self.load(rematch, token).await?;
                    return Ok(Some(Rematch {
                        game: ViewedGame::new(stored, caller, None),
                        is_new: false,
                    }));
                }
                let created = self
                    .create_rematch(&finished, &caller, entropy.clone(), request)
                    .await?;
                Ok(created.map(Rematch::created))
            },
            async |previous| {
                let game = self.game_as_created(&previous, caller.id).await?;
                Ok(Rematch::created(game))
            },
        )
        .await
    }

    /// Stores the rematch of a game. `None` when another player has created it meanwhile.
    async fn create_rematch(
        &self,
        finished: &StoredGame,
        creator: &Player,
        entropy: Option<Entropy>,
        request: Option<&IdempotentRequest>,
    ) -> Result<Option<ViewedGame>, ServiceError> {
        self.check_open_games(creator.id).await?;
        let new = settings(&finished.game, entropy);
        let (mut stored, written) = self.new_game(&new, creator)?;
        stored.invitations = invitations(finished, &stored.game, creator.id);
        let (now, abandoned_after) = (self.env.now(), self.limits.abandoned_after);
        let schedule = schedule(&stored.game, &[], now, abandoned_after);
        let mut notices = self.notices(None, &stored.game, &[]);
        notices.extend(self.invitation_notices(&stored.game, &stored.invitations));
        let of = Some(finished.game.id());
        let outcome = self
            .store
            .create_game(&stored, &written, schedule, &notices, of, request)
            .await?;
        Ok((outcome == WriteOutcome::Yes).then(|| {
            self.schedule_wakeup(schedule);
            ViewedGame::new(stored, Some(creator.id), None)
        }))
    }
}

/// The settings of a rematch. It has as many seats as were played on, so that it starts once all players are back.
fn settings(finished: &Game, entropy: Option<Entropy>) -> NewGame {
    let bots = finished.members.iter().filter_map(|member| {
        let bot = member.bot.as_deref()?;
        // A bot that this version does not know any more is replaced by one that every version knows.
        Some(bot.parse().unwrap_or(Bot::Random))
    });
    NewGame {
        kind: finished.kind(),
        options: finished.created.options.clone(),
        seats: finished.seats(),
        visibility: finished.created.visibility,
        seating: finished.created.seating,
        clock: finished.created.clock,
        bots: bots.collect(),
        entropy,
    }
}

/// The invitations of a rematch: to every other person who had a seat and has not deleted their account.
fn invitations(finished: &StoredGame, rematch: &Game, by: PlayerId) -> Vec<Invitation> {
    let people = finished.game.members.iter().filter(|member| {
        member.bot.is_none()
            && member.player != by
            && finished.game.seat_of(member.player).is_some()
            && finished
                .names
                .iter()
                .any(|(player, name)| *player == member.player && !name.is_empty())
    });
    people
        .map(|member| Invitation {
            player: member.player,
            by,
            at: rematch.created_at,
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
