//! Checking records.

use serde_json::{Value, json};

use super::{Ran, run, run_with};
use crate::records::verify::games::PLAYED;

fn verified(record: &Value, arguments: &[&str]) -> Ran {
    run_with(&record.to_string(), &[&["verify", "-"], arguments].concat())
}

#[test]
fn what_was_checked_is_printed_and_what_is_not_proven() {
    let ran = verified(&PLAYED[0].record, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in [
        "ok  chain",
        "ok  deals",
        "ok  rules",
        "ok  result",
        "Verified.",
        "not prove",
        "The names of the players",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    assert_eq!(ran.err, "");
}

#[test]
fn the_first_thing_that_fails_is_named_and_the_answer_is_no() {
    let mut record = PLAYED[0].record.clone();
    record["deal"]["seed"] = json!("00".repeat(32));
    let ran = verified(&record, &[]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("NO  commitment  /deal/seed"),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with("Not verified.\n"), "{}", ran.out);
    assert!(ran.err.contains("commitment: /deal/seed"), "{}", ran.err);
}

#[test]
fn a_hash_that_was_kept_can_be_named() {
    let record = &PLAYED[0].record;
    let head = record["log"][2]["hash"].as_str().unwrap();
    let ran = verified(record, &["--head", head]);
    assert!(ran.out.contains("entry 3 of"), "{}", ran.out);
    assert_eq!(verified(record, &["--head", &"0".repeat(64)]).code, 1);
    assert_eq!(verified(record, &["--head", "0"]).code, 2);
}

#[test]
fn what_is_no_full_record_is_wrong_input() {
    let mut record = PLAYED[0].record.clone();
    record["surprise"] = json!(1);
    let ran = verified(&record, &[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("/surprise"), "{}", ran.err);
    assert_eq!(ran.out, "");
    assert_eq!(run(&["verify", "/no/such/file.json"]).code, 2);
    let handwritten = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/records/handwritten/golf-three-holes.json"
    );
    let ran = run(&["verify", handwritten]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("by hand"), "{}", ran.err);
}
