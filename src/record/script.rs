//! Records: the file that is downloaded of a finished game, and the script that any record is replayed from.

use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use super::ndjson;
use crate::{
    engine::{
        any::{AnyMove, AnyOptions, AnyView, Kind},
        card::Card,
        chance::{Commitment, Entropy, Seed},
        score::Outcome,
        seat::Seat,
        table::Table,
        viewer::Viewer,
    },
    game::{
        Game,
        entry::{Body, Entry, Logged},
        shown::ShownEntry,
    },
    types::{id::GameId, pointer},
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
        log: &[Logged],
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

/// What a player did in a record that is replayed.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A move.
    Move(Seat, AnyMove),
    /// Leaving for good.
    Resign(Seat),
}

/// What a record is replayed from: shuffles and moves, and perhaps a position to start from.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The table that the game begins with.
    pub start: Table,
    /// The order of the cards after each shuffle from there on.
    pub shuffles: Vec<Vec<Card>>,
    /// What the players did.
    pub actions: Vec<Action>,
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

/// A record as it is read: full, or written by hand with `moves` in place of the log.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRecord<'a> {
    format: String,
    kind: String,
    rules: u16,
    options: Value,
    seats: Vec<NamedSeat>,
    shuffles: Vec<Vec<Card>>,
    log: Option<Vec<Value>>,
    moves: Option<Vec<RawMove>>,
    start: Option<RawStart>,
    // What a full record has beside these is not needed to play it again; it is checked by verifying it.
    #[serde(borrow, rename = "id")]
    _id: Option<&'a RawValue>,
    #[serde(borrow, rename = "deal")]
    _deal: Option<&'a RawValue>,
    #[serde(borrow, rename = "result")]
    _result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMove {
    seat: Seat,
    #[serde(rename = "move")]
    mv: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStart {
    state: Value,
    turn: Vec<Seat>,
}

impl Script {
    /// Reads a record, in one piece or line by line.
    ///
    /// # Errors
    /// When the text is none, or starts from a position that no game could be in; says where.
    pub fn read(text: &str) -> Result<Self, MalformedRecord> {
        let text = ndjson::in_one_piece(text)?;
        let mut deserializer = serde_json::Deserializer::from_str(&text);
        let raw: RawRecord<'_> = serde_path_to_error::deserialize(&mut deserializer)
            .map_err(|error| MalformedRecord::new(pointer::of(error.path()), error.inner()))?;
        deserializer
            .end()
            .map_err(|error| MalformedRecord::new("/", error))?;
        if raw.format != FORMAT {
            return Err(MalformedRecord::new(
                "/format",
                format_args!("this reads {FORMAT:?} only"),
            ));
        }
        let kind: Kind = raw
            .kind
            .parse()
            .map_err(|error| MalformedRecord::new("/kind", error))?;
        let about = kind.about();
        if raw.rules != about.rules {
            return Err(MalformedRecord::new(
                "/rules",
                format_args!("{kind} has no version {} of its rules", raw.rules),
            ));
        }
        let options = options(kind, &raw.options)?;
        let seats = u8::try_from(raw.seats.len())
            .ok()
            .filter(|seats| about.players.contains(seats))
            .ok_or_else(|| {
                let (least, most) = (about.players.start(), about.players.end());
                MalformedRecord::new(
                    "/seats",
                    format_args!("{kind} is for {least} to {most} players"),
                )
            })?;
        Ok(Self {
            names: raw.seats.into_iter().map(|seat| seat.name).collect(),
            start: start(&options, seats, raw.start)?,
            shuffles: raw.shuffles,
            actions: actions(kind, seats, raw.log, raw.moves)?,
        })
    }
}

fn options(kind: Kind, raw: &Value) -> Result<AnyOptions, MalformedRecord> {
    let options = kind.parse_options(raw).map_err(|error| {
        let inner = pointer::of(error.path());
        MalformedRecord::new(format!("/options{inner}"), error.inner())
    })?;
    options.check().map_err(|error| {
        MalformedRecord::new(format!("/options{}", error.pointer), error.detail)
    })?;
    Ok(options)
}

fn start(
    options: &AnyOptions,
    seats: u8,
    start: Option<RawStart>,
) -> Result<Table, MalformedRecord> {
    let Some(RawStart { state, turn }) = start else {
        return Ok(Table::new(options, seats));
    };
    let view: AnyView = serde_json::from_value(state)
        .map_err(|error| MalformedRecord::new("/start/state", error))?;
    Table::from_position(options, seats, view, &turn)
        .map_err(|error| MalformedRecord::new("/start", error))
}

fn actions(
    kind: Kind,
    seats: u8,
    log: Option<Vec<Value>>,
    moves: Option<Vec<RawMove>>,
) -> Result<Vec<Action>, MalformedRecord> {
    let actions: Vec<(String, Action)> = match (log, moves) {
        (Some(log), None) => actions_of_log(kind, &log)?,
        (None, Some(moves)) => moves
            .into_iter()
            .enumerate()
            .map(|(i, RawMove { seat, mv })| {
                let mv = kind.parse_move(&mv).map_err(|error| {
                    MalformedRecord::new(format!("/moves/{i}/move"), error.inner())
                })?;
                Ok((format!("/moves/{i}/seat"), Action::Move(seat, mv)))
            })
            .collect::<Result<_, _>>()?,
        (Some(_), Some(_)) => {
            return Err(MalformedRecord::new(
                "/moves",
                "a record has a log or moves, not both",
            ));
        }
        (None, None) => return Err(MalformedRecord::new("/", "a record has a log or moves")),
    };
    actions
        .into_iter()
        .map(|(pointer, action)| {
            let (Action::Move(seat, _) | Action::Resign(seat)) = action;
            if seat.number() < seats {
                Ok(action)
            } else {
                Err(MalformedRecord::new(
                    pointer,
                    format_args!("there is no seat {seat}"),
                ))
            }
        })
        .collect()
}

fn actions_of_log(kind: Kind, log: &[Value]) -> Result<Vec<(String, Action)>, MalformedRecord> {
    let mut actions = Vec::new();
    for (i, entry) in log.iter().enumerate() {
        let entry = Entry::from_value(kind, entry)
            .map_err(|error| MalformedRecord::new(format!("/log/{i}"), error))?;
        let action = match entry.body {
            Body::Move { seat, mv, .. } => Action::Move(seat, mv),
            Body::Resigned { seat, .. } => Action::Resign(seat),
            Body::Created(_)
            | Body::Joined { .. }
            | Body::Left { .. }
            | Body::Seated { .. }
            | Body::Shuffled { .. }
            | Body::TimedOut { .. }
            | Body::Finished { .. }
            | Body::Cancelled { .. } => continue,
        };
        actions.push((format!("/log/{i}/seat"), action));
    }
    Ok(actions)
}
