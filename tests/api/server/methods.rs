//! Addresses that are none, and methods that can't be used where they were.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;

use crate::support::{client::Caller as _, contract::CONTRACT, server::TestServer};

/// The methods that the document has for each path.
fn documented() -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut paths: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (method, template, _) in CONTRACT.operations() {
        paths.entry(template).or_default().insert(method);
    }
    paths
}

#[tokio::test]
async fn a_method_that_an_address_does_not_have_is_answered_with_those_that_it_has() {
    let server = TestServer::start();
    let player = server.player("Ann").await;
    let before = server.database().content();
    for (template, methods) in documented() {
        let path = template
            .replace("{id}", &player.id)
            .replace("{kind}", "golf");
        for method in [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
            Method::OPTIONS,
        ] {
            if methods.contains(method.as_str()) {
                continue;
            }
            let request = player.request(method, &path).undocumented();
            let answer = request.send().await;
            answer.refused(405, "method-not-allowed");
            let allowed = answer.header("allow").unwrap_or_default();
            let allowed: BTreeSet<String> = allowed.split(", ").map(str::to_owned).collect();
            assert_eq!(allowed, methods, "{path}");
        }
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn what_can_be_got_has_a_head() {
    let server = TestServer::shared();
    let player = server.player("Ann").await;
    for path in [
        "/healthz",
        "/readyz",
        "/v1/kinds",
        "/v1/games",
        "/v1/records",
        "/v1/me",
        "/openapi.json",
    ] {
        let got = player.get(path).send().await;
        let head = player
            .request(Method::HEAD, path)
            .undocumented()
            .send()
            .await;
        assert_eq!(head.status, got.status, "{path}");
        assert!(head.body.is_empty(), "{path}");
        assert_eq!(
            head.header("content-type"),
            got.header("content-type"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn an_address_that_is_none_is_not_found_with_every_method() {
    let server = TestServer::shared();
    let player = server.player("Ann").await;
    for path in [
        "/",
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/games/",
        "/v1/me/",
        "/v1/players/x",
        "/v1//games",
        "/metrics",
        "/.env",
    ] {
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
            let request = player.request(method, path).undocumented();
            request.refused(404, "not-found").await;
        }
    }
}
