//! The data that players need to verify the shuffles of a game.

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

/// The data for verifying the shuffles of a game, as far as the caller may see it.
#[derive(Debug, Clone)]
pub struct Fairness {
    /// The game.
    pub game: Game,
    /// The members and their entropy, in the order of joining. The entropy of others is included once the game is over.
    pub members: Vec<Member>,
    /// The caller, if they are a member.
    pub caller: Option<PlayerId>,
    /// The secrets, once the game is over.
    pub revealed: Option<Revealed>,
}

/// The data that is secret until the game is over.
#[derive(Debug, Clone)]
pub struct Revealed {
    /// The seed that the server committed to when the game was created.
    pub seed: Seed,
    /// The key that all shuffles are derived from.
    pub key: DealKey,
    /// The order of the cards after each shuffle, top card first.
    pub shuffles: Vec<Vec<Card>>,
}

impl Service {
    /// Returns the data for verifying the shuffles of a game.
    ///
    /// # Errors
    /// When the caller may not see the game.
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
                    Body::Created(_)
                    | Body::Joined { .. }
                    | Body::Left { .. }
                    | Body::Seated { .. }
                    | Body::Move { .. }
                    | Body::TimedOut { .. }
                    | Body::Resigned { .. }
                    | Body::Finished { .. }
                    | Body::Cancelled { .. } => None,
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
