//! The document of the API, and the page that shows it.

use std::collections::{BTreeSet, HashSet};

use cardpost::http::{openapi, problem::Code};
use jsonschema::Draft;
use serde_json::{Value, json};

use crate::support::{client::Caller as _, contract::CONTRACT, server::TestServer};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");

#[tokio::test]
async fn the_served_document_is_the_one_in_the_repository() {
    let server = TestServer::shared();
    let served = server.nobody().get("/openapi.json").send().await;
    assert_eq!(served.header("content-type"), Some("application/json"));
    assert!(served.body == **openapi::published().json());
    let file = std::fs::read(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    assert!(
        served.body == file,
        "{FILE} is not what the code makes: write it anew with `cargo run -- openapi > openapi/openapi.json`"
    );
}

#[test]
fn every_operation_is_described_and_named() {
    let mut names = HashSet::new();
    assert_eq!(CONTRACT.document()["openapi"], "3.1.0");
    let tags: HashSet<&Value> = CONTRACT.document()["tags"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|tag| &tag["name"])
        .collect();
    for (method, path, operation) in CONTRACT.operations() {
        let name = operation["operationId"].as_str().expect("a name");
        assert!(names.insert(name), "{name} comes twice");
        assert!(
            operation["summary"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{method} {path}"
        );
        let used = operation["tags"].as_array().expect("tags");
        assert!(
            used.len() == 1 && tags.contains(&used[0]),
            "{method} {path}"
        );
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(
                parameter["description"].is_string(),
                "{method} {path} {parameter}"
            );
        }
        let placeholders: BTreeSet<&str> = path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .collect();
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let described: BTreeSet<&str> = parameters
            .filter(|parameter| parameter["in"] == "path")
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        assert_eq!(placeholders, described, "{method} {path}");
    }
}

#[test]
fn every_problem_can_be_met_somewhere() {
    let mut documented = BTreeSet::new();
    for (_, _, operation) in CONTRACT.operations() {
        for (status, response) in operation["responses"].as_object().into_iter().flatten() {
            let examples = response["content"]["application/problem+json"]["examples"].as_object();
            for (code, example) in examples.into_iter().flatten() {
                assert_eq!(example["value"]["status"].to_string(), *status, "{code}");
                documented.insert(code.as_str());
            }
        }
    }
    // A method that is not there has no operation to be documented with.
    documented.insert("method-not-allowed");
    let all: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(documented, all);
}

/// Every schema that stands in a part of the document, and the examples beside or in it.
fn walk<'a>(part: &'a Value, schemas: &mut Vec<(&'a Value, Vec<&'a Value>)>) {
    if let Some(fields) = part.as_object() {
        if let Some(schema) = fields.get("schema") {
            let named = part["examples"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(_, example)| &example["value"]);
            schemas.push((schema, named.chain(fields.get("example")).collect()));
        }
        if let Some(examples) = part["examples"].as_array() {
            schemas.push((part, examples.iter().collect()));
        }
        fields.values().for_each(|value| walk(value, schemas));
    }
    part.as_array()
        .into_iter()
        .flatten()
        .for_each(|value| walk(value, schemas));
}

#[test]
fn every_schema_of_the_document_is_one_and_every_example_fits_it() {
    let document = CONTRACT.document();
    let components = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    let mut schemas = Vec::new();
    walk(document, &mut schemas);
    schemas.extend(components.values().map(|schema| (schema, Vec::new())));
    let mut tried = 0;
    for (schema, examples) in schemas {
        let mut root = schema.clone();
        root["components"] = json!({ "schemas": components });
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&root)
            .unwrap_or_else(|error| panic!("{schema}: {error}"));
        for example in examples {
            tried += 1;
            assert!(
                validator.is_valid(example),
                "{example} is no example of {schema}"
            );
        }
    }
    assert!(tried > 50, "{tried}");
}

/// What an HTML page loads.
fn loaded(page: &str) -> Vec<&str> {
    ["src=\"", "href=\""]
        .iter()
        .flat_map(|attribute| {
            page.split(attribute)
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
        })
        .collect()
}

fn names_a_host(address: &str) -> bool {
    address.contains("://") || address.starts_with("//")
}

#[tokio::test]
async fn the_page_of_the_document_loads_nothing_from_elsewhere() {
    let server = TestServer::shared();
    let get = |path: &str| server.nobody().get(path).undocumented().send();
    let short = get("/docs").await;
    assert!((300..400).contains(&short.status), "{short}");
    assert_eq!(short.header("location"), Some("/docs/"));

    let page = get("/docs/").await;
    page.expect_status(200);
    assert!(
        page.header("content-type")
            .is_some_and(|kind| kind.starts_with("text/html"))
    );
    let page = String::from_utf8(page.body).expect("a text");
    let parts = loaded(&page);
    assert!(parts.len() >= 5, "{page}");
    for part in parts {
        assert!(!names_a_host(part), "{part}");
        let path = format!("/docs/{}", part.trim_start_matches("./"));
        let loaded = get(&path).await;
        loaded.expect_status(200);
        if path.ends_with(".css") {
            let css = String::from_utf8(loaded.body).expect("a text");
            assert!(
                !css.contains("@import")
                    && !css.contains("url(http")
                    && !css.contains("url(\"http"),
                "{path}"
            );
        }
    }
    let script = get("/docs/swagger-initializer.js").await;
    let script = String::from_utf8(script.body).expect("a text");
    assert!(script.contains("/openapi.json"), "{script}");
    assert!(!names_a_host(&script), "{script}");
    // Unless it is told not to, it shows a badge that a host elsewhere draws.
    let without_badge = [
        "\"validatorUrl\": \"none\"",
        "\"validatorUrl\":\"none\"",
        "validatorUrl: null",
    ];
    assert!(
        without_badge.iter().any(|setting| script.contains(setting)),
        "{script}"
    );
}
