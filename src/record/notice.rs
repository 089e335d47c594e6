//! What players can be told of while they are away.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    id::{EventId, GameId, PlayerId},
    time::Timestamp,
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
