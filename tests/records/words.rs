//! The words of a game: the fields and values of its options, moves and events, by their published schemas and in
//! records.

use std::collections::{BTreeMap, BTreeSet};

use cardpost::engine::any::Kind;
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

/// A field and one of its possible values, or only the field if its values are not listed.
pub type Word = (String, Option<String>);

/// Named schemas.
type Components = BTreeMap<String, Value>;

/// Returns every word of the options, moves and events of a kind.
pub fn of_kind(kind: Kind) -> BTreeSet<Word> {
    let schemas = kind.wire_schemas();
    let parts = [schemas.options, schemas.moves, schemas.events];
    of_schemas(parts, schemas.components)
}

/// Returns every word of some schemas.
pub fn of_schemas(
    parts: impl IntoIterator<Item = RefOr<Schema>>,
    components: Vec<(String, RefOr<Schema>)>,
) -> BTreeSet<Word> {
    let json = |schema: &RefOr<Schema>| serde_json::to_value(schema).unwrap();
    let components = components
        .iter()
        .map(|(name, schema)| (name.clone(), json(schema)));
    let components: Components = components.collect();
    let mut words = BTreeSet::new();
    for part in parts {
        add(&json(&part), "", &components, &mut words);
    }
    words
}

/// Returns the types of moves of a kind.
pub fn moves_of(kind: Kind) -> BTreeSet<String> {
    let schemas = kind.wire_schemas();
    let words = of_schemas([schemas.moves], schemas.components);
    let types = words.into_iter().filter(|(field, _)| field == "type");
    types.filter_map(|(_, value)| value).collect()
}

fn add(schema: &Value, field: &str, components: &Components, words: &mut BTreeSet<Word>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return match components.get(name) {
            Some(component) => add(component, field, components, words),
            None => panic!("{reference} is no component"),
        };
    }
    let constant = schema.get("const").into_iter();
    let listed = schema["enum"].as_array().into_iter().flatten();
    for value in constant.chain(listed).filter(|value| !value.is_null()) {
        words.insert((field.to_owned(), Some(said(value))));
    }
    if schema["type"] == "boolean" {
        for value in [true, false] {
            words.insert((field.to_owned(), Some(value.to_string())));
        }
    }
    for union in ["oneOf", "anyOf", "allOf"] {
        for variant in schema[union].as_array().into_iter().flatten() {
            add(variant, field, components, words);
        }
    }
    if schema.get("items").is_some() {
        add(&schema["items"], field, components, words);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        words.insert((name.clone(), None));
        add(property, name, components, words);
    }
}

/// Adds every word in some JSON.
pub fn spoken(json: &Value, field: &str, words: &mut BTreeSet<Word>) {
    match json {
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            words.insert((field.to_owned(), Some(said(json))));
        }
        Value::Array(items) => items.iter().for_each(|item| spoken(item, field, words)),
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
                words.insert((name.clone(), None));
                spoken(value, name, words);
            }
        }
    }
}

fn said(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
