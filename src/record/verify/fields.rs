//! What a record says beside its log, held against the record that the log makes.

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

/// Whether all that stands beside the log is what the log makes it.
pub(super) fn agree(
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
    // The fields beside the log need nothing of it but the shuffles.
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
    let told =
        format!("{seats} seats, each with its player and with the bot that the log has there");
    checks.push(Check::new(CheckName::Seats, told));
    same(CheckName::Shuffles, "shuffles", record, &made)?;
    let told = format!("{} shuffles are listed as the log has them", shuffles.len());
    checks.push(Check::new(CheckName::Shuffles, told));
    same(CheckName::Result, "result", record, &made)?;
    checks.push(Check::new(CheckName::Result, result(game)));
    // The rest was compared before it was used. Here too, so that no field can be added that nothing looks at.
    record
        .fields
        .keys()
        .try_for_each(|name| same(CheckName::Game, name, record, &made))
}

fn is_shuffle(logged: &ChainedEntry) -> bool {
    matches!(logged.entry.body, Body::Shuffled { .. })
}

/// Lists what the players added to the deal, among which must be what this player did.
fn entropies(game: &Game, kept: &KeptValues) -> Result<String, Failure> {
    let added = || game.members.iter().map(|member| member.entropy.clone());
    if kept.entropy.is_some() && !added().any(|added| added == kept.entropy) {
        let detail = "What you added to the deal is not among what the players added.";
        return Err(Failure::new(CheckName::Entropy, "/deal/entropy", detail));
    }
    let listed: Vec<String> = added()
        .map(|added| added.map_or_else(|| "nothing".into(), String::from))
        .collect();
    Ok(format!(
        "the players added, in the order of joining: {}",
        listed.join(", ")
    ))
}

fn result(game: &Game) -> String {
    let result = game.result.as_ref().map(|result| {
        let totals = serde_json::to_string(&result.totals).unwrap_or_default();
        let places = serde_json::to_string(&result.places).unwrap_or_default();
        format!("totals {totals}, places {places}")
    });
    format!("what the rules say: {}", result.unwrap_or_default())
}

/// Whether a field of the record is what the log makes it.
fn same(check: CheckName, field: &str, record: &FullRecord, made: &Value) -> Result<(), Failure> {
    match difference(&format!("/{field}"), record.field(field), &made[field]) {
        None => Ok(()),
        Some(place) => {
            let detail = "This is not what the log of the game makes it.";
            Err(Failure::new(check, place, detail))
        }
    }
}

/// Where two values first differ.
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
