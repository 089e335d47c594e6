//! The entries of a game's log, in full.

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

/// Who may see a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everyone.
    Public,
    /// Those who sit at the table.
    Private,
}

/// How players come to their seats when a game starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seating {
    /// Drawn by chance.
    #[default]
    Random,
    /// In the order of joining.
    AsJoined,
}

/// What a game was created with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Created {
    /// The game.
    pub game: GameId,
    /// Its kind.
    pub kind: Kind,
    /// The version of the rules that it is played by, for ever.
    pub rules: u16,
    /// What it is varied by.
    pub options: AnyOptions,
    /// How many can join.
    pub seats: u8,
    /// Who may see it.
    pub visibility: Visibility,
    /// How the players come to their seats.
    pub seating: Seating,
    /// What fixes the seed before anyone joins.
    pub commitment: Commitment,
    /// How long the players may take; there when they may not take for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// What an entry is about, in full.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// The game was created.
    Created(Created),
    /// A player took a seat.
    Joined {
        /// Who.
        player: PlayerId,
        /// What they added to the deal. Hidden until the game is over.
        entropy: Option<Entropy>,
        /// The name of the bot that plays; there when no person does.
        #[serde(skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// A player gave up their seat before the start.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// The game started: who sits where.
    Seated {
        /// The player of each seat.
        players: Vec<PlayerId>,
    },
    /// Cards were shuffled, and dealt or put down as the new stock.
    Shuffled {
        /// The number of the shuffle, from 0.
        number: u32,
        /// The order of the cards, the top one first. Hidden until the game is over.
        cards: Vec<Card>,
        /// What followed from it.
        events: Vec<AnyEvent>,
    },
    /// A player moved.
    Move {
        /// Who.
        seat: Seat,
        /// The move.
        #[serde(rename = "move")]
        mv: AnyMove,
        /// What it did.
        events: Vec<AnyEvent>,
        /// Whether it was made for a player who left, or missed their turn.
        #[serde(skip_serializing_if = "is_false")]
        stand_in: bool,
        /// For how long of this turn the player's clock had stood still until now, in milliseconds; there when it
        /// had.
        #[serde(skip_serializing_if = "is_zero")]
        paused: u64,
    },
    /// A player missed their turn: the stand-in plays it.
    TimedOut {
        /// Who.
        seat: Seat,
        /// For how long of this turn their clock had stood still, in milliseconds; there when it had.
        #[serde(skip_serializing_if = "is_zero")]
        paused: u64,
    },
    /// A player left a running game for good.
    Resigned {
        /// Who.
        seat: Seat,
        /// Whether they did not leave by themselves, but missed too many turns in a row.
        #[serde(skip_serializing_if = "is_false")]
        retired: bool,
    },
    /// The game is over.
    Finished {
        /// How it ended.
        result: Outcome,
    },
    /// The game was called off before its end.
    Cancelled {
        /// Why.
        reason: CancelReason,
    },
}

impl Body {
    /// Whether this happened by itself, following from the entry before, and not because a player did something.
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

/// Why a game was called off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// Who created it wanted so.
    ByCreator,
    /// Everyone left before the start.
    Deserted,
    /// Nobody touched it for too long.
    Abandoned,
    /// It did not come to an end within as many entries as a log may have.
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

/// An entry of a log, in full: as it is stored and hashed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// The position in the log, from 1.
    pub seq: u32,
    /// When it was written.
    pub at: Timestamp,
    /// What it is about.
    #[serde(flatten)]
    pub body: Body,
    /// What keeps that which is hidden from being guessed from the hash; there when something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

/// The position of the last of these entries that belongs to the first: that follows from it and was stored with
/// it. `None` when there is no entry.
pub fn end_of_change(entries: &[ChainedEntry]) -> Option<u32> {
    let (first, rest) = entries.split_first()?;
    let followed = rest
        .iter()
        .take_while(|logged| logged.entry.body.is_automatic());
    Some(followed.last().unwrap_or(first).entry.seq)
}

/// An entry of a log with its hash.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainedEntry {
    /// The entry.
    pub entry: Entry,
    /// The hash of the chain up to it.
    pub hash: Hash,
}
