//! `cardpost replay`: a record, played again and shown.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{Ending, print, read};
use crate::{
    engine::{
        rules::{Names, Turn},
        seat::Seat,
        table::Table,
        viewer::Viewer,
    },
    record::{
        replay::{ReplayError, ReplayStep, replay},
        script::{Action, Script},
        text,
    },
};

#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The record: a file that was downloaded or written by hand, or - for standard input
    file: PathBuf,

    /// Shows what the player on this seat sees, instead of everything
    #[arg(long, value_name = "SEAT", conflicts_with = "spectator")]
    seat: Option<u8>,

    /// Shows what someone sees who does not play, instead of everything
    #[arg(long)]
    spectator: bool,

    /// Stops after this many moves
    #[arg(long, value_name = "MOVES")]
    at: Option<usize>,

    /// Adds the legal moves of the player who is to move
    #[arg(long, conflicts_with = "text")]
    legal: bool,

    /// Prints the game move by move, for people, instead of JSON
    #[arg(long)]
    text: bool,
}

pub(super) fn run(options: &Replay) -> Ending {
    let file = options.file.display();
    let text = match read(&options.file) {
        Ok(text) => text,
        Err(error) => return Ending::Wrong(format!("{file} can't be read: {error}")),
    };
    let script = match Script::read(&text) {
        Ok(script) => script,
        Err(error) => return Ending::Wrong(format!("{file} is no record: {error}")),
    };
    let viewer = match options.seat {
        Some(seat) if seat < script.start.seats() => Viewer::Seat(Seat::new(seat)),
        Some(seat) => {
            return Ending::Wrong(format!(
                "--seat {seat}: there is no such seat in the record"
            ));
        }
        None if options.spectator => Viewer::Spectator,
        None => Viewer::Record,
    };
    let mut story = String::new();
    let replayed = replay(&script, options.at, &mut |happened| {
        if options.text {
            story.push_str(&told(happened, &script, viewer));
        }
    });
    match replayed {
        Ok(table) if options.text => {
            story.push_str(&how_it_stands(&table, &script, viewer));
            print(&story)
        }
        Ok(table) => print(&as_json(&table, viewer, options.legal)),
        Err(ReplayError::Malformed(error)) => {
            Ending::Wrong(format!("{file} is no record: {error}"))
        }
        Err(error @ ReplayError::Illegal { .. }) => {
            if options.text {
                let _ = print(&story);
            }
            Ending::No(format!("{file}: {error}"))
        }
    }
}

fn as_json(table: &Table, viewer: Viewer, with_moves: bool) -> String {
    let outcome = table.outcome();
    let mut answer = json!({
        "status": if outcome.is_some() { "finished" } else { "playing" },
        "turn": table.to_move(),
        "state": table.view(viewer),
        "result": outcome,
    });
    if with_moves {
        let legal = table.to_move().first().map(|seat| table.legal_moves(*seat));
        let (moves, open) = legal.map_or_else(Default::default, |legal| (legal.moves, legal.open));
        answer["legal_moves"] = json!(moves);
        answer["open"] = json!(open);
    }
    format!("{answer:#}\n")
}

/// A step of the replay as text: what happened, and the table after it.
fn told(happened: &ReplayStep<'_>, script: &Script, viewer: Viewer) -> String {
    let names = Names(&script.names);
    let mut text = String::new();
    let events = happened
        .events
        .iter()
        .filter_map(|event| event.shown_to(viewer));
    for sentence in events.filter_map(|event| event.tell(names)) {
        text.push_str(&sentence);
        text.push('\n');
    }
    if let Some(Action::Resign(seat)) = happened.action {
        text = format!("{} resigns.\n", names.of(*seat));
    }
    let picture = happened.table.view(viewer).picture(names);
    format!("{text}\n{picture}\n")
}

fn how_it_stands(table: &Table, script: &Script, viewer: Viewer) -> String {
    let names = Names(&script.names);
    let standing = match (table.outcome(), table.turn()) {
        (Some(outcome), _) => {
            format!("The game is over.\n{}", text::places(&outcome, names))
        }
        (None, Turn::Seat(seat)) => format!("{} is to move.\n", names.of(seat)),
        (None, _) => "The cards are to be shuffled.\n".into(),
    };
    if script.actions.is_empty() && script.shuffles.is_empty() {
        return format!("{}\n{standing}", table.view(viewer).picture(names));
    }
    standing
}
