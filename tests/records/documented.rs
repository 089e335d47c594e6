//! The examples in `docs/RECORDS.md`: a replay of each handwritten record gives the result shown below it.

use std::{collections::BTreeSet, fs, path::Path};

use cardpost::engine::any::Kind;
use serde_json::Value;

use super::handwritten::played;

/// Returns the JSON blocks in the section about handwritten records.
fn blocks() -> Vec<Value> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/RECORDS.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page.split("\n## Records written by hand\n").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("\n```json\n").skip(1);
    blocks
        .map(|block| {
            let text = block.split("\n```").next().unwrap();
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
        })
        .collect()
}

#[test]
fn every_record_on_the_page_leads_to_the_result_below_it() {
    let blocks = blocks();
    let mut kinds = BTreeSet::new();
    for pair in blocks.chunks(2) {
        let [record, told] = pair else {
            panic!("the last record has no result below it")
        };
        let found = played(&record.to_string());
        let told = told.as_object().unwrap();
        assert!(told.contains_key("result"), "{told:?}");
        for (field, value) in told {
            assert_eq!(found[field], *value, "{}: {field}", record["kind"]);
        }
        kinds.insert(record["kind"].as_str().unwrap().to_owned());
    }
    let all: BTreeSet<String> = Kind::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(kinds, all, "each kind has an example");
}

#[test]
fn the_page_shows_games_from_the_deal_and_from_a_position() {
    let blocks = blocks();
    let records = || blocks.iter().filter(|block| block["format"].is_string());
    assert!(records().any(|record| record["start"].is_object()));
    assert!(records().any(|record| record["start"].is_null()));
}
