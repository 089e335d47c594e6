//! The script of a record: the shuffles and moves that are needed to replay it.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{FORMAT, MalformedRecord, NamedSeat, ndjson};
use crate::{
    engine::{
        any::{AnyMove, AnyOptions, AnyView, Kind},
        card::Card,
        seat::Seat,
        table::Table,
    },
    game::entry::{Body, Entry},
    types::pointer,
};

/// An action of a player in a script.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A move.
    Move(Seat, AnyMove),
    /// The player on this seat resigns.
    Resign(Seat),
}

/// A script: shuffles and actions, and the position that they start from.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The table at the beginning of the script.
    pub start: Table,
    /// The order of the cards after each shuffle of the script.
    pub shuffles: Vec<Vec<Card>>,
    /// The actions of the players, in order.
    pub actions: Vec<Action>,
}

/// The JSON of a record: a full one, or one written by hand with `moves` in place of the log.
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
    // The other fields of a full record are not needed to replay it. `cardpost verify` checks them.
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
    /// Reads the script of a record, which may be JSON or NDJSON.
    ///
    /// # Errors
    /// When the text is not a record, or starts from a position that no game can reach. The error has the place.
    pub fn read(text: &str) -> Result<Self, MalformedRecord> {
        let text = ndjson::join_lines(text)?;
        let mut deserializer = serde_json::Deserializer::from_str(&text);
        let raw: RawRecord<'_> = serde_path_to_error::deserialize(&mut deserializer)
            .map_err(|error| MalformedRecord::new(pointer::of(error.path()), error.inner()))?;
        deserializer
            .end()
            .map_err(|error| MalformedRecord::new("/", error))?;
        if raw.format != FORMAT {
            return Err(MalformedRecord::new(
                "/format",
                format_args!("the format must be {FORMAT:?}"),
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
                format_args!("{kind} has no rules with version {}", raw.rules),
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
                    format_args!("{kind} is played by {least} to {most} players"),
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
                "a record must have a log or moves, not both",
            ));
        }
        (None, None) => {
            return Err(MalformedRecord::new(
                "/",
                "a record must have a log or moves",
            ));
        }
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
