//! Random JSON that fits a schema: moves as a client could send them, legal or not.

use cardpost::engine::any::{Kind, WireSchemas};
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};
use serde_json::{Map, Value, json};

/// Draws random values of the wire types of one kind, from the schemas that are published of them.
pub struct Sampler {
    options: Value,
    moves: Value,
    components: Map<String, Value>,
}

impl Sampler {
    pub fn new(kind: Kind) -> Self {
        let WireSchemas {
            options,
            moves,
            components,
            ..
        } = kind.wire_schemas();
        Self {
            options: serde_json::to_value(options).unwrap(),
            moves: serde_json::to_value(moves).unwrap(),
            components: components
                .into_iter()
                .map(|(name, schema)| (name, serde_json::to_value(schema).unwrap()))
                .collect(),
        }
    }

    pub fn options(&self, random: &mut StdRng) -> Value {
        self.value(&self.options, random)
    }

    pub fn a_move(&self, random: &mut StdRng) -> Value {
        self.value(&self.moves, random)
    }

    fn value(&self, schema: &Value, random: &mut StdRng) -> Value {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let name = reference.rsplit('/').next().unwrap();
            let component = self
                .components
                .get(name)
                .unwrap_or_else(|| panic!("{reference} is no component"));
            return self.value(component, random);
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values.choose(random).unwrap().clone();
        }
        for union in ["oneOf", "anyOf"] {
            if let Some(variants) = schema.get(union).and_then(Value::as_array) {
                return self.value(variants.choose(random).unwrap(), random);
            }
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            let mut whole = Map::new();
            for part in parts {
                if let Value::Object(fields) = self.value(part, random) {
                    whole.extend(fields);
                }
            }
            return Value::Object(whole);
        }
        self.of_type(schema, random)
    }

    fn of_type(&self, schema: &Value, random: &mut StdRng) -> Value {
        let type_name = match schema.get("type") {
            Some(Value::Array(types)) => types.choose(random).and_then(Value::as_str).unwrap(),
            Some(Value::String(name)) => name,
            _ => panic!("a schema without a type: {schema}"),
        };
        match type_name {
            "object" => self.object(schema, random),
            "array" => {
                let bound = |name| schema.get(name).and_then(Value::as_u64);
                let least = bound("minItems").unwrap_or(0);
                let most = bound("maxItems").unwrap_or(least + 3);
                let length = random.random_range(least..=most);
                (0..length)
                    .map(|_| self.value(&schema["items"], random))
                    .collect()
            }
            "integer" => {
                let bound = |name| schema.get(name).and_then(Value::as_i64);
                let least = bound("minimum").unwrap_or(0);
                // One more than is allowed now and then: such a move is read, and refused by the rules.
                let most = bound("maximum").unwrap_or(12) + i64::from(random.random_bool(0.1));
                json!(random.random_range(least..=most))
            }
            "boolean" => json!(random.random_bool(0.5)),
            "null" => Value::Null,
            "string" if schema.get("pattern").is_some() => {
                let ranks = b"A23456789TJQK";
                let suits = b"CDHS";
                let card = [
                    *ranks.choose(random).unwrap(),
                    *suits.choose(random).unwrap(),
                ];
                json!(if random.random_bool(0.05) {
                    "XX"
                } else {
                    str::from_utf8(&card).unwrap()
                })
            }
            other => panic!("no samples of type {other}: {schema}"),
        }
    }

    fn object(&self, schema: &Value, random: &mut StdRng) -> Value {
        let empty = Map::new();
        let properties = schema
            .get("properties")
            .and_then(Value::as_object)
            .unwrap_or(&empty);
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|n| n == name));
        properties
            .iter()
            .fold(Map::new(), |mut fields, (name, property)| {
                if is_required(name) || random.random_bool(0.5) {
                    fields.insert(name.clone(), self.value(property, random));
                }
                fields
            })
            .into()
    }
}
