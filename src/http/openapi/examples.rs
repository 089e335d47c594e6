//! Examples for the document: real answers of a server, recorded by a test that fails when they change.

use serde_json::{Map, Value, json};

use crate::http::dto::record::NDJSON;

/// Requests and responses, by `METHOD /path/template status name`.
const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

/// Adds the examples to a document.
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
            add_request(operation, name, &example["request"]);
            add_response(
                &mut operation["responses"][status],
                name,
                &example["response"],
                example["content_type"].as_str(),
            );
        }
    }
}

fn add_request(operation: &mut Value, name: &str, request: &Value) {
    // A rejected body is not an example of what to send.
    if request.is_null() || is_problem(name) {
        return;
    }
    if let Some(content) = operation.pointer_mut("/requestBody/content/application~1json") {
        content["examples"][name] = json!({ "value": request });
    }
}

/// Returns whether an example shows a problem. Examples of problems have the code as their name.
fn is_problem(name: &str) -> bool {
    crate::http::problem::Code::ALL
        .iter()
        .any(|code| code.as_str() == name)
}

/// Adds a response of this content type or, without one, of the only content type that is JSON.
fn add_response(target: &mut Value, name: &str, response: &Value, content_type: Option<&str>) {
    let Some(contents) = target.get_mut("content").and_then(Value::as_object_mut) else {
        return;
    };
    let matches_type = |of: &str| match content_type {
        Some(content_type) => of == content_type,
        None => of.ends_with("json") && of != NDJSON,
    };
    let matching = contents.iter_mut().filter(|(of, _)| matches_type(of));
    for (_, content) in matching {
        let example = &mut content["examples"][name];
        match example.as_object_mut() {
            // Keeps its summary.
            Some(example) => {
                example.insert("value".into(), response.clone());
            }
            None => *example = json!({ "value": response }),
        }
    }
}
