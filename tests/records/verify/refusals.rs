//! The reports on changed deals, on values that a player kept, and on texts that are not full records.

use cardpost::{
    engine::chance::Seed,
    record::{
        MalformedRecord,
        verify::{CheckName, Failure, KeptValues, verify},
    },
};
use serde_json::{Value, json};

use super::{change::covered_up, checked, games::PLAYED, python};

fn failure(record: &Value, kept: &KeptValues) -> Failure {
    let report = checked(record, kept);
    assert!(!report.verified);
    report.failure.expect("something is wrong with it")
}

/// Golf, whose first player added `c0ffee`.
fn golf() -> Value {
    PLAYED
        .iter()
        .find(|played| played.name == "golf")
        .unwrap()
        .record
        .clone()
}

#[test]
fn the_values_that_a_player_kept_are_compared_with_the_record() {
    let record = golf();
    let value = |value: &Value| value.clone();
    let early = value(&record["log"][4]["hash"]);
    let kept = KeptValues {
        head: Some(serde_json::from_value(early).unwrap()),
        commitment: Some(serde_json::from_value(value(&record["deal"]["commitment"])).unwrap()),
        entropy: Some(serde_json::from_value(json!("c0ffee")).unwrap()),
    };
    let report = checked(&record, &kept);
    assert!(report.verified);
    assert!(
        report
            .checks
            .iter()
            .any(|check| check.check == CheckName::Head && check.detail.contains("entry 5 of"))
    );
    let zeros = "00".repeat(32);
    let others = [
        (
            CheckName::Head,
            KeptValues {
                head: Some(serde_json::from_value(json!(zeros)).unwrap()),
                ..KeptValues::default()
            },
        ),
        (
            CheckName::Commitment,
            KeptValues {
                commitment: Some(serde_json::from_value(json!(zeros)).unwrap()),
                ..KeptValues::default()
            },
        ),
        (
            CheckName::Entropy,
            KeptValues {
                entropy: Some(serde_json::from_value(json!("beef")).unwrap()),
                ..KeptValues::default()
            },
        ),
    ];
    for (check, kept) in others {
        assert_eq!(failure(&record, &kept).check, check);
    }
    for (argument, value) in [
        ("--head", &*zeros),
        ("--commitment", &*zeros),
        ("--entropy", "beef"),
    ] {
        let text = record.to_string();
        let (code, said) = python::check(&[argument, value], move |write| write(&text));
        assert_eq!(code, 1);
        assert!(!said[0].passes(), "{argument}");
    }
}

#[test]
fn swapped_cards_are_found_even_if_the_change_is_hidden() {
    let mut record = golf();
    let shuffled = record["log"]
        .as_array()
        .unwrap()
        .iter()
        .position(|entry| entry["type"] == "shuffled")
        .unwrap();
    // The last two cards of the stock were never drawn, so all moves and events stay the same.
    record["log"][shuffled]["cards"]
        .as_array_mut()
        .unwrap()
        .swap(50, 51);
    let record = covered_up(record);
    assert_eq!(
        failure(&record, &KeptValues::default()).check,
        CheckName::Deals
    );
    let (_, said) = python::check(&[], move |write| write(&record.to_string()));
    assert!(
        matches!(&said[0], python::Said::No(line) if line.contains("deals")),
        "{said:?}"
    );
}

#[test]
fn another_seed_with_its_own_commitment_deals_other_cards() {
    let mut record = golf();
    let seed = Seed::new([7; 32]);
    let game: uuid::Uuid = record["id"].as_str().unwrap().parse().unwrap();
    record["deal"]["seed"] = json!(seed);
    record["log"][0]["commitment"] = json!(seed.commitment(game.into_bytes()));
    let record = covered_up(record);
    let check = failure(&record, &KeptValues::default()).check;
    assert!(
        matches!(check, CheckName::Seating | CheckName::Deals),
        "{check:?}"
    );
    let (_, said) = python::check(&[], move |write| write(&record.to_string()));
    assert!(!said[0].passes());
}

#[test]
fn the_first_failure_is_reported_with_its_place() {
    let cases: &[(CheckName, &str, fn(&mut Value))] = &[
        (CheckName::Chain, "/log/3/hash", |r| {
            r["log"][3]["at"] = json!("2020-01-01T00:00:00.000Z");
        }),
        (CheckName::Game, "/options", |r| {
            r["options"]["holes"] = json!(9);
        }),
        (CheckName::Game, "/kind", |r| r["kind"] = json!("ju")),
        (CheckName::Commitment, "/deal/seed", |r| {
            r["deal"]["seed"] = json!("00".repeat(32));
        }),
        (CheckName::Entropy, "/deal/entropy/1", |r| {
            r["deal"]["entropy"][1] = json!("00");
        }),
        (CheckName::Seats, "/seats/0/bot", |r| {
            r["seats"][0]["bot"] = json!("steady");
        }),
        (CheckName::Seats, "/seats", |r| {
            r["seats"] = json!([{"name": "Ann", "bot": null}]);
        }),
        (CheckName::Shuffles, "/shuffles/0/0", |r| {
            r["shuffles"][0][0] = json!("XX");
        }),
        (CheckName::Result, "/result/places", |r| {
            r["result"]["places"] = json!([1]);
        }),
    ];
    for (check, pointer, change) in cases {
        let mut record = golf();
        change(&mut record);
        let failure = failure(&record, &KeptValues::default());
        assert_eq!(
            (failure.check, &*failure.pointer),
            (*check, *pointer),
            "{failure}"
        );
        assert!(failure.detail.ends_with('.'), "{failure}");
    }
}

fn malformed(text: &str) -> MalformedRecord {
    verify(text, &KeptValues::default()).expect_err("it is no full record")
}

#[test]
fn both_verifiers_refuse_a_text_that_is_not_a_full_record_with_the_place() {
    let with = |change: fn(&mut Value)| {
        let mut record = golf();
        change(&mut record);
        record.to_string()
    };
    let golf = golf().to_string();
    let cases = [
        ("/", "no JSON".to_owned()),
        ("/", "[]".to_owned()),
        ("/", "[".repeat(100_000)),
        ("/", format!("{golf}{golf}")),
        ("/", golf.replacen("\"id\":", "\"id\":\"\",\"id\":", 1)),
        ("/", golf.replacen("\"rules\":1", "\"rules\":1.0", 1)),
        ("/", golf.replacen("\"rules\":1", "\"rules\":NaN", 1)),
        ("/", golf.replacen("Player 0", "\\ud800", 1)),
        (
            "/format",
            with(|r| r["format"] = json!("cardpost-record/2")),
        ),
        (
            "/log",
            with(|r| drop(r.as_object_mut().unwrap().remove("log"))),
        ),
        ("/deal/seed", with(|r| r["deal"]["seed"] = json!("no hex"))),
        (
            "/log/2/hash",
            with(|r| drop(r["log"][2].as_object_mut().unwrap().remove("hash"))),
        ),
        (
            "/log/2/hash",
            with(|r| {
                let hash = r["log"][2]["hash"].as_str().unwrap().to_uppercase();
                r["log"][2]["hash"] = json!(hash);
            }),
        ),
    ];
    for (pointer, text) in &cases {
        let error = malformed(text);
        // For a number that is not whole, the place is that of the number.
        assert!(error.pointer.starts_with(pointer), "{error}");
    }
    let texts = cases.map(|(_, text)| text);
    let number = texts.len();
    let (code, said) = python::check(&[], move |write| texts.iter().for_each(|text| write(text)));
    assert_eq!((code, said.len()), (2, number));
    for said in said {
        assert!(matches!(said, python::Said::Malformed(_)), "{said:?}");
    }
}

#[test]
fn a_handwritten_record_can_not_be_verified() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/handwritten");
    let text = std::fs::read_to_string(format!("{folder}/golf-three-holes.json")).unwrap();
    let error = malformed(&text);
    assert_eq!(error.pointer, "/log");
    for part in ["by hand", "its moves are legal"] {
        assert!(error.detail.contains(part), "{error}");
    }
    let mut record: Value = serde_json::from_str(&text).unwrap();
    record["moves"][0]["seat"] = json!(1);
    assert!(
        malformed(&record.to_string())
            .detail
            .contains("move 1 is not legal")
    );
    let (code, said) = python::check(&[], move |write| write(&record.to_string()));
    assert_eq!(code, 2);
    assert!(
        matches!(&said[0], python::Said::Malformed(line) if line.contains("by hand")),
        "{said:?}"
    );
}

#[test]
fn a_record_of_an_unknown_kind_or_rules_version_is_refused() {
    let changed = |field: &str, value: Value| {
        let mut record = golf();
        record["log"][0][field] = value;
        malformed(&covered_up(record).to_string()).pointer
    };
    assert_eq!(changed("kind", json!("whist")), "/kind");
    assert_eq!(changed("rules", json!(77)), "/rules");
}

#[test]
fn the_report_says_what_is_not_proven() {
    let sentences = |name: &str| {
        let played = PLAYED.iter().find(|played| played.name == name).unwrap();
        checked(&played.record, &KeptValues::default())
            .not_proven
            .join("\n")
    };
    assert!(sentences("golf").contains("The names of the players"));
    assert!(sentences("golf").contains("a hash that a player kept"));
    assert!(!sentences("golf").contains("no player added entropy"));
    assert!(sentences("juggling-act").contains("no player added entropy"));
}
