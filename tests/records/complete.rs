//! Complete records, as they were downloaded: one for each way in which a game of each kind can end, for every version
//! of the rules.
//!
//! They are frozen: the same seed and the same actions must always give the same file, byte for byte. With
//! `CARDPOST_BLESS=1`, the tests add the records of endings that have none, and their hashes to `SHA256SUMS` (which
//! `sha256sum -c` reads). They never change an existing record, and never recreate one that was deleted.

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

/// The advice when a record differs.
const WITNESS: &str = "A record never changes once it is written: it shows what a version of the rules does, and \
    games are stored that were played by it. If a rule was changed on purpose, give the change a new version beside \
    the old one (CONTRIBUTING.md, \"Changing a rule\"). Otherwise undo what changed it, or take the file back from \
    the history.";

/// A record and its ending.
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

/// Returns every file that must exist: for each ending, one for every version of the rules of its kind.
fn wanted() -> impl Iterator<Item = (String, Ending, u16)> {
    endings::all().into_iter().flat_map(|ending| {
        (1..=ending.kind.about().rules).map(move |rules| {
            let file = format!("{}/rules-{rules}/{}.json", ending.kind, ending.name);
            (file, ending, rules)
        })
    })
}

/// Returns the hashes in `SHA256SUMS`, by file.
fn sums() -> BTreeMap<String, String> {
    let sums = fs::read_to_string(folder().join("SHA256SUMS")).unwrap_or_default();
    let lines = sums
        .lines()
        .map(|line| line.split_once("  ").expect("a hash and a file"));
    lines
        .map(|(hash, file)| (file.to_owned(), hash.to_owned()))
        .collect()
}

/// All records. With `CARDPOST_BLESS=1`, those that never existed are found and written first.
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
fn playing_every_game_again_gives_the_same_record_byte_for_byte() {
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
fn every_record_has_the_kind_and_the_rules_version_of_its_folder() {
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
fn a_replay_of_every_record_leads_to_its_result() {
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
fn no_record_differs_from_its_hash_or_is_missing() {
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
