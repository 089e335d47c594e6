//! Records as text for people: the sentences about events, and the pictures of the table.

use std::fs;

use cardpost::{
    engine::{any::Kind, rules::Names, seat::Seat, viewer::Viewer},
    record::{
        replay::{ReplayStep, replay},
        script::Script,
    },
};

use super::handwritten::records;

/// The kind of a game, and the text for one step of it.
type Told = (Kind, String);

/// Returns the texts of all steps of all records, for every viewer.
fn all_told() -> Vec<Told> {
    let mut all = Vec::new();
    for record in records() {
        let script = Script::read(&fs::read_to_string(&record).unwrap()).unwrap();
        let kind = script.start.kind();
        let seats = Seat::all(script.start.seats()).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator, Viewer::Record]) {
            replay(&script, None, &mut |happened| {
                all.push((kind, told(happened, &script, viewer)));
            })
            .unwrap();
        }
    }
    all
}

fn told(happened: &ReplayStep<'_>, script: &Script, viewer: Viewer) -> String {
    let names = Names(&script.names);
    let shown = happened
        .events
        .iter()
        .filter_map(|event| event.shown_to(viewer));
    let mut lines: Vec<String> = shown.filter_map(|event| event.tell(names)).collect();
    lines.push(happened.table.view(viewer).picture(names));
    lines.join("\n")
}

/// Returns each number in a text with the word after it.
fn counted(text: &str) -> Vec<(i64, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let pairs = words.windows(2).filter_map(|pair| {
        let noun = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
        Some((pair[0].parse().ok()?, noun.to_owned()))
    });
    pairs.collect()
}

#[test]
fn nouns_agree_with_their_numbers() {
    let mut ones = 0;
    for (kind, text) in all_told() {
        for (number, noun) in counted(&text) {
            let is_one = number.abs() == 1;
            for (one, many) in [
                ("card", "cards"),
                ("point", "points"),
                ("discard", "discards"),
            ] {
                assert!(noun != many || !is_one, "{kind}: 1 {noun}, in\n{text}");
                assert!(noun != one || is_one, "{kind}: {number} {noun}, in\n{text}");
                ones += u32::from(noun == one);
            }
        }
    }
    assert!(ones > 0, "no text is about a single card");
}

#[test]
fn no_line_is_empty_or_has_gaps() {
    for (kind, text) in all_told() {
        for line in text.lines() {
            assert!(!line.trim().is_empty(), "{kind}: an empty line, in\n{text}");
            assert_eq!(line, line.trim_end(), "{kind}, in\n{text}");
            for nothing in ["  .", " .", " ,", ": ;", "left $"] {
                let line = format!("{line}$");
                assert!(!line.contains(nothing), "{kind}: {line}");
            }
        }
    }
}
