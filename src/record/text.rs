//! The record of a game as text for people: the players, each move in words with its time, the scores and the result.

use std::{fmt::Write as _, iter};

use serde_json::Value;

use super::Record;
use crate::{
    engine::{
        any::AnyEvent,
        rules::{Names, Turn},
        score::{Better, Outcome, Score},
        seat::Seat,
        table::Table,
        viewer::Viewer,
        words::count,
    },
    game::{
        fold::FoldError,
        shown::{ShownBody, ShownEntry},
    },
    types::time::Timestamp,
};

/// The indent of lines that have no time of their own: as wide as a time of day and two spaces.
const MARGIN: &str = "       ";

/// Returns the text of a record.
///
/// The table is shown after each shuffle and at the end of each round. In between, the moves tell what changes.
///
/// # Errors
/// When the log is not that of a game, which a record from [`Record::new`] always has.
pub fn tell(record: &Record) -> Result<String, FoldError> {
    let names: Vec<String> = record.seats.iter().map(|seat| seat.name.clone()).collect();
    let names = Names(&names);
    let mut text = heading(record, names);
    write_days(&mut text, record, names)?;
    begin_section(&mut text);
    text.push_str(&ending(record, names));
    Ok(text)
}

/// Ends the text with exactly one empty line.
fn begin_section(text: &mut String) {
    text.truncate(text.trim_end().len());
    text.push_str("\n\n");
}

/// Returns a line for each player, with place and points, the best first.
pub fn places(outcome: &Outcome, names: Names<'_>) -> String {
    let mut lines: Vec<(u8, String)> = Seat::all(seats_of(outcome))
        .map(|seat| {
            let place = outcome.places[seat.index()];
            let points = points(outcome.totals[seat.index()]);
            (place, format!("  {place}. {}: {points}\n", names.of(seat)))
        })
        .collect();
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

fn seats_of(outcome: &Outcome) -> u8 {
    u8::try_from(outcome.places.len()).unwrap_or(u8::MAX)
}

fn points(score: Score) -> String {
    score.map_or_else(|| "no points".into(), |points| count(points, "point"))
}

fn heading(record: &Record, names: Names<'_>) -> String {
    let about = record.kind.about();
    let underline = "=".repeat(about.name.chars().count());
    let mut text = format!("{}\n{underline}\n\n", about.name);
    let start = record.log.iter().find(|entry| is_start(entry));
    let players: Vec<String> = seats(record)
        .map(|seat| names.of(seat).to_string())
        .collect();
    if let (Some(start), Some(end)) = (start, record.log.last()) {
        // Writing to a string can't fail, here and below.
        let _ = writeln!(
            text,
            "Played by {} from {} to {}. All times are UTC.\n",
            listed(&players),
            moment(start.at),
            moment(end.at),
        );
    }
    let _ = writeln!(text, "Game   {}", record.id);
    let _ = write!(text, "Rules  {}, version {}", record.kind, record.rules);
    for option in options(record) {
        let _ = write!(text, "; {option}");
    }
    text.push('\n');
    for seat in seats(record) {
        let bot = &record.seats[seat.index()].bot;
        let bot = bot
            .as_ref()
            .map_or_else(String::new, |bot| format!(" (the bot {bot})"));
        let _ = writeln!(text, "Seat {seat} {}{bot}", names.of(seat));
    }
    text
}

fn seats(record: &Record) -> impl Iterator<Item = Seat> {
    Seat::all(u8::try_from(record.seats.len()).unwrap_or(u8::MAX))
}

const fn is_start(entry: &ShownEntry) -> bool {
    matches!(entry.body, ShownBody::Seated { .. })
}

/// "Ann", "Ann and Ben", "Ann, Ben and Cid".
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

fn moment(at: Timestamp) -> String {
    at.moment().format("%-d %B %Y, %H:%M").to_string()
}

/// The options as "holes 3", "end at once: no".
fn options(record: &Record) -> Vec<String> {
    let Ok(Value::Object(options)) = serde_json::to_value(&record.options) else {
        return Vec::new();
    };
    let word = |value: Value| match value {
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(text) => text,
        other @ (Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            other.to_string()
        }
    };
    options
        .into_iter()
        .map(|(name, value)| format!("{}: {}", name.replace('_', " "), word(value)))
        .collect()
}

/// Writes the moves of the game under a heading for each day.
fn write_days(text: &mut String, record: &Record, names: Names<'_>) -> Result<(), FoldError> {
    let mut table = Table::new(
        &record.options,
        u8::try_from(record.seats.len()).unwrap_or(u8::MAX),
    );
    let mut day = None;
    for entry in record.log.iter().skip_while(|entry| !is_start(entry)) {
        let sentences = sentences(entry, names);
        let today = entry.at.moment().date_naive();
        if !sentences.is_empty() && day != Some(today) {
            begin_section(text);
            let _ = writeln!(text, "{}\n", today.format("%A, %-d %B %Y"));
            day = Some(today);
        }
        let time = entry.at.moment().format("%H:%M  ").to_string();
        let margins = iter::once(&*time).chain(iter::repeat(MARGIN));
        for (margin, sentence) in margins.zip(sentences) {
            let _ = writeln!(text, "{margin}{sentence}");
        }
        if advance(&mut table, entry)? {
            write_picture(text, &table, names);
        }
    }
    Ok(())
}

/// Returns the sentences that describe an entry. Some entries have none.
fn sentences(entry: &ShownEntry, names: Names<'_>) -> Vec<String> {
    let described = |events: &[AnyEvent]| -> Vec<String> {
        events
            .iter()
            .filter_map(|event| event.tell(names))
            .collect()
    };
    match &entry.body {
        ShownBody::Shuffled { events, .. } => described(events),
        ShownBody::Move {
            seat,
            events,
            stand_in,
            ..
        } => {
            let mut sentences = described(events);
            if *stand_in && let Some(first) = sentences.first_mut() {
                *first = format!("(For {}) {first}", names.of(*seat));
            }
            sentences
        }
        ShownBody::TimedOut { seat, .. } => vec![format!("{} misses the turn.", names.of(*seat))],
        ShownBody::Resigned {
            seat,
            retired: true,
        } => vec![format!(
            "{} has missed too many turns and is out of the game.",
            names.of(*seat)
        )],
        ShownBody::Resigned {
            seat,
            retired: false,
        } => vec![format!("{} resigns.", names.of(*seat))],
        ShownBody::Created { .. }
        | ShownBody::Joined { .. }
        | ShownBody::Left { .. }
        | ShownBody::Seated { .. }
        | ShownBody::Finished { .. }
        | ShownBody::Cancelled { .. } => Vec::new(),
    }
}

/// Applies an entry to the table. Returns whether the table should be shown after it.
fn advance(table: &mut Table, entry: &ShownEntry) -> Result<bool, FoldError> {
    match &entry.body {
        ShownBody::Shuffled {
            cards: Some(cards), ..
        } => {
            let shuffled = table.shuffled(cards.clone());
            shuffled.map_err(|error| FoldError::Shuffle(entry.seq, error))?;
            Ok(true)
        }
        ShownBody::Move {
            seat, mv: Some(mv), ..
        } => {
            let played = table.play(*seat, mv);
            played.map_err(|refusal| FoldError::Move(entry.seq, refusal))?;
            Ok(!matches!(table.turn(), Turn::Seat(_)))
        }
        ShownBody::Resigned { seat, .. } => {
            let left = table.resign(*seat);
            left.map_err(|refusal| FoldError::Move(entry.seq, refusal))?;
            Ok(table.turn() == Turn::Over)
        }
        ShownBody::Created { .. }
        | ShownBody::Joined { .. }
        | ShownBody::Left { .. }
        | ShownBody::Seated { .. }
        | ShownBody::Shuffled { cards: None, .. }
        | ShownBody::Move { mv: None, .. }
        | ShownBody::TimedOut { .. }
        | ShownBody::Finished { .. }
        | ShownBody::Cancelled { .. } => Ok(false),
    }
}

fn write_picture(text: &mut String, table: &Table, names: Names<'_>) {
    text.push('\n');
    for line in table.view(Viewer::Record).picture(names).lines() {
        let _ = writeln!(text, "{}", format!("{MARGIN}{line}").trim_end());
    }
    text.push('\n');
}

fn ending(record: &Record, names: Names<'_>) -> String {
    let wins = match record.kind.about().better {
        Better::Higher => "The highest total wins.",
        Better::Lower => "The lowest total wins.",
    };
    let resigned: Vec<String> = record
        .log
        .iter()
        .filter_map(|entry| {
            if let ShownBody::Resigned { seat, .. } = &entry.body {
                Some(names.of(*seat).to_string())
            } else {
                None
            }
        })
        .collect();
    let resigned = if resigned.is_empty() {
        String::new()
    } else {
        format!(" Players who resigned come last: {}.", listed(&resigned))
    };
    let places = places(&record.result, names);
    format!(
        "The game is over\n----------------\n\n{}\n{wins}{resigned}\n\n{places}",
        scores(&record.result, names)
    )
}

/// Returns the table of scores: a row for each round and a column for each seat.
fn scores(outcome: &Outcome, names: Names<'_>) -> String {
    let rounds = outcome.rounds.iter().map(Vec::len).max().unwrap_or(0);
    if rounds == 0 {
        return "No round was scored.\n".into();
    }
    let heads: Vec<String> = Seat::all(seats_of(outcome))
        .map(|seat| names.of(seat).to_string())
        .collect();
    let row = |head: &str, cells: &mut dyn Iterator<Item = String>| {
        let mut line = format!("  {head:<8}");
        for (name, cell) in heads.iter().zip(cells) {
            let width = name.chars().count().max(6);
            let _ = write!(line, "  {cell:>width$}");
        }
        format!("{}\n", line.trim_end())
    };
    let score = |score: Option<&Score>| match score {
        None => String::new(),
        Some(None) => "none".into(),
        Some(Some(points)) => points.to_string(),
    };
    let mut text = row("Round", &mut heads.iter().cloned());
    for round in 0..rounds {
        let mut cells = outcome.rounds.iter().map(|seat| score(seat.get(round)));
        text.push_str(&row(&(round + 1).to_string(), &mut cells));
    }
    let mut totals = outcome.totals.iter().map(|total| score(Some(total)));
    text.push_str(&row("Total", &mut totals));
    text
}
