//! Games as they are kept: the log, its hash chain, the game that the log adds up to, and the record that is
//! downloaded.

pub mod ndjson;
pub mod replay;
pub mod script;
pub mod stream;
pub mod text;
pub mod verify;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    engine::{
        any::{AnyOptions, Kind},
        card::Card,
        chance::{Commitment, Entropy, Seed},
        score::Outcome,
        seat::Seat,
        viewer::Viewer,
    },
    game::{
        Game,
        entry::{Body, ChainedEntry},
        shown::ShownEntry,
    },
    types::id::GameId,
};

/// The name and version of the format.
pub const FORMAT: &str = "cardpost-record/1";

/// The record of a finished game: everything about it, readable without engine, database or server.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Record {
    /// `cardpost-record/1`
    #[schema(value_type = String, example = "cardpost-record/1")]
    pub format: &'static str,
    /// The game.
    pub id: GameId,
    /// Its kind.
    pub kind: Kind,
    /// The version of the rules that it was played by.
    pub rules: u16,
    /// What it was varied by.
    pub options: AnyOptions,
    /// Who played, by seat.
    pub seats: Vec<NamedSeat>,
    /// What the shuffles follow from.
    pub deal: Deal,
    /// The order of the cards after each shuffle, the top one first.
    pub shuffles: Vec<Vec<Card>>,
    /// The whole log, with nothing hidden.
    pub log: Vec<ShownEntry>,
    /// How it ended.
    pub result: Outcome,
}

/// Who sat on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedSeat {
    /// The name at the time of the download.
    #[schema(example = "Ann")]
    pub name: String,
    /// The name of the bot that played; `null` for a person.
    #[serde(default)]
    pub bot: Option<String>,
}

/// What the shuffles of a game follow from.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Deal {
    /// The secret that was drawn when the game was created, in hexadecimal.
    #[schema(value_type = String)]
    pub seed: Seed,
    /// What was published of it before anyone joined, in hexadecimal.
    #[schema(value_type = String)]
    pub commitment: Commitment,
    /// What each player added, in hexadecimal, in the order of joining.
    #[schema(value_type = Vec<Option<String>>)]
    pub entropy: Vec<Option<Entropy>>,
}

/// A game that has no record, or not yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the game is not finished")]
pub struct NotFinished;

impl Record {
    /// The record of a game, from its log. `names` are the players' by seat.
    ///
    /// # Errors
    /// When the game is not finished.
    pub fn new(
        game: &Game,
        log: &[ChainedEntry],
        seed: Seed,
        names: impl IntoIterator<Item = String>,
    ) -> Result<Self, NotFinished> {
        let result = game.result.clone().ok_or(NotFinished)?;
        let shuffles = log.iter().filter_map(|logged| match &logged.entry.body {
            Body::Shuffled { cards, .. } => Some(cards.clone()),
            Body::Created(_)
            | Body::Joined { .. }
            | Body::Left { .. }
            | Body::Seated { .. }
            | Body::Move { .. }
            | Body::TimedOut { .. }
            | Body::Resigned { .. }
            | Body::Finished { .. }
            | Body::Cancelled { .. } => None,
        });
        Ok(Self {
            format: FORMAT,
            id: game.id(),
            kind: game.kind(),
            rules: game.created.rules,
            options: game.created.options.clone(),
            seats: Seat::all(game.seats())
                .zip(names)
                .map(|(seat, name)| NamedSeat {
                    name,
                    bot: game.bot_on(seat).map(str::to_owned),
                })
                .collect(),
            deal: Deal {
                seed,
                commitment: game.created.commitment,
                entropy: game
                    .members
                    .iter()
                    .map(|member| member.entropy.clone())
                    .collect(),
            },
            shuffles: shuffles.collect(),
            log: log
                .iter()
                .map(|logged| logged.shown_to(Viewer::Record))
                .collect(),
            result,
        })
    }
}

/// A text that is no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {detail}")]
pub struct MalformedRecord {
    /// Where, as a JSON pointer; the whole document is `/`.
    pub pointer: String,
    /// What is wrong there.
    pub detail: String,
}

impl MalformedRecord {
    pub(super) fn new(pointer: impl Into<String>, detail: impl ToString) -> Self {
        let mut pointer = pointer.into();
        if pointer.is_empty() {
            pointer.push('/');
        }
        Self {
            pointer,
            detail: detail.to_string(),
        }
    }
}
