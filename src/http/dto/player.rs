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

/// How somebody wants to be called.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// 1 to 40 characters on one line. Need not be unique.
    #[schema(min_length = 1, max_length = 40, example = "Ann")]
    pub name: String,
}

/// What somebody calls a token.
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
    /// When they registered.
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

/// A player who just registered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Registered)]
pub struct RegisteredBody {
    /// The player.
    player: PlayerBody,
    /// What they are known by from now on. It is shown this once.
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
    /// The id, by which it can be deleted.
    id: TokenId,
    /// What its owner calls it.
    label: String,
    /// When it was made.
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
    /// All of them, the oldest first.
    pub items: Vec<TokenBody>,
    /// Always `null`: a player has few tokens.
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<String>,
}

/// A token that was just made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewToken)]
pub struct NewTokenBody {
    /// The id, by which it can be deleted.
    id: TokenId,
    /// What its owner calls it.
    label: String,
    /// When it was made.
    created_at: Timestamp,
    /// The secret. It is shown this once.
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

/// Everything that is held about a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerData)]
pub struct PlayerDataBody {
    /// The player.
    player: PlayerBody,
    /// Their tokens, without the secrets, which are not kept.
    tokens: Vec<TokenBody>,
    /// Their webhooks, without the secrets.
    webhooks: Vec<WebhookBody>,
    /// The games that they take or took part in. What they did there is in each game's log.
    games: Vec<ParticipationBody>,
    /// The invitations that they sent or were sent and that wait for an answer.
    invitations: Vec<OpenInvitationBody>,
    /// The times for which their clocks stood or stand still.
    vacations: Vec<VacationBody>,
}

/// A player's part in a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Participation)]
pub struct ParticipationBody {
    /// The game.
    game: GameId,
    /// Its kind.
    kind: Kind,
    /// How far it has come.
    status: Status,
    /// When it was created.
    created_at: Timestamp,
    /// Where they sit.
    seat: Option<Seat>,
    /// What they added to the deal, in hexadecimal.
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
