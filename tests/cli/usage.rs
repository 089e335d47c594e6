//! Help, wrong calls, and what they are told.

use super::{program, run};

#[test]
fn every_command_explains_itself() {
    let help = run(&["--help"]);
    assert_eq!(help.code, 0);
    for command in [
        "serve", "migrate", "openapi", "replay", "verify", "check-db", "export", "simulate",
    ] {
        assert!(help.out.contains(command), "{}", help.out);
        let own = run(&[command, "--help"]);
        assert_eq!(own.code, 0);
        assert!(own.out.contains("Usage: cardpost"), "{}", own.out);
    }
}

#[test]
fn every_setting_can_be_a_variable_and_is_in_the_example() {
    let help = run(&["serve", "--help"]).out;
    let example = include_str!("../../.env.example");
    let variables: Vec<&str> = help
        .split("[env: ")
        .skip(1)
        .map(|rest| rest.split(['=', ']']).next().unwrap())
        .collect();
    assert!(variables.len() > 8, "{help}");
    for variable in variables {
        assert!(
            example.contains(variable),
            "{variable} is missing in .env.example"
        );
    }
}

#[test]
fn a_wrong_call_is_told_apart_by_its_status() {
    assert_eq!(run(&[]).code, 2);
    assert_eq!(run(&["play"]).code, 2);
    assert_eq!(run(&["serve", "--bind", "nowhere"]).code, 2);
    assert_eq!(run(&["simulate", "--kind", "poker"]).code, 2);
}

#[test]
fn a_wrong_variable_is_named() {
    let output = program(&["serve"])
        .env("CARDPOST_BIND", "nowhere")
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("CARDPOST_BIND") && error.contains("nowhere"),
        "{error}"
    );
}

#[test]
fn a_wrong_log_filter_is_named() {
    let wrong = run(&[
        "serve",
        "--log",
        "cardpost=loudly=very",
        "--database-url",
        "postgres://127.0.0.1:1/none",
    ]);
    assert_eq!(wrong.code, 2, "{}", wrong.err);
    assert!(wrong.err.contains("CARDPOST_LOG"), "{}", wrong.err);
}

#[test]
fn a_database_that_does_not_answer_is_a_failure() {
    for command in ["serve", "migrate", "check-db"] {
        let failed = run(&[command, "--database-url", "postgres://127.0.0.1:1/none"]);
        assert_eq!(failed.code, 3, "{}", failed.err);
        assert!(failed.err.contains("not available"), "{}", failed.err);
    }
}

#[test]
fn the_document_is_printed_as_it_is_committed() {
    let printed = run(&["openapi"]);
    assert_eq!(printed.code, 0);
    assert!(
        printed.out == include_str!("../../openapi/openapi.json"),
        "openapi/openapi.json is stale: write it again with `cargo run -- openapi > openapi/openapi.json`"
    );
}
