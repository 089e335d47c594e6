//! Verification of unchanged and changed records. Both programs must find every change.

mod change;
pub mod games;
pub mod python;
mod refusals;
mod tampering;

use cardpost::record::verify::{KeptValues, Report, verify};
use serde_json::Value;

use self::{games::PLAYED, python::Said};

/// Returns the report of this program.
fn checked(record: &Value, kept: &KeptValues) -> Report {
    verify(&record.to_string(), kept).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_record_of_every_kind_is_verified_by_both_checkers() {
    for played in &*PLAYED {
        let report = checked(&played.record, &KeptValues::default());
        assert_eq!(report.failure, None, "{}", played.name);
        assert!(report.verified);
    }
    let (code, said) = python::check(&[], |write| {
        for played in &*PLAYED {
            write(&played.record.to_string());
        }
    });
    assert_eq!(said, vec![Said::Verified; PLAYED.len()]);
    assert_eq!(code, 0);
}

#[test]
fn both_checkers_make_the_same_checks_in_the_same_order() {
    let mut child = python::python()
        .args(["verify.py", "/dev/stdin"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let record = &PLAYED[0].record;
    std::io::Write::write_all(
        &mut child.stdin.take().unwrap(),
        record.to_string().as_bytes(),
    )
    .unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let theirs: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("ok  ")?.split_whitespace().next())
        .collect();
    let ours: Vec<&str> = checked(record, &KeptValues::default())
        .checks
        .iter()
        .map(|check| check.check.as_str())
        .filter(|check| *check != "rules")
        .collect();
    assert_eq!(theirs, ours, "{said}");
}

#[test]
fn the_checker_in_python_reproduces_the_published_vector() {
    let ran = python::python()
        .args(["-m", "unittest", "-q"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success(), "{told}");
    assert!(told.contains("Ran ") && !told.contains("Ran 0"), "{told}");
}
