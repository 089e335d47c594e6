//! What players can be told of while they are away.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Status;
use crate::{
    engine::{any::Kind, seat::Seat},
    types::{
        id::{EventId, GameId, PlayerId},
        time::Timestamp,
    },
};

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum NoticeType {
    /// It became the player's turn.
    #[serde(rename = "turn.started")]
    TurnStarted,
    /// Half, or nine tenths, of the time for the player's turn is over.
    #[serde(rename = "turn.reminder")]
    TurnReminder,
    /// A game of the player started.
    #[serde(rename = "game.started")]
    GameStarted,
    /// A game of the player is over, or was called off.
    #[serde(rename = "game.finished")]
    GameFinished,
    /// The player was invited to a game.
    #[serde(rename = "invited")]
    Invited,
    /// The player wanted to see whether notices arrive.
    #[serde(rename = "webhook.test")]
    Test,
}

/// A text that is no type of notice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no event {0:?}")]
pub struct ParseNoticeTypeError(String);

impl NoticeType {
    /// Every type.
    pub const ALL: [Self; 6] = [
        Self::TurnStarted,
        Self::TurnReminder,
        Self::GameStarted,
        Self::GameFinished,
        Self::Invited,
        Self::Test,
    ];

    /// When it is told, as a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::TurnStarted => "It is the player's turn.",
            Self::TurnReminder => {
                "Half, or nine tenths, of the time for the player's turn is over."
            }
            Self::GameStarted => "A game of the player has started.",
            Self::GameFinished => "A game of the player is over, or was called off.",
            Self::Invited => "The player is invited to a game.",
            Self::Test => "The player wants to see whether notices arrive.",
        }
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TurnStarted => "turn.started",
            Self::TurnReminder => "turn.reminder",
            Self::GameStarted => "game.started",
            Self::GameFinished => "game.finished",
            Self::Invited => "invited",
            Self::Test => "webhook.test",
        }
    }
}

impl fmt::Display for NoticeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for NoticeType {
    type Err = ParseNoticeTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|about| about.as_str() == text)
            .ok_or_else(|| ParseNoticeTypeError(text.to_owned()))
    }
}

/// The types of notices that somebody wants to hear. On the wire a list of them, or `null` for all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<Vec<NoticeType>>", into = "Option<Vec<NoticeType>>")]
pub enum Wanted {
    /// All, those too that later versions add.
    All,
    /// These, each once and in the order of [`NoticeType::ALL`].
    Only(Vec<NoticeType>),
}

impl From<Option<Vec<NoticeType>>> for Wanted {
    fn from(types: Option<Vec<NoticeType>>) -> Self {
        types.map_or(Self::All, |types| {
            let all = NoticeType::ALL.into_iter();
            Self::Only(all.filter(|about| types.contains(about)).collect())
        })
    }
}

impl From<Wanted> for Option<Vec<NoticeType>> {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::All => None,
            Wanted::Only(types) => Some(types),
        }
    }
}

/// Something that a player is to be told, whichever webhooks they have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What its repetitions are told by.
    pub id: EventId,
    /// Who is told.
    pub player: PlayerId,
    /// The game that it is about.
    pub game: GameId,
    /// What it is about.
    pub about: NoticeType,
    /// When it is told, at the earliest.
    pub at: Timestamp,
    /// With a reminder: the beginning of the turn that it reminds of. Once that turn is over, nobody is told.
    pub turn: Option<Timestamp>,
    /// What is told, as JSON.
    pub body: String,
}

/// What is sent of a notice: the envelope of Standard Webhooks.
#[derive(Debug, Serialize)]
pub struct Envelope<T> {
    /// What it is about.
    #[serde(rename = "type")]
    pub about: NoticeType,
    /// When it happened, or was to happen.
    pub timestamp: Timestamp,
    /// What is told.
    pub data: T,
}

/// What is told of a game. Only what its player may see anyway, and no state: for that they look at the game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameNotice {
    /// Who is told: one receiver may serve many players.
    pub player: PlayerId,
    /// The game.
    pub game: GameId,
    /// Its kind.
    pub kind: Kind,
    /// How far it had come.
    pub status: Status,
    /// Its version when it happened; with a reminder, at the beginning of the turn.
    pub version: u32,
    /// Where the player sits, once they do.
    pub seat: Option<Seat>,
    /// When the player's turn ends by itself.
    pub deadline: Option<Timestamp>,
    /// Where the game is looked at, on this server.
    #[schema(example = "/v1/games/01a22c66-18a3-7bb6-8157-593a92a95cb5")]
    pub path: String,
}

/// What is told by a test.
#[derive(Debug, Serialize, ToSchema)]
pub struct TestNotice {
    /// Who wanted it.
    pub player: PlayerId,
}
