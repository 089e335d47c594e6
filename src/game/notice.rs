//! Notices: messages for players about changes to their games, sent while they are away.

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

/// The type of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum NoticeType {
    /// The player's turn began.
    #[serde(rename = "turn.started")]
    TurnStarted,
    /// The player has used half, or nine tenths, of the time for the turn.
    #[serde(rename = "turn.reminder")]
    TurnReminder,
    /// A game of the player started.
    #[serde(rename = "game.started")]
    GameStarted,
    /// A game of the player was finished or cancelled.
    #[serde(rename = "game.finished")]
    GameFinished,
    /// The player was invited to a game.
    #[serde(rename = "invited")]
    Invited,
    /// The player asked for a test notice.
    #[serde(rename = "webhook.test")]
    Test,
}

/// A text that is not the name of a notice type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no event {0:?}")]
pub struct ParseNoticeTypeError(String);

impl NoticeType {
    /// Every type of notice.
    pub const ALL: [Self; 6] = [
        Self::TurnStarted,
        Self::TurnReminder,
        Self::GameStarted,
        Self::GameFinished,
        Self::Invited,
        Self::Test,
    ];

    /// Returns a sentence that says when the notice is sent.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::TurnStarted => "The player's turn has begun.",
            Self::TurnReminder => {
                "The player has used half, or nine tenths, of the time for the turn."
            }
            Self::GameStarted => "A game of the player has started.",
            Self::GameFinished => "A game of the player was finished or cancelled.",
            Self::Invited => "The player was invited to a game.",
            Self::Test => "The player asked for a test notice.",
        }
    }

    /// Returns the name on the wire.
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

/// The types of notices that a webhook receives. On the wire a list of types, or `null` for all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<Vec<NoticeType>>", into = "Option<Vec<NoticeType>>")]
pub enum Wanted {
    /// All types, including those that later versions add.
    All,
    /// Only these types, each once and in the order of [`NoticeType::ALL`].
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

/// A message for one player about a change. It does not depend on the player's webhooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The id, the same in every delivery and attempt, so that receivers can recognise repetitions.
    pub id: EventId,
    /// The player who receives it.
    pub player: PlayerId,
    /// The game that changed.
    pub game: GameId,
    /// The type.
    pub about: NoticeType,
    /// The earliest time at which it is sent.
    pub at: Timestamp,
    /// For a reminder, the beginning of its turn. The reminder is dropped once that turn is over.
    pub turn: Option<Timestamp>,
    /// The payload, as JSON.
    pub body: String,
}

/// The body of a webhook request, as Standard Webhooks defines it.
#[derive(Debug, Serialize)]
pub struct Envelope<T> {
    /// The type of the notice.
    #[serde(rename = "type")]
    pub about: NoticeType,
    /// When the event happened; for a reminder, when it was due.
    pub timestamp: Timestamp,
    /// The data of the notice.
    pub data: T,
}

/// The data of a notice about a game. It holds only what its player may see, and no cards: those are read from the
/// game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameNotice {
    /// The player who is notified. One receiver may serve many players.
    pub player: PlayerId,
    /// The game.
    pub game: GameId,
    /// The kind of the game.
    pub kind: Kind,
    /// The status of the game at the time of the event.
    pub status: Status,
    /// The version of the game at the time of the event; for a reminder, at the beginning of the turn.
    pub version: u32,
    /// The seat of the player; `null` if they have none.
    pub seat: Option<Seat>,
    /// The deadline of the player's turn.
    pub deadline: Option<Timestamp>,
    /// The path of the game on this server.
    #[schema(example = "/v1/games/01a22c66-18a3-7bb6-8157-593a92a95cb5")]
    pub path: String,
}

/// The data of a test notice.
#[derive(Debug, Serialize, ToSchema)]
pub struct TestNotice {
    /// The player who asked for the test.
    pub player: PlayerId,
}
