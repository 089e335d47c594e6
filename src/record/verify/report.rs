//! The report of a verification.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    engine::chance::{Commitment, Entropy},
    game::chain::Hash,
};

/// The values that a player kept while the game ran, to compare the record with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeptValues {
    /// The hash of any entry of the log: the `head` of the game at some time.
    pub head: Option<Hash>,
    /// The commitment that the server published before anyone joined.
    pub commitment: Option<Commitment>,
    /// The entropy that the player added to the deal.
    pub entropy: Option<Entropy>,
}

/// The name of a check. The checks are made in this order, and each relies on those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = RecordCheckName)]
pub enum CheckName {
    /// The file is a full record, with all fields and no others.
    Format,
    /// The hash of each entry matches the entry and the hash before it.
    Chain,
    /// The hash that the player kept is in the chain.
    Head,
    /// Id, kind, rules, options and commitment are those of the first entry of the log.
    Game,
    /// The seed matches the commitment.
    Commitment,
    /// Every entry is valid after those before it, from the creation of the game to its end.
    Log,
    /// The seats are drawn from the seed and the players' entropy, or are in the order of joining.
    Seating,
    /// Every shuffle follows from the seed and the players' entropy.
    Deals,
    /// The moves are legal, and their events are correct.
    Rules,
    /// The entropy of the players is the same as in the log.
    Entropy,
    /// There is a seat for each player, with the same bots as in the log.
    Seats,
    /// The shuffles are the same as in the log.
    Shuffles,
    /// The result follows from the moves by the rules.
    Result,
}

impl CheckName {
    /// Returns the name on the wire and on the command line.
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
    /// The name of the check.
    #[schema(example = "chain")]
    pub check: CheckName,
    /// The finding of the check, in words.
    #[schema(example = "the hashes of all 68 entries are correct; the last one is 9f86…")]
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

/// The first check that a record failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[error("{}: {pointer}: {detail}", check.as_str())]
#[schema(as = RecordFailure)]
pub struct Failure {
    /// The name of the check.
    #[schema(example = "chain")]
    pub check: CheckName,
    /// The place in the record, as a JSON pointer.
    #[schema(example = "/log/12/hash")]
    pub pointer: String,
    /// The mistake, as a sentence.
    #[schema(example = "The hash does not match this entry and the hash before it.")]
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

/// The report of a verification: the checks that the record passed, and the first one that it failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RecordReport)]
pub struct Report {
    /// Whether the record passed every check.
    pub verified: bool,
    /// The checks that the record passed, in order.
    pub checks: Vec<Check>,
    /// The first check that the record failed; no later check was made.
    pub failure: Option<Failure>,
    /// The facts that no check of this record can prove, as sentences.
    pub not_proven: Vec<String>,
}
