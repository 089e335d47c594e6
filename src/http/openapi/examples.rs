//! Examples for the document: real answers of a real server, taken down by a test that fails when they change.

use serde_json::{Map, Value, json};

use crate::http::dto::record::NDJSON;

/// Requests and answers, by `METHOD /path/template status name`.
const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// Puts the examples into a document.
pub(in crate::http) fn add_to(document: &mut Value) {
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap_or_else(|error| {
        unreachable!("openapi/examples.json is written by a test: {error}")
    });
    for (key, example) in examples {
        let mut parts = key.splitn(4, ' ');
        let [method, path, status] = [(); 3].map(|()| parts.next().unwrap_or_default());
        let name = parts.next().unwrap_or("example");
        let operation = document["paths"].get_mut(path);
        if let Some(operation) = operation.and_then(|item| item.get_mut(method.to_lowercase())) {
            show_request(operation, name, &example["request"]);
            show_answer(
                &mut operation["responses"][status],
                name,
                &example["response"],
                example["content_type"].as_str(),
            );
        }
    }
}

fn show_request(operation: &mut Value, name: &str, request: &Value) {
    // A body that is refused is no example of what to send.
    if request.is_null() || is_problem(name) {
        return;
    }
    if let Some(content) = operation.pointer_mut("/requestBody/content/application~1json") {
        content["examples"][name] = json!({ "value": request });
    }
}

/// Whether an example of this name shows a problem: problems are named by their codes.
fn is_problem(name: &str) -> bool {
    crate::http::problem::Code::ALL
        .iter()
        .any(|code| code.as_str() == name)
}

/// Shows an answer of this type; where none is told, of the only one that is JSON.
fn show_answer(answer: &mut Value, name: &str, response: &Value, content_type: Option<&str>) {
    let Some(contents) = answer.get_mut("content").and_then(Value::as_object_mut) else {
        return;
    };
    let is_meant = |of: &str| match content_type {
        Some(content_type) => of == content_type,
        None => of.ends_with("json") && of != NDJSON,
    };
    let meant = contents.iter_mut().filter(|(of, _)| is_meant(of));
    for (_, content) in meant {
        let example = &mut content["examples"][name];
        match example.as_object_mut() {
            // Its summary stays.
            Some(example) => {
                example.insert("value".into(), response.clone());
            }
            None => *example = json!({ "value": response }),
        }
    }
}
