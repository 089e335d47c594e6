//! The export of all data that is stored about a player.

use super::tokens::StoredToken;
use crate::{
    auth::token::Token,
    engine::seat::Seat,
    game::{Status, clock::Pause, entry::Created, player::Player, stored::StoredGame},
    service::{Service, error::ServiceError},
    store::{
        games::inbox::{InboxFilter, Part},
        webhooks::webhook::StoredWebhook,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

pub use crate::store::games::invitations::InvitedTo;

/// All data that is stored about a player.
#[derive(Debug, Clone)]
pub struct PlayerData {
    /// The player.
    pub player: Player,
    /// Their tokens.
    pub tokens: Vec<StoredToken>,
    /// Their webhooks.
    pub webhooks: Vec<StoredWebhook>,
    /// The games in which they have or had a seat.
    pub games: Vec<Participation>,
    /// The unanswered invitations that they have sent or received.
    pub invitations: Vec<InvitedTo>,
    /// Their vacations.
    pub vacations: Vec<Pause>,
}

/// A player's part in a game.
#[derive(Debug, Clone)]
pub struct Participation {
    /// The settings of the game.
    pub game: Created,
    /// The status of the game.
    pub status: Status,
    /// When the game was created.
    pub created_at: Timestamp,
    /// The player's seat.
    pub seat: Option<u8>,
    /// The player's contribution to the shuffles, in hexadecimal.
    pub entropy: Option<String>,
}

impl Participation {
    fn of(player: PlayerId, stored: StoredGame) -> Self {
        let game = stored.game;
        let mut members = game.members.iter();
        let member = members.find(|member| member.player == player);
        Self {
            status: game.status,
            created_at: game.created_at,
            seat: game.seat_of(player).map(Seat::number),
            entropy: member
                .and_then(|member| member.entropy.clone())
                .map(String::from),
            game: game.created,
        }
    }
}

/// How many games are read at once.
const BATCH: u32 = 100;

impl Service {
    /// Returns all data that is stored about the caller.
    pub async fn player_data(&self, token: Option<&Token>) -> Result<PlayerData, ServiceError> {
        let player = self.identify(token).await?;
        Ok(PlayerData {
            tokens: self.store.tokens(player.id).await?,
            webhooks: self.store.webhooks(player.id).await?,
            games: self.participations(player.id).await?,
            invitations: self.store.invitations_around(player.id).await?,
            vacations: self.store.vacations_of(player.id, Timestamp::FIRST).await?,
            player,
        })
    }

    async fn participations(&self, player: PlayerId) -> Result<Vec<Participation>, ServiceError> {
        let filter = InboxFilter {
            part: Part::Seated,
            ..InboxFilter::default()
        };
        let mut participations = Vec::new();
        let mut after = None;
        loop {
            let rows = self.store.games_of(player, filter, after, BATCH).await?;
            let Some(last) = rows.last() else {
                return Ok(participations);
            };
            after = Some(last.key);
            let ids: Vec<GameId> = rows.iter().map(|row| row.key.game).collect();
            let games = self.store.games(&ids).await?;
            participations.extend(
                games
                    .into_iter()
                    .map(|game| Participation::of(player, game)),
            );
        }
    }
}
