//! Records in `tests/records/handwritten`, each next to a file with the expected result. `CARDPOST_BLESS=1` writes the
//! results again, so that a change to a rule shows as a difference.

use std::{fs, path::PathBuf};

use cardpost::{
    engine::viewer::Viewer,
    record::{
        MalformedRecord,
        replay::{ReplayError, replay},
        script::Script,
    },
};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records/handwritten")
}

pub fn records() -> Vec<PathBuf> {
    let mut records: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.ends_with(".json") && !name.ends_with(".expected.json")
        })
        .collect();
    records.sort();
    records
}

pub fn played(text: &str) -> Value {
    let script = Script::read(text).unwrap();
    let table = replay(&script, None, &mut |_| {}).unwrap();
    let outcome = table.outcome();
    json!({
        "status": if outcome.is_some() { "finished" } else { "playing" },
        "turn": table.to_move(),
        "state": table.view(Viewer::Record),
        "result": outcome,
    })
}

#[test]
fn every_record_leads_to_the_expected_result() {
    let records = records();
    assert!(!records.is_empty());
    for record in records {
        let name = record.display();
        let found = played(&fs::read_to_string(&record).unwrap());
        let beside = record.with_extension("expected.json");
        if std::env::var_os("CARDPOST_BLESS").is_some() {
            fs::write(&beside, format!("{found:#}\n")).unwrap();
        }
        let expected =
            fs::read_to_string(&beside).unwrap_or_else(|_| panic!("{name} has nothing beside it"));
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(found, expected, "{name}");
    }
}

/// A change that makes a record malformed.
type Change = fn(&mut Value);

/// Returns the smallest record: two players, no shuffle, no move.
fn smallest() -> Value {
    json!({
        "format": "cardpost-record/1", "kind": "golf", "rules": 1, "options": {"holes": 3},
        "seats": [{"name": "Ann", "bot": null}, {"name": "Ben"}], "shuffles": [], "moves": [],
    })
}

fn refusal(change: impl FnOnce(&mut Value)) -> MalformedRecord {
    let mut record = smallest();
    change(&mut record);
    let script = match Script::read(&record.to_string()) {
        Ok(script) => script,
        Err(error) => return error,
    };
    match replay(&script, None, &mut |_| {}) {
        Err(ReplayError::Malformed(error)) => error,
        other => panic!("nothing is wrong: {other:?}"),
    }
}

#[test]
fn a_record_that_ends_before_the_first_shuffle_waits_for_it() {
    let found = played(&smallest().to_string());
    assert_eq!(found["status"], "playing");
    assert_eq!(found["turn"], json!([]));
}

#[test]
fn a_malformed_record_is_refused_with_the_place() {
    let text = |text: &str| Script::read(text).unwrap_err().pointer;
    assert_eq!(text("no JSON"), "/");
    assert_eq!(text("{}"), "/");
    assert_eq!(text(&format!("{} {{}}", smallest())), "/");
    let cases: &[(&str, Change)] = &[
        ("/format", |r| r["format"] = json!("pgn")),
        ("/kind", |r| r["kind"] = json!("poker")),
        ("/rules", |r| r["rules"] = json!(2)),
        ("/options/holes", |r| {
            r["options"] = json!({"holes": "nine"});
        }),
        ("/options/holes", |r| r["options"] = json!({"holes": 4})),
        ("/options/hole", |r| r["options"] = json!({"hole": 3})),
        ("/seats", |r| r["seats"] = json!([{"name": "Ann"}])),
        ("/seats/0/name", |r| r["seats"][0]["name"] = json!(1)),
        ("/shuffles/0/0", |r| r["shuffles"] = json!([["1C"]])),
        ("/shuffles/0", |r| r["shuffles"] = json!([["AC"]])),
        ("/moves/0/move", |r| {
            r["moves"] = json!([{"seat": 0, "move": {"type": "golf.peek"}}]);
        }),
        ("/moves/0/seat", |r| {
            r["moves"] = json!([{"seat": 2, "move": {"type": "golf.draw"}}]);
        }),
        ("/shuffles", |r| {
            r["moves"] = json!([{"seat": 0, "move": {"type": "golf.draw"}}]);
        }),
        ("/moves", |r| r["log"] = json!([])),
        ("/log/0", |r| {
            r.as_object_mut().unwrap().remove("moves");
            r["log"] = json!([{"seq": 1}]);
        }),
        ("/start/state", |r| {
            r["start"] = json!({"state": {"kind": "golf"}, "turn": [0]});
        }),
        ("/start/state", |r| {
            r["start"] = json!({"state": {"kind": "chess"}, "turn": [0]});
        }),
        ("/surprise", |r| r["surprise"] = json!(1)),
    ];
    for (pointer, change) in cases {
        let error = refusal(change);
        assert_eq!(error.pointer, *pointer, "{error}");
        assert!(!error.detail.is_empty());
    }
}

#[test]
fn a_record_without_log_and_moves_is_refused() {
    let mut record = smallest();
    record.as_object_mut().unwrap().remove("moves");
    assert!(
        Script::read(&record.to_string())
            .unwrap_err()
            .detail
            .contains("a log or moves")
    );
}
