//! Tampering with records: everything is changed, one thing at a time, first without adapting anything else, and then
//! with the change hidden.
//!
//! All changes make about twenty thousand records, which take minutes. So for all but one record only a few changes of
//! each sort are made, unless `CARDPOST_TAMPER=all` is set. `docs/RECORDS.md` has the table of results for all changes.
//! A run with all of them compares the table with its results, and with `CARDPOST_BLESS=1` writes it again.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::PathBuf, sync::Arc};

use cardpost::record::verify::{KeptValues, verify};
use serde_json::Value;

use super::{
    change::{Change, How, covered_up, every_change, numbered, some_of_each},
    games::{PLAYED, Played},
    python,
};

/// The fields that nothing else in a record depends on, so that only a hash that a player kept shows a change.
const HELD_BY_A_KEPT_HASH: [&str; 6] = ["at", "paused", "salt", "seating", "seats", "visibility"];

/// The record to which every change is made in every run: the smallest.
const CHANGED_WHOLLY: &str = "juggling-act-solo";

fn is_about_all() -> bool {
    std::env::var_os("CARDPOST_TAMPER").is_some_and(|what| what == "all")
}

/// A changed record.
struct Tampered {
    change: Change,
    text: String,
}

/// Whether each verifier lets a changed record pass.
struct Verdict {
    change: Change,
    ours: bool,
    theirs: bool,
}

fn kept(record: &Value) -> KeptValues {
    let head = record["log"].as_array().unwrap().last().unwrap()["hash"].clone();
    KeptValues {
        head: Some(serde_json::from_value(head).unwrap()),
        ..KeptValues::default()
    }
}

/// Checks changed records with both verifiers.
fn judged(tampered: Vec<Tampered>, kept: &KeptValues) -> Vec<Verdict> {
    let tampered = Arc::new(tampered);
    let head = kept.head.map(|head| head.to_string());
    let arguments: Vec<String> = head
        .into_iter()
        .flat_map(|head| ["--head".into(), head])
        .collect();
    let theirs = std::thread::spawn({
        let tampered = Arc::clone(&tampered);
        move || {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            python::check(&arguments, move |write| {
                tampered.iter().for_each(|tampered| write(&tampered.text));
            })
        }
    });
    let ours: Vec<bool> = tampered
        .iter()
        .map(|tampered| verify(&tampered.text, kept).is_ok_and(|report| report.verified))
        .collect();
    let (_, theirs) = theirs.join().unwrap();
    assert_eq!(theirs.len(), tampered.len());
    tampered
        .iter()
        .zip(ours)
        .zip(theirs)
        .map(|((tampered, ours), theirs)| Verdict {
            change: tampered.change.clone(),
            ours,
            theirs: theirs.passes(),
        })
        .collect()
}

/// Returns the changed records, without those that come out the same.
fn tampered(
    Played { name, record }: &Played,
    after: impl Fn(&Change, Value) -> Option<Value>,
) -> Vec<Tampered> {
    let every = every_change(record);
    let changes = if is_about_all() || *name == CHANGED_WHOLLY {
        every
    } else {
        some_of_each(every, record)
    };
    changes
        .into_iter()
        .filter_map(|change| {
            let changed = after(&change, change.of(record))?;
            (changed != *record).then(|| Tampered {
                text: changed.to_string(),
                change,
            })
        })
        .collect()
}

/// A row of the table: the sort of change, the number of changes, and how many of them each verifier found.
#[derive(Default)]
struct Row {
    tried: usize,
    ours: usize,
    theirs: usize,
}

type Rows = BTreeMap<How, Row>;

fn count(rows: &mut Rows, verdict: &Verdict) {
    let row = rows.entry(verdict.change.how).or_default();
    row.tried += 1;
    row.ours += usize::from(!verdict.ours);
    row.theirs += usize::from(!verdict.theirs);
}

fn table(rows: &Rows, title: &str) -> String {
    let mut text = format!(
        "| {title} | tried | found by `cardpost verify` | found by `verify.py` |\n| --- | --- | --- | --- |\n"
    );
    for (how, row) in rows {
        let Row {
            tried,
            ours,
            theirs,
        } = row;
        writeln!(text, "| {} | {tried} | {ours} | {theirs} |", how.in_words()).unwrap();
    }
    let sum = |of: fn(&Row) -> usize| rows.values().map(of).sum::<usize>();
    let (tried, ours, theirs) = (
        sum(|row| row.tried),
        sum(|row| row.ours),
        sum(|row| row.theirs),
    );
    writeln!(
        text,
        "| **all** | **{tried}** | **{ours}** | **{theirs}** |"
    )
    .unwrap();
    text
}

/// Compares a table with the one in the documentation, between two comments with its name.
fn is_documented(name: &str, table: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/RECORDS.md");
    let document = fs::read_to_string(&file).unwrap();
    let (begin, end) = (
        format!("<!-- {name} -->\n"),
        format!("<!-- end of {name} -->"),
    );
    let (before, rest) = document.split_once(&begin).unwrap();
    let (kept, after) = rest.split_once(&end).unwrap();
    if std::env::var_os("CARDPOST_BLESS").is_some() {
        fs::write(&file, format!("{before}{begin}{table}{end}{after}")).unwrap();
    } else {
        assert_eq!(
            kept, table,
            "docs/RECORDS.md has another table: write it again with CARDPOST_BLESS=1"
        );
    }
}

#[test]
fn every_change_to_a_record_except_names_is_found() {
    let mut rows = Rows::new();
    let mut names = 0;
    for played in &*PLAYED {
        for verdict in judged(
            tampered(played, |_, changed| Some(changed)),
            &KeptValues::default(),
        ) {
            let change = &verdict.change;
            if change.is_of_a_name() {
                // No hash covers the names, so that accounts can be deleted. Every report says so.
                assert!(verdict.ours && verdict.theirs, "{change:?}");
                names += 1;
                continue;
            }
            assert!(!verdict.ours, "{}: {change:?}", played.name);
            assert!(!verdict.theirs, "{}: {change:?} (verify.py)", played.name);
            count(&mut rows, &verdict);
        }
    }
    if is_about_all() {
        let table = table(&rows, "what was changed");
        is_documented(
            "tampering",
            &format!("{table}| a player's name changed | {names} | 0 | 0 |\n"),
        );
    }
}

/// Returns whether this entry and the next are of players who join and leave, or one of them is a resignation. In
/// another order they can lead to the same game.
fn is_coming_and_going(record: &Value, entry: &str) -> bool {
    let entry: usize = entry.parse().unwrap();
    let kinds = [entry, entry + 1].map(|i| record["log"][i]["type"].as_str().unwrap());
    kinds.iter().all(|kind| ["joined", "left"].contains(kind)) || kinds.contains(&"resigned")
}

/// Returns whether this is the entropy of a player who left before the start. No deal depends on it.
fn is_of_one_who_left(record: &Value, change: &Change) -> bool {
    let entry = change.place.strip_suffix("/entropy");
    let entry = entry.and_then(|entry| entry.strip_prefix("/log/")?.parse::<usize>().ok());
    entry.is_some_and(|entry| {
        let log = record["log"].as_array().unwrap();
        let player = &log[entry]["player"];
        let mut later = log[entry..].iter();
        later.any(|later| later["type"] == "left" && later["player"] == *player)
    })
}

#[test]
fn a_hidden_change_is_found_by_the_rules_the_seed_or_a_kept_hash() {
    let mut rows = Rows::new();
    for played in &*PLAYED {
        let cover = |change: &Change, changed: Value| {
            // A change outside the log can't be hidden, and a value of another type is found at once.
            let is_in_the_log = change.place.starts_with("/log/")
                && !change.place.ends_with("/hash")
                && !matches!(change.how, How::OtherType | How::ElementRemoved);
            let moves_entries = matches!(
                change.how,
                How::EntryDropped | How::EntryDoubled | How::EntriesSwapped
            );
            is_in_the_log.then(|| {
                covered_up(if moves_entries {
                    numbered(changed)
                } else {
                    changed
                })
            })
        };
        let mut passed = Vec::new();
        for verdict in judged(tampered(played, cover), &KeptValues::default()) {
            let change = &verdict.change;
            let field = change.place.rsplit('/').next().unwrap();
            let may_pass = match change.how {
                How::ValueChanged => {
                    HELD_BY_A_KEPT_HASH.contains(&field)
                        // Some games are the same with another option.
                        || change.place.contains("/options/")
                        || is_of_one_who_left(&played.record, change)
                }
                How::FieldRemoved => field == "paused",
                How::EntriesSwapped => is_coming_and_going(&played.record, field),
                _ => false,
            };
            assert!(!verdict.ours || may_pass, "{}: {change:?}", played.name);
            assert!(
                !verdict.ours || verdict.theirs,
                "{}: {change:?} is found by verify.py alone",
                played.name
            );
            count(&mut rows, &verdict);
            if verdict.theirs {
                let text = cover(change, change.of(&played.record))
                    .unwrap()
                    .to_string();
                passed.push(Tampered {
                    text,
                    change: change.clone(),
                });
            }
        }
        // With the last hash, both verifiers find every change.
        assert!(!passed.is_empty());
        for verdict in judged(passed, &kept(&played.record)) {
            assert!(
                !verdict.ours && !verdict.theirs,
                "{}: {:?}",
                played.name,
                verdict.change
            );
        }
    }
    assert!(
        rows.values()
            .all(|row| row.tried > 0 && row.ours >= row.theirs)
    );
}
