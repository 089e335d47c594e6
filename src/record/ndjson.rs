//! Records as NDJSON, for programs that read line by line: a header, the entries of the log, the result.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};

use super::{Deal, MalformedRecord, NamedSeat, Record};
use crate::{
    engine::{
        any::{AnyOptions, Kind},
        card::Card,
        score::Outcome,
    },
    types::id::GameId,
};

/// The first line: a record without its log and result.
#[derive(Serialize)]
struct Header<'a> {
    format: &'a str,
    id: GameId,
    kind: Kind,
    rules: u16,
    options: &'a AnyOptions,
    seats: &'a [NamedSeat],
    deal: &'a Deal,
    shuffles: &'a [Vec<Card>],
}

/// The last line.
#[derive(Serialize)]
struct Last<'a> {
    result: &'a Outcome,
}

/// Serializes a record as NDJSON. Each line ends with a line feed.
pub fn write(record: &Record) -> Result<String, serde_json::Error> {
    let Record {
        format,
        id,
        kind,
        rules,
        options,
        seats,
        deal,
        shuffles,
        log,
        result,
    } = record;
    let mut text = line(&Header {
        format,
        id: *id,
        kind: *kind,
        rules: *rules,
        options,
        seats,
        deal,
        shuffles,
    })?;
    for entry in log {
        text.push_str(&line(entry)?);
    }
    text.push_str(&line(&Last { result })?);
    Ok(text)
}

/// Serializes a value as one line.
pub(super) fn line(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    Ok(line)
}

/// Joins the lines of an NDJSON record into one JSON document. Any other text is returned unchanged.
///
/// # Errors
/// When the text begins like an NDJSON record but is not a complete one. Pointers refer to the joined document: entry 4
/// is `/log/3`.
pub fn join_lines(text: &str) -> Result<Cow<'_, str>, MalformedRecord> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (Some(first), Some(_)) = (lines.next(), lines.clone().next()) else {
        return Ok(Cow::Borrowed(text));
    };
    // The first line of a JSON document over several lines is not a whole object.
    let Ok(header) = serde_json::from_str::<Map<String, Value>>(first) else {
        return Ok(Cow::Borrowed(text));
    };
    if ["log", "moves"]
        .iter()
        .any(|rest| header.contains_key(*rest))
    {
        return Ok(Cow::Borrowed(text));
    }
    let mut entries = Vec::new();
    for (i, line) in lines.enumerate() {
        let value: &RawValue = serde_json::from_str(line)
            .map_err(|error| MalformedRecord::new(format!("/log/{i}"), error))?;
        entries.push(value.get());
    }
    let result = entries
        .pop()
        .and_then(|last| serde_json::from_str::<Map<String, Value>>(last).ok())
        .filter(|last| last.len() == 1)
        .and_then(|mut last| last.remove("result"))
        .ok_or_else(|| {
            MalformedRecord::new(
                "/result",
                "the last line must hold the result, and this one doesn't: the file is incomplete",
            )
        })?;
    let header = first.trim_end();
    let header = header.strip_suffix('}').unwrap_or(header);
    let log = entries.join(",");
    Ok(Cow::Owned(format!(
        "{header},\"log\":[{log}],\"result\":{result}}}"
    )))
}
