//! Reading a full record, so strictly that nothing in it is left unchecked.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    engine::{
        card::Card,
        chance::{Commitment, Entropy, Seed},
        score::Outcome,
    },
    game::chain::Hash,
    record::{FORMAT, MalformedRecord, NamedSeat, replay::replay, script::Script},
    types::{id::GameId, json::AnyJson, pointer},
};

/// A downloaded record of which only the shape has been checked.
pub(super) struct FullRecord {
    /// All fields except the log, as they are in the file.
    pub fields: Map<String, Value>,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The secret seed that the shuffles are derived from.
    pub seed: Seed,
    /// The log, oldest entry first.
    pub log: Vec<RawEntry>,
}

/// An entry of the log, as it is in the file.
pub(super) struct RawEntry {
    /// The entry without its hash.
    pub entry: Value,
    /// The hash.
    pub hash: Hash,
}

/// The shape of a full record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the fields are read only to check their shape")]
struct Shape {
    format: String,
    id: GameId,
    kind: String,
    rules: u16,
    options: Map<String, Value>,
    seats: Vec<NamedSeat>,
    deal: DealShape,
    shuffles: Vec<Vec<Card>>,
    log: Vec<Map<String, Value>>,
    result: Outcome,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the fields are read only to check their shape")]
struct DealShape {
    seed: Seed,
    commitment: Commitment,
    entropy: Vec<Option<Entropy>>,
}

impl FullRecord {
    /// Reads a full record.
    pub fn read(text: &str) -> Result<Self, MalformedRecord> {
        let AnyJson(json) = serde_json::from_str(text).map_err(|e| MalformedRecord::new("", e))?;
        let Value::Object(mut fields) = json else {
            return Err(MalformedRecord::new("", "a record must be an object"));
        };
        match fields.get("format") {
            Some(Value::String(format)) if format == FORMAT => {}
            _ => {
                let detail = format_args!("the format must be {FORMAT:?}");
                return Err(MalformedRecord::new("/format", detail));
            }
        }
        if !fields.contains_key("log") {
            return Err(MalformedRecord::new("/log", without_log(text, &fields)));
        }
        let json = Value::Object(fields);
        whole_numbers("", &json)?;
        let shape: Shape = serde_path_to_error::deserialize(&json)
            .map_err(|error| MalformedRecord::new(pointer::of(error.path()), error.inner()))?;
        let Value::Object(rest) = json else {
            unreachable!("it was made an object above")
        };
        fields = rest;
        fields.remove("log");
        Ok(Self {
            fields,
            names: shape.seats.into_iter().map(|seat| seat.name).collect(),
            seed: shape.deal.seed,
            log: (0..).zip(shape.log).map(entry).collect::<Result<_, _>>()?,
        })
    }

    /// Returns a field other than the log.
    pub fn field(&self, name: &str) -> &Value {
        self.fields.get(name).unwrap_or(&Value::Null)
    }
}

fn entry((i, mut fields): (usize, Map<String, Value>)) -> Result<RawEntry, MalformedRecord> {
    let hash = fields.remove("hash");
    let entry = Value::Object(fields);
    match hash.map(|hash| (serde_json::from_value::<Hash>(hash.clone()), hash)) {
        // Accepting another spelling of the same hash would leave a change unnoticed.
        Some((Ok(hash), Value::String(text))) if hash.to_string() == text => {
            Ok(RawEntry { entry, hash })
        }
        _ => Err(MalformedRecord::new(
            format!("/log/{i}/hash"),
            "an entry must have a hash of 64 lowercase hexadecimal digits",
        )),
    }
}

/// Returns the error for a record without a log. A record written by hand is replayed, though that proves nothing.
fn without_log(text: &str, fields: &Map<String, Value>) -> String {
    if !fields.contains_key("moves") {
        return "a full record must have a log".into();
    }
    let played = match Script::read(text) {
        Ok(script) => match replay(&script, None, &mut |_| {}) {
            Ok(_) => format!("its moves are legal ({})", script.actions.len()),
            Err(error) => error.to_string(),
        },
        Err(error) => error.to_string(),
    };
    format!(
        "this record was written by hand, with moves in place of a log, so its deal and its players can't be \
         verified; {played}"
    )
}

/// Checks that all numbers are whole. Records hold no others, because a fraction can be written in several ways.
fn whole_numbers(place: &str, json: &Value) -> Result<(), MalformedRecord> {
    match json {
        Value::Number(number) if number.is_f64() => Err(MalformedRecord::new(
            place,
            format_args!("{number} is not a whole number"),
        )),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .try_for_each(|(i, item)| whole_numbers(&format!("{place}/{i}"), item)),
        Value::Object(fields) => fields
            .iter()
            .try_for_each(|(name, value)| whole_numbers(&format!("{place}/{name}"), value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}
