//! Reading serialized entries of a log.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{Body, CancelReason, Created, Entry, Seating, Visibility};
use crate::{
    engine::{
        any::{AnyEvent, Kind},
        card::Card,
        chance::{Commitment, Entropy},
        score::Outcome,
        seat::Seat,
    },
    game::{chain::Salt, clock::Clock},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// The reason why a text is not an entry of a log.
#[derive(Debug, thiserror::Error)]
pub enum ReadEntryError {
    /// The fields of the entry are wrong.
    #[error("it is not an entry of a log: {0}")]
    Shape(#[from] serde_json::Error),
    /// A part that depends on the kind of game is wrong.
    #[error("{field}: {reason}")]
    OfKind {
        /// The part, as a JSON pointer.
        field: &'static str,
        /// The mistake.
        reason: String,
    },
}

impl Entry {
    /// Reads a serialized entry of a game of this kind.
    ///
    /// # Errors
    /// When the text is not an entry, or holds moves, events or options of another kind.
    pub fn read(kind: Kind, json: &str) -> Result<Self, ReadEntryError> {
        // Most entries are moves, so those are tried first, on a fast path. Any other entry, and any move with a
        // mistake, takes the slow path, which reports what is wrong.
        match RawMove::read(kind, json) {
            Some(entry) => Ok(entry),
            None => Self::from_raw(kind, serde_json::from_str(json)?),
        }
    }

    /// Reads an entry from a JSON document.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn from_value(kind: Kind, json: &Value) -> Result<Self, ReadEntryError> {
        Self::from_raw(kind, RawEntry::deserialize(json)?)
    }

    fn from_raw(kind: Kind, raw: RawEntry) -> Result<Self, ReadEntryError> {
        Ok(Self {
            seq: raw.seq,
            at: raw.at,
            salt: raw.salt,
            body: raw.body.of_kind(kind)?,
        })
    }
}

/// The entry of a move, with the parts that depend on the kind left as text. Serde would buffer a tagged enum as a tree
/// of values first, which takes longer than playing the move.
#[derive(Deserialize)]
struct RawMove<'a> {
    seq: u32,
    at: Timestamp,
    #[serde(rename = "type")]
    name: &'a str,
    seat: Seat,
    #[serde(borrow, rename = "move")]
    mv: &'a RawValue,
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
    #[serde(default)]
    stand_in: bool,
    #[serde(default)]
    paused: u64,
    #[serde(default)]
    salt: Option<Salt>,
}

impl RawMove<'_> {
    fn read(kind: Kind, json: &str) -> Option<Entry> {
        let raw: RawMove<'_> = serde_json::from_str(json).ok()?;
        let events = raw.events.iter();
        let events = events.map(|event| kind.read_event(event.get()));
        (raw.name == "move").then_some(Entry {
            seq: raw.seq,
            at: raw.at,
            body: Body::Move {
                seat: raw.seat,
                mv: kind.read_move(raw.mv.get()).ok()?,
                events: events.collect::<Result<_, _>>().ok()?,
                stand_in: raw.stand_in,
                paused: raw.paused,
            },
            salt: raw.salt,
        })
    }
}

/// An entry whose parts that depend on the kind are not read yet.
#[derive(Deserialize)]
struct RawEntry {
    seq: u32,
    at: Timestamp,
    #[serde(flatten)]
    body: RawBody,
    #[serde(default)]
    salt: Option<Salt>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum RawBody {
    Created {
        game: GameId,
        kind: Kind,
        rules: u16,
        options: Value,
        seats: u8,
        visibility: Visibility,
        seating: Seating,
        commitment: Commitment,
        #[serde(default)]
        clock: Option<Clock>,
    },
    Joined {
        player: PlayerId,
        entropy: Option<Entropy>,
        #[serde(default)]
        bot: Option<String>,
    },
    Left {
        player: PlayerId,
    },
    Seated {
        players: Vec<PlayerId>,
    },
    Shuffled {
        number: u32,
        cards: Vec<Card>,
        events: Vec<Value>,
    },
    Move {
        seat: Seat,
        #[serde(rename = "move")]
        mv: Value,
        events: Vec<Value>,
        #[serde(default)]
        stand_in: bool,
        #[serde(default)]
        paused: u64,
    },
    TimedOut {
        seat: Seat,
        #[serde(default)]
        paused: u64,
    },
    Resigned {
        seat: Seat,
        #[serde(default)]
        retired: bool,
    },
    Finished {
        result: Outcome,
    },
    Cancelled {
        reason: CancelReason,
    },
}

impl RawBody {
    #[allow(clippy::too_many_lines, reason = "one arm for each type of entry")]
    fn of_kind(self, kind: Kind) -> Result<Body, ReadEntryError> {
        let wrong = |field| {
            move |error: &dyn std::fmt::Display| ReadEntryError::OfKind {
                field,
                reason: error.to_string(),
            }
        };
        let events = |events: Vec<Value>| -> Result<Vec<AnyEvent>, ReadEntryError> {
            events
                .iter()
                .map(|event| kind.parse_event(event).map_err(|e| wrong("/events")(&e)))
                .collect()
        };
        Ok(match self {
            Self::Created {
                game,
                kind,
                rules,
                options,
                seats,
                visibility,
                seating,
                commitment,
                clock,
            } => {
                let options = kind
                    .parse_options(&options)
                    .map_err(|e| wrong("/options")(&e))?;
                Body::Created(Created {
                    game,
                    kind,
                    rules,
                    options,
                    seats,
                    visibility,
                    seating,
                    commitment,
                    clock,
                })
            }
            Self::Joined {
                player,
                entropy,
                bot,
            } => Body::Joined {
                player,
                entropy,
                bot,
            },
            Self::Left { player } => Body::Left { player },
            Self::Seated { players } => Body::Seated { players },
            Self::Shuffled {
                number,
                cards,
                events: raw,
            } => Body::Shuffled {
                number,
                cards,
                events: events(raw)?,
            },
            Self::Move {
                seat,
                mv,
                events: raw,
                stand_in,
                paused,
            } => Body::Move {
                seat,
                mv: kind.parse_move(&mv).map_err(|e| wrong("/move")(&e))?,
                events: events(raw)?,
                stand_in,
                paused,
            },
            Self::TimedOut { seat, paused } => Body::TimedOut { seat, paused },
            Self::Resigned { seat, retired } => Body::Resigned { seat, retired },
            Self::Finished { result } => Body::Finished { result },
            Self::Cancelled { reason } => Body::Cancelled { reason },
        })
    }
}
