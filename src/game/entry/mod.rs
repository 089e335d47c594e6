//! The entries of a game's log, with nothing hidden.

pub mod read;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    chain::{Hash, Salt},
    clock::Clock,
};
use crate::{
    engine::{
        any::{AnyEvent, AnyMove, AnyOptions, Kind},
        card::Card,
        chance::{Commitment, Entropy},
        score::Outcome,
        seat::Seat,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// The viewers who may see a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everyone.
    Public,
    /// The players in the game only.
    Private,
}

/// How seats are assigned when a game starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seating {
    /// Drawn at random.
    #[default]
    Random,
    /// In the order of joining.
    AsJoined,
}

/// The settings that a game was created with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Created {
    /// The game.
    pub game: GameId,
    /// Its kind.
    pub kind: Kind,
    /// The version of the rules, which never changes for a game.
    pub rules: u16,
    /// The options of the kind.
    pub options: AnyOptions,
    /// The number of players who can join.
    pub seats: u8,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// How seats are assigned.
    pub seating: Seating,
    /// The commitment that fixes the seed before anyone joins.
    pub commitment: Commitment,
    /// The clock; absent when players have unlimited time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// The content of an entry, with nothing hidden.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// The game was created.
    Created(Created),
    /// A player joined.
    Joined {
        /// The player.
        player: PlayerId,
        /// The entropy that the player added to the deal. Hidden until the game is over.
        entropy: Option<Entropy>,
        /// The name of the bot; absent for a person.
        #[serde(skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// A player left before the start.
    Left {
        /// The player.
        player: PlayerId,
    },
    /// The game started, and the seats are fixed.
    Seated {
        /// The player of each seat.
        players: Vec<PlayerId>,
    },
    /// Cards were shuffled, for a deal or as the new stock.
    Shuffled {
        /// The number of the shuffle, from 0.
        number: u32,
        /// The order of the cards, the top one first. Hidden until the game is over.
        cards: Vec<Card>,
        /// The effects of the shuffle.
        events: Vec<AnyEvent>,
    },
    /// A player or their stand-in moved.
    Move {
        /// The seat of the player.
        seat: Seat,
        /// The move.
        #[serde(rename = "move")]
        mv: AnyMove,
        /// The effects of the move.
        events: Vec<AnyEvent>,
        /// Whether the stand-in made the move, for a player who resigned or missed their turn.
        #[serde(skip_serializing_if = "is_false")]
        stand_in: bool,
        /// How long the player's clock has been paused during this turn, in milliseconds; absent if it was not.
        #[serde(skip_serializing_if = "is_zero")]
        paused: u64,
    },
    /// A player missed their turn, and the stand-in plays it.
    TimedOut {
        /// The seat of the player.
        seat: Seat,
        /// How long the player's clock was paused during this turn, in milliseconds; absent if it was not.
        #[serde(skip_serializing_if = "is_zero")]
        paused: u64,
    },
    /// A player resigned or was retired.
    Resigned {
        /// The seat of the player.
        seat: Seat,
        /// Whether the player was retired after too many missed turns in a row.
        #[serde(skip_serializing_if = "is_false")]
        retired: bool,
    },
    /// The game was played to its end.
    Finished {
        /// The result.
        result: Outcome,
    },
    /// The game was cancelled before its end.
    Cancelled {
        /// The reason.
        reason: CancelReason,
    },
}

impl Body {
    /// Returns whether the entry follows automatically from the one before, without an action of a player.
    pub const fn is_automatic(&self) -> bool {
        match self {
            Self::Shuffled { .. }
            | Self::Move { stand_in: true, .. }
            | Self::Resigned { retired: true, .. }
            | Self::Seated { .. }
            | Self::Finished { .. }
            | Self::Cancelled {
                reason: CancelReason::TooLong,
            } => true,
            Self::Created(_)
            | Self::Joined { .. }
            | Self::Left { .. }
            | Self::Move {
                stand_in: false, ..
            }
            | Self::TimedOut { .. }
            | Self::Resigned { retired: false, .. }
            | Self::Cancelled {
                reason: CancelReason::ByCreator | CancelReason::Deserted | CancelReason::Abandoned,
            } => false,
        }
    }
}

/// The reason why a game was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// Its host cancelled it before the start.
    ByCreator,
    /// All players left before the start.
    Deserted,
    /// It was left unchanged for too long.
    Abandoned,
    /// Its log reached the maximum length.
    TooLong,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde calls"
)]
pub(crate) const fn is_false(value: &bool) -> bool {
    !*value
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde calls"
)]
pub(crate) const fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// An entry of a log, as it is stored and hashed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// The position in the log, from 1.
    pub seq: u32,
    /// When it was written.
    pub at: Timestamp,
    /// The content.
    #[serde(flatten)]
    pub body: Body,
    /// Keeps hidden content from being guessed from the hash; absent when the entry hides nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

/// Returns the position of the last entry that follows automatically from the first of these, and so was stored in the
/// same change. `None` when there is no entry.
pub fn end_of_change(entries: &[ChainedEntry]) -> Option<u32> {
    let (first, rest) = entries.split_first()?;
    let automatic = rest
        .iter()
        .take_while(|logged| logged.entry.body.is_automatic());
    Some(automatic.last().unwrap_or(first).entry.seq)
}

/// An entry of a log with its hash.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainedEntry {
    /// The entry.
    pub entry: Entry,
    /// The hash of the chain up to this entry.
    pub hash: Hash,
}
