//! What came of checking a record.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    engine::chance::{Commitment, Entropy},
    game::chain::Hash,
};

/// What a player noted while the game ran, to hold the record against it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeptValues {
    /// The hash of any entry of the log: the `head` of the game at some moment.
    pub head: Option<Hash>,
    /// What the server committed to before anyone joined.
    pub commitment: Option<Commitment>,
    /// What the player added to the deal.
    pub entropy: Option<Entropy>,
}

/// Something that a record is checked for. The order is that of checking, so that each can rely on those before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = RecordCheckName)]
pub enum CheckName {
    /// It is a full record, with all fields and no others.
    Format,
    /// Each entry's hash follows from the entry and the hash before it.
    Chain,
    /// The hash that a player kept is one of the chain.
    Head,
    /// The record names the game, its kind, rules, options and commitment as its log does.
    Game,
    /// The seed is the one that was committed to.
    Commitment,
    /// Every entry can follow those before it, from the creation to the end.
    Log,
    /// The players sit where the seed and what they added put them.
    Seating,
    /// The cards lie as the seed and what the players added make them lie.
    Deals,
    /// The moves are legal and did what is told of them.
    Rules,
    /// What the players added to the deal is listed as they added it.
    Entropy,
    /// There is a seat for each player, and a bot on it where one played.
    Seats,
    /// The shuffles are listed as the log has them.
    Shuffles,
    /// The result is what the rules say.
    Result,
}

impl CheckName {
    /// The name, as programs and people read it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Chain => "chain",
            Self::Head => "head",
            Self::Game => "game",
            Self::Commitment => "commitment",
            Self::Log => "log",
            Self::Seating => "seating",
            Self::Deals => "deals",
            Self::Rules => "rules",
            Self::Entropy => "entropy",
            Self::Seats => "seats",
            Self::Shuffles => "shuffles",
            Self::Result => "result",
        }
    }
}

/// A check that a record passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RecordCheck)]
pub struct Check {
    /// What was checked.
    #[schema(example = "chain")]
    pub check: CheckName,
    /// What was compared, and what was found, in words.
    #[schema(example = "68 entries, each hashed with the one before it, lead to 9f86…")]
    pub detail: String,
}

impl Check {
    pub(super) fn new(check: CheckName, detail: impl Into<String>) -> Self {
        Self {
            check,
            detail: detail.into(),
        }
    }
}

/// The first check that a record did not pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[error("{}: {pointer}: {detail}", check.as_str())]
#[schema(as = RecordFailure)]
pub struct Failure {
    /// What was checked.
    #[schema(example = "chain")]
    pub check: CheckName,
    /// Where it failed, as a JSON pointer into the record.
    #[schema(example = "/log/12/hash")]
    pub pointer: String,
    /// What is wrong there, as a sentence.
    #[schema(example = "The hash is not the one of this entry and those before it.")]
    pub detail: String,
}

impl Failure {
    pub(super) fn new(check: CheckName, pointer: impl Into<String>, detail: impl ToString) -> Self {
        Self {
            check,
            pointer: pointer.into(),
            detail: detail.to_string(),
        }
    }
}

/// What came of checking a record: what it passed, in order, up to what it did not pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RecordReport)]
pub struct Report {
    /// Whether everything was passed.
    pub verified: bool,
    /// What was passed, in the order of checking.
    pub checks: Vec<Check>,
    /// The first thing that was not passed; nothing after it was looked at.
    pub failure: Option<Failure>,
    /// What no check of this record can prove, as sentences.
    pub not_proven: Vec<String>,
}
