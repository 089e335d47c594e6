//! Complete records, as they were downloaded: every kind, every way in which it can end, every version of its rules.
//!
//! They are witnesses: what a version of the rules makes of the same seed and the same moves must stay what it was, to
//! the byte. `CARDPOST_BLESS=1` adds the record of an ending that has none, and its hash to `SHA256SUMS`
//! (`sha256sum -c` reads it). It never changes a record that is there, nor makes one anew that was there once.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use cardpost::record::{
    replay::replay,
    script::Script,
    verify::{KeptValues, verify},
};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{
    again::Again,
    endings::{self, End, Ending},
    verify::python::{self, Said},
};

/// What to do when a record is not what it was.
const WITNESS: &str = "A record never changes once it is written: it shows what a version of the rules does, and \
    games are stored that were played by it. If a rule was changed on purpose, give the change a new version beside \
    the old one (CONTRIBUTING.md, \"Changing a rule\"). Otherwise undo what changed it, or take the file back from \
    the history.";

/// A record, and the ending that it is of.
pub struct Witness {
    /// Its file, within the folder: `golf/rules-1/won.json`.
    pub file: String,
    pub ending: Ending,
    rules: u16,
    pub text: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/complete")
}

fn hash(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// Every file that there must be: for each ending, one for every version of the rules of its kind.
fn wanted() -> impl Iterator<Item = (String, Ending, u16)> {
    endings::all().into_iter().flat_map(|ending| {
        (1..=ending.kind.about().rules).map(move |rules| {
            let file = format!("{}/rules-{rules}/{}.json", ending.kind, ending.name);
            (file, ending, rules)
        })
    })
}

/// The hashes that were written down, by file.
fn sums() -> BTreeMap<String, String> {
    let sums = fs::read_to_string(folder().join("SHA256SUMS")).unwrap_or_default();
    let lines = sums
        .lines()
        .map(|line| line.split_once("  ").expect("a hash and a file"));
    lines
        .map(|(hash, file)| (file.to_owned(), hash.to_owned()))
        .collect()
}

/// All records. When blessing, those that never were are found and written first.
pub static WITNESSES: LazyLock<Vec<Witness>> = LazyLock::new(|| {
    if std::env::var_os("CARDPOST_BLESS").is_some() {
        add_missing();
    }
    let read = |(file, ending, rules): (String, Ending, u16)| {
        let text = fs::read_to_string(folder().join(&file));
        let text = text.unwrap_or_else(|error| {
            panic!("{file}: {error}. CARDPOST_BLESS=1 finds the record of an ending that never had one.")
        });
        Witness {
            file,
            ending,
            rules,
            text,
        }
    };
    wanted().map(read).collect()
});

fn add_missing() {
    let mut sums = sums();
    let mut not_found = Vec::new();
    for (file, ending, rules) in wanted() {
        let path = folder().join(&file);
        if path.exists() {
            continue;
        }
        assert!(!sums.contains_key(&file), "{file} is gone. {WITNESS}");
        match ending.find(rules) {
            Some(record) => {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, &record).unwrap();
                sums.insert(file, hash(&record));
                write_sums(&sums);
            }
            None => not_found.push(file),
        }
    }
    assert!(
        not_found.is_empty(),
        "no games were found that end like {not_found:?}"
    );
}

fn write_sums(sums: &BTreeMap<String, String>) {
    let lines = sums.iter().fold(String::new(), |mut lines, (file, hash)| {
        let _ = writeln!(lines, "{hash}  {file}");
        lines
    });
    fs::write(folder().join("SHA256SUMS"), lines).unwrap();
}

#[test]
fn every_record_is_written_again_byte_for_byte_from_its_seed_and_what_the_players_did() {
    for Witness {
        file, ending, text, ..
    } in &*WITNESSES
    {
        let again = Again::play(text);
        assert!(
            again.record == *text,
            "{file} is written otherwise now. {WITNESS}"
        );
        let (game, log) = (&again.game, &again.log[..]);
        assert!(
            (ending.is_met)(&End { game, log }),
            "{file} ends in another way"
        );
    }
}

#[test]
fn every_record_is_of_the_kind_and_the_version_that_its_folder_says() {
    for Witness {
        file,
        ending,
        rules,
        text,
    } in &*WITNESSES
    {
        let record: Value = serde_json::from_str(text).unwrap();
        assert_eq!(record["kind"], ending.kind.as_str(), "{file}");
        assert_eq!(record["rules"], *rules, "{file}");
    }
}

#[test]
fn every_record_is_replayed_to_its_result_from_its_shuffles_alone() {
    for Witness { file, text, .. } in &*WITNESSES {
        let script = Script::read(text).unwrap();
        let table = replay(&script, None, &mut |_| {}).unwrap();
        let record: Value = serde_json::from_str(text).unwrap();
        assert_eq!(
            serde_json::to_value(table.outcome()).unwrap(),
            record["result"],
            "{file}"
        );
    }
}

#[test]
fn every_record_is_verified_by_both_checkers() {
    for Witness { file, text, .. } in &*WITNESSES {
        let report =
            verify(text, &KeptValues::default()).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(report.failure, None, "{file}");
    }
    let (code, said) = python::check(&[], |write| {
        WITNESSES.iter().for_each(|witness| write(&witness.text));
    });
    assert_eq!(said, vec![Said::Verified; WITNESSES.len()]);
    assert_eq!(code, 0);
}

#[test]
fn no_record_was_changed_or_lost_since_its_hash_was_written_down() {
    let there: BTreeMap<String, String> = WITNESSES
        .iter()
        .map(|witness| (witness.file.clone(), hash(&witness.text)))
        .collect();
    let sums = sums();
    for (file, sum) in &sums {
        assert_eq!(
            there.get(file),
            Some(sum),
            "{file} is gone or changed. {WITNESS}"
        );
    }
    assert_eq!(
        there.len(),
        sums.len(),
        "SHA256SUMS lacks a record: CARDPOST_BLESS=1 adds it with the record"
    );
}

#[test]
fn every_file_is_the_record_of_an_ending() {
    LazyLock::force(&WITNESSES);
    let mut files = BTreeSet::new();
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(
                    path.strip_prefix(self::folder())
                        .unwrap()
                        .display()
                        .to_string(),
                );
            }
        }
    }
    let mut wanted: BTreeSet<String> = wanted().map(|(file, ..)| file).collect();
    assert_eq!(
        wanted.len(),
        WITNESSES.len(),
        "two endings have the same name"
    );
    wanted.insert("SHA256SUMS".to_owned());
    assert_eq!(files, wanted);
}
