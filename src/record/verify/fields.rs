//! Comparing the fields of a record with the fields that follow from its log.

use serde_json::Value;

use super::{
    full::FullRecord,
    report::{Check, CheckName, Failure, KeptValues},
};
use crate::{
    game::{
        Game,
        entry::{Body, ChainedEntry},
    },
    record::Record,
};

/// Checks that all fields except the log are those that follow from the log.
pub(super) fn check_fields(
    record: &FullRecord,
    log: &[ChainedEntry],
    game: &Game,
    kept: &KeptValues,
    checks: &mut Vec<Check>,
) -> Result<(), Failure> {
    let seats = usize::from(game.seats());
    if record.names.len() != seats {
        let detail = format!("There are {seats} seats in this game.");
        return Err(Failure::new(CheckName::Seats, "/seats", detail));
    }
    // Of the log, the other fields depend only on the shuffles.
    let shuffles: Vec<ChainedEntry> = log
        .iter()
        .filter(|logged| is_shuffle(logged))
        .cloned()
        .collect();
    let made = Record::new(game, &shuffles, record.seed, record.names.clone());
    let made = made
        .ok()
        .and_then(|made| serde_json::to_value(made).ok())
        .unwrap_or_default();
    same(CheckName::Entropy, "deal", record, &made)?;
    checks.push(Check::new(CheckName::Entropy, entropies(game, kept)?));
    same(CheckName::Seats, "seats", record, &made)?;
    let detail = format!("{seats} seats, with the same bots as in the log");
    checks.push(Check::new(CheckName::Seats, detail));
    same(CheckName::Shuffles, "shuffles", record, &made)?;
    let detail = format!("{} shuffles, the same as in the log", shuffles.len());
    checks.push(Check::new(CheckName::Shuffles, detail));
    same(CheckName::Result, "result", record, &made)?;
    checks.push(Check::new(CheckName::Result, result(game)));
    // The other fields were checked before they were used. They are compared again here, so that a field that is added
    // to records later can't be left unchecked.
    record
        .fields
        .keys()
        .try_for_each(|name| same(CheckName::Game, name, record, &made))
}

fn is_shuffle(logged: &ChainedEntry) -> bool {
    matches!(logged.entry.body, Body::Shuffled { .. })
}

/// Lists the entropy of the players, which must include the entropy that this player kept.
fn entropies(game: &Game, kept: &KeptValues) -> Result<String, Failure> {
    let added = || game.members.iter().map(|member| member.entropy.clone());
    if kept.entropy.is_some() && !added().any(|added| added == kept.entropy) {
        let detail = "The entropy that you sent is not among the entropy of the players.";
        return Err(Failure::new(CheckName::Entropy, "/deal/entropy", detail));
    }
    let listed: Vec<String> = added()
        .map(|added| added.map_or_else(|| "none".into(), String::from))
        .collect();
    Ok(format!(
        "the players' entropy, in the order of joining: {}",
        listed.join(", ")
    ))
}

fn result(game: &Game) -> String {
    let result = game.result.as_ref().map(|result| {
        let totals = serde_json::to_string(&result.totals).unwrap_or_default();
        let places = serde_json::to_string(&result.places).unwrap_or_default();
        format!("totals {totals}, places {places}")
    });
    format!("as the rules say: {}", result.unwrap_or_default())
}

/// Checks that a field of the record has the value that follows from the log.
fn same(check: CheckName, field: &str, record: &FullRecord, made: &Value) -> Result<(), Failure> {
    match difference(&format!("/{field}"), record.field(field), &made[field]) {
        None => Ok(()),
        Some(place) => {
            let detail = "This does not match the log.";
            Err(Failure::new(check, place, detail))
        }
    }
}

/// Returns the place where two values first differ, as a JSON pointer.
fn difference(place: &str, told: &Value, made: &Value) -> Option<String> {
    match (told, made) {
        (Value::Array(told), Value::Array(made)) if told.len() == made.len() => told
            .iter()
            .zip(made)
            .enumerate()
            .find_map(|(i, (told, made))| difference(&format!("{place}/{i}"), told, made)),
        (Value::Object(told), Value::Object(made)) if told.keys().eq(made.keys()) => told
            .iter()
            .find_map(|(name, told)| difference(&format!("{place}/{name}"), told, &made[name])),
        _ => (told != made).then(|| place.to_owned()),
    }
}
