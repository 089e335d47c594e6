//! Players and tokens on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{invitation::OpenInvitationBody, vacation::VacationBody, webhook::WebhookBody};
use crate::{
    engine::{any::Kind, seat::Seat},
    game::{Status, player::Player},
    service::players::{
        account::Registered,
        data::{Participation, PlayerData},
        tokens::{NewToken, StoredToken},
    },
    types::{
        id::{GameId, PlayerId, TokenId},
        time::Timestamp,
    },
};

/// The name of a player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// 1 to 40 characters on one line. Names need not be unique.
    #[schema(min_length = 1, max_length = 40, example = "Ann")]
    pub name: String,
}

/// The label of a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LabelBody {
    /// Up to 60 characters on one line.
    #[schema(max_length = 60, example = "Ann's phone")]
    pub label: String,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerBody {
    /// The id, which never changes.
    id: PlayerId,
    /// The name.
    #[schema(example = "Ann")]
    name: String,
    /// When the player registered.
    created_at: Timestamp,
}

impl From<Player> for PlayerBody {
    fn from(player: Player) -> Self {
        Self {
            id: player.id,
            name: player.name,
            created_at: player.created_at,
        }
    }
}

/// A newly registered player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Registered)]
pub struct RegisteredBody {
    /// The player.
    player: PlayerBody,
    /// The player's token. It is not shown again.
    #[schema(example = "cp_…")]
    token: String,
}

impl From<Registered> for RegisteredBody {
    fn from(registered: Registered) -> Self {
        Self {
            player: registered.player.into(),
            token: registered.token.to_string(),
        }
    }
}

/// A token, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Token)]
pub struct TokenBody {
    /// The id, which is needed to delete the token.
    id: TokenId,
    /// The label that its owner chose.
    label: String,
    /// When it was created.
    created_at: Timestamp,
}

impl From<StoredToken> for TokenBody {
    fn from(token: StoredToken) -> Self {
        Self {
            id: token.id,
            label: token.label,
            created_at: token.created_at,
        }
    }
}

/// A player's tokens.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Tokens)]
pub struct TokensBody {
    /// All items, oldest first.
    pub items: Vec<TokenBody>,
    /// Always `null`: the list has a single page.
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<String>,
}

/// A newly created token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewToken)]
pub struct NewTokenBody {
    /// The id, which is needed to delete the token.
    id: TokenId,
    /// The label that its owner chose.
    label: String,
    /// When it was created.
    created_at: Timestamp,
    /// The secret. It is not shown again.
    #[schema(example = "cp_…")]
    token: String,
}

impl From<NewToken> for NewTokenBody {
    fn from(NewToken { stored, token }: NewToken) -> Self {
        Self {
            id: stored.id,
            label: stored.label,
            created_at: stored.created_at,
            token: token.to_string(),
        }
    }
}

/// All data that the server stores about a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerData)]
pub struct PlayerDataBody {
    /// The player.
    player: PlayerBody,
    /// The player's tokens, without the secrets, which are not stored.
    tokens: Vec<TokenBody>,
    /// The player's webhooks, without the secrets.
    webhooks: Vec<WebhookBody>,
    /// The games in which the player takes or took part. The moves are in the log of each game.
    games: Vec<ParticipationBody>,
    /// The unanswered invitations that the player sent or received.
    invitations: Vec<OpenInvitationBody>,
    /// The player's vacations.
    vacations: Vec<VacationBody>,
}

/// A player's participation in a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Participation)]
pub struct ParticipationBody {
    /// The game.
    game: GameId,
    /// The kind of the game.
    kind: Kind,
    /// The status of the game.
    status: Status,
    /// When it was created.
    created_at: Timestamp,
    /// The player's seat; `null` if they have none.
    seat: Option<Seat>,
    /// The entropy that the player contributed to the deal, in hexadecimal.
    entropy: Option<String>,
}

impl From<Participation> for ParticipationBody {
    fn from(part: Participation) -> Self {
        Self {
            game: part.game.game,
            kind: part.game.kind,
            status: part.status,
            created_at: part.created_at,
            seat: part.seat.map(Seat::new),
            entropy: part.entropy,
        }
    }
}

impl From<PlayerData> for PlayerDataBody {
    fn from(data: PlayerData) -> Self {
        Self {
            player: data.player.into(),
            tokens: data.tokens.into_iter().map(Into::into).collect(),
            webhooks: data.webhooks.into_iter().map(Into::into).collect(),
            games: data.games.into_iter().map(Into::into).collect(),
            invitations: data.invitations.into_iter().map(Into::into).collect(),
            vacations: data.vacations.into_iter().map(Into::into).collect(),
        }
    }
}
