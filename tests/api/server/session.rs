//! A session whose requests and answers are taken down, as examples for the document.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    client::{Answer, Caller, Player},
    contract::{CONTRACT, NDJSON},
    server::TestServer,
};

/// A session that is taken down.
pub struct Session {
    pub server: TestServer,
    /// By method, template of the path, status, and what tells answers with the same status apart.
    pub examples: BTreeMap<String, Value>,
}

impl Session {
    /// Sends a request and takes it down with its answer, which has this status and is called this.
    pub async fn show(
        &mut self,
        caller: &impl Caller,
        (method, path): (Method, &str),
        body: Option<Value>,
        status: u16,
        called: &str,
    ) -> Value {
        let mut request = caller.request(method.clone(), path);
        if let Some(body) = &body {
            request = request.json(body);
        }
        let answer = request.send().await;
        self.take_down(&method, path, body, &answer, (status, called))
    }

    /// Takes down a request and its answer, which has this status and is called this.
    pub fn take_down(
        &mut self,
        method: &Method,
        path: &str,
        request: Option<Value>,
        answer: &Answer,
        (status, called): (u16, &str),
    ) -> Value {
        let response = answer.expect(status);
        if let Some(code) = answer.code() {
            assert_eq!(code, called, "{response}");
        }
        let path = path.split('?').next().unwrap_or_default();
        let template = CONTRACT.template_of(path).expect("a documented path");
        let key = format!("{method} {template} {status} {called}");
        let mut example = json!({ "request": request, "response": shortened(&response) });
        let media_type = answer
            .header("content-type")
            .and_then(|value| value.split(';').next());
        if let Some(other) =
            media_type.filter(|media_type| !media_type.ends_with("json") || *media_type == NDJSON)
        {
            example["content_type"] = other.into();
        }
        let doubled = self.examples.insert(key.trim_end().to_owned(), example);
        assert!(doubled.is_none(), "{key} comes twice");
        response
    }

    pub async fn get(
        &mut self,
        caller: &impl Caller,
        path: &str,
        status: u16,
        called: &str,
    ) -> Value {
        self.show(caller, (Method::GET, path), None, status, called)
            .await
    }

    pub async fn post(
        &mut self,
        caller: &impl Caller,
        path: &str,
        body: Value,
        status: u16,
        called: &str,
    ) -> Value {
        self.show(caller, (Method::POST, path), Some(body), status, called)
            .await
    }

    /// A POST without a body.
    pub async fn act(
        &mut self,
        caller: &impl Caller,
        path: &str,
        status: u16,
        called: &str,
    ) -> Value {
        self.show(caller, (Method::POST, path), None, status, called)
            .await
    }

    pub async fn register(&mut self, name: &str) -> Player {
        self.server.player(name).await
    }
}

/// The same answer with the rules of a game cut after their heading: they are many pages.
fn shortened(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let kinds = answer.get_mut("items").and_then(Value::as_array_mut);
    for kind in kinds.into_iter().flatten() {
        shorten_rules(kind);
    }
    shorten_rules(&mut answer);
    answer
}

fn shorten_rules(kind: &mut Value) {
    if let Some(Value::String(rules)) = kind.get_mut("text") {
        let heading = rules.lines().next().unwrap_or_default();
        *rules = format!("{heading}\n\n…");
    }
}
