//! Records: the downloadable files of finished games, their formats, replay and verification.

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

/// The name and version of the record format.
pub const FORMAT: &str = "cardpost-record/1";

/// The record of a finished game. It is complete: reading it takes no engine, database or server.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Record {
    /// `cardpost-record/1`
    #[schema(value_type = String, example = "cardpost-record/1")]
    pub format: &'static str,
    /// The game.
    pub id: GameId,
    /// Its kind.
    pub kind: Kind,
    /// The version of the rules.
    pub rules: u16,
    /// The options of the kind.
    pub options: AnyOptions,
    /// The players, by seat.
    pub seats: Vec<NamedSeat>,
    /// The values that the shuffles are derived from.
    pub deal: Deal,
    /// The order of the cards after each shuffle, the top one first.
    pub shuffles: Vec<Vec<Card>>,
    /// The log, with nothing hidden.
    pub log: Vec<ShownEntry>,
    /// The result.
    pub result: Outcome,
}

/// The player on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedSeat {
    /// The name at the time of the download.
    #[schema(example = "Ann")]
    pub name: String,
    /// The name of the bot; `null` for a person.
    #[serde(default)]
    pub bot: Option<String>,
}

/// The values that the shuffles of a game are derived from.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Deal {
    /// The secret seed that was drawn when the game was created, in hexadecimal.
    #[schema(value_type = String)]
    pub seed: Seed,
    /// The commitment to the seed that was published before anyone joined, in hexadecimal.
    #[schema(value_type = String)]
    pub commitment: Commitment,
    /// The entropy that each player added, in hexadecimal, in the order of joining.
    #[schema(value_type = Vec<Option<String>>)]
    pub entropy: Vec<Option<Entropy>>,
}

/// The error for a game that is not finished, and so has no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the game is not finished")]
pub struct NotFinished;

impl Record {
    /// Creates the record of a game from its log. `names` are the names of the players, by seat.
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

/// The reason why a text is not a valid record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {detail}")]
pub struct MalformedRecord {
    /// The place of the mistake, as a JSON pointer; `/` is the whole document.
    pub pointer: String,
    /// The mistake.
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
