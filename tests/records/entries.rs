//! Timestamps and hashes.

use cardpost::{
    game::chain::{self, Hash},
    types::time::Timestamp,
};
use serde_json::json;

#[test]
fn a_timestamp_has_one_form_with_milliseconds() {
    let moment = chrono::DateTime::parse_from_rfc3339("2026-11-30T09:00:00.123987Z").unwrap();
    let moment = Timestamp::new(moment.into());
    assert_eq!(moment.to_string(), "2026-11-30T09:00:00.123Z");
    assert_eq!(
        serde_json::from_value::<Timestamp>(json!("2026-11-30T09:00:00.123Z")).unwrap(),
        moment
    );
    for other in [
        "2026-11-30T09:00:00Z",
        "2026-11-30T09:00:00.123+00:00",
        "2026-11-30T10:00:00.123+01:00",
        "2026-11-30 09:00:00.123Z",
        "2026-11-30T09:00:00.1230Z",
        "2026-02-30T09:00:00.123Z",
        "",
    ] {
        assert!(
            serde_json::from_value::<Timestamp>(json!(other)).is_err(),
            "{other}"
        );
    }
}

/// The example of RFC 8785, section 3.2.4, without its numbers, since entries hold only whole numbers.
#[test]
fn json_is_hashed_in_its_canonical_form() {
    let value = json!({
        "string": "\u{20ac}$\u{f}\nA'B\"\\\\\"/",
        "literals": [null, true, false],
        "b": 1, "a": {"y": [], "x": {}},
    });
    assert_eq!(
        chain::canonical(&value).unwrap(),
        r#"{"a":{"x":{},"y":[]},"b":1,"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
    );
}

#[test]
fn a_hash_follows_from_the_previous_hash_and_the_entry() {
    // SHA-256 of 32 zero bytes and the two characters {}.
    let first = Hash::START.link("{}");
    assert_eq!(
        first.to_string(),
        hex::encode(<sha2::Sha256 as sha2::Digest>::digest(
            [&[0_u8; 32][..], b"{}"].concat()
        ))
    );
    assert_ne!(first.link("{}"), first);
}
