//! What a player needs to check a deal: while the game runs, and once it is over.

use crate::{
    auth::token::Token,
    engine::{
        card::Card,
        chance::{DealKey, Entropy, Seed},
    },
    game::{Game, Member, entry::Body},
    service::{Service, error::ServiceError},
    types::id::{GameId, PlayerId},
};

/// What the deals of a game can be checked by, as far as the caller may know it.
#[derive(Debug, Clone)]
pub struct Fairness {
    /// The game.
    pub game: Game,
    /// What each player added, in the order of joining. Of others than the caller, only once the game is over.
    pub members: Vec<Member>,
    /// The caller, if they take part.
    pub caller: Option<PlayerId>,
    /// What is shown once the game is over.
    pub revealed: Option<Revealed>,
}

/// What was kept secret while the game ran.
#[derive(Debug, Clone)]
pub struct Revealed {
    /// The secret that was committed to.
    pub seed: Seed,
    /// What all shuffles follow from.
    pub key: DealKey,
    /// The order of the cards after each shuffle, the top one first.
    pub shuffles: Vec<Vec<Card>>,
}

impl Service {
    /// What the deals of a game can be checked by.
    ///
    /// # Errors
    /// When there is no such game for the caller.
    pub async fn fairness(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<Fairness, ServiceError> {
        let (stored, caller) = self.load(id, token).await?;
        let (game, seed) = (stored.game, stored.seed);
        let revealed = if game.is_over() {
            let log = self.store.log(id, game.kind(), 0, game.version).await?;
            let shuffles = log
                .into_iter()
                .filter_map(|logged| match logged.entry.body {
                    Body::Shuffled { cards, .. } => Some(cards),
                    _ => None,
                });
            Some(Revealed {
                seed,
                key: game.deal_key(&seed),
                shuffles: shuffles.collect(),
            })
        } else {
            None
        };
        let may_see = |player| revealed.is_some() || caller == Some(player);
        let shown = |entropy: &Option<Entropy>, player| entropy.clone().filter(|_| may_see(player));
        let members = game.members.iter().map(|member| Member {
            entropy: shown(&member.entropy, member.player),
            ..member.clone()
        });
        Ok(Fairness {
            members: members.collect(),
            caller: caller.filter(|player| game.seat_of(*player).is_some()),
            revealed,
            game,
        })
    }
}
