//! The API document as a server publishes it.

use actix_web::web::Bytes;
use utoipa::openapi::{OpenApi as Document, path::PathItem};

use super::examples;

/// The published document: what a server needs of it, made once and shared by all of its threads.
#[derive(Debug)]
pub struct Published {
    json: Bytes,
    /// The methods of each path, which is a template such as `/v1/games/{id}`.
    methods: Vec<(String, Vec<&'static str>)>,
}

impl Published {
    /// Takes what is needed from a document.
    pub(super) fn of(document: &Document) -> Self {
        let methods = document.paths.paths.iter();
        Self {
            json: Bytes::from(to_json(document)),
            methods: methods
                .map(|(template, item)| (template.clone(), methods_of(item)))
                .collect(),
        }
    }

    /// The document as JSON: the same bytes as in `openapi/openapi.json`.
    pub const fn json(&self) -> &Bytes {
        &self.json
    }

    /// The methods that a path supports; none if there is no such path.
    pub fn methods(&self, path: &str) -> &[&'static str] {
        self.methods
            .iter()
            .find(|(template, _)| matches_template(template, path))
            .map_or(&[], |(_, methods)| methods)
    }
}

fn to_json(document: &Document) -> String {
    let mut json = serde_json::to_value(document)
        .and_then(|mut document| {
            examples::add_to(&mut document);
            serde_json::to_string_pretty(&document)
        })
        .unwrap_or_else(|error| unreachable!("the document is JSON: {error}"));
    json.push('\n');
    json
}

fn methods_of(item: &PathItem) -> Vec<&'static str> {
    [
        ("GET", item.get.is_some()),
        ("POST", item.post.is_some()),
        ("PATCH", item.patch.is_some()),
        ("DELETE", item.delete.is_some()),
    ]
    .into_iter()
    .filter_map(|(method, is_there)| is_there.then_some(method))
    .collect()
}

/// Returns whether a path matches a template such as `/v1/games/{id}`.
fn matches_template(template: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    template.split('/').all(|part| {
        segments.next().is_some_and(|segment| {
            part == segment || (part.starts_with('{') && !segment.is_empty())
        })
    }) && segments.next().is_none()
}
