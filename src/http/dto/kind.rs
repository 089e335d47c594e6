//! Kinds of games on the wire.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::engine::{
    any::{AnyOptions, Kind},
    score::Better,
};

/// A kind of game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KindDescription)]
pub struct KindBody {
    /// The name on the wire.
    kind: Kind,
    /// The display name.
    #[schema(example = "Golf (six cards)")]
    name: &'static str,
    /// The number of players.
    players: PlayersBody,
    /// Whether the highest or the lowest total wins.
    better: Better,
    /// The version of the rules of new games.
    rules: u16,
    /// The options of a kind of game.
    options: OptionsBody,
    /// The rules, as Markdown.
    text: &'static str,
}

/// The number of players.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Players)]
pub struct PlayersBody {
    /// The minimum.
    #[schema(example = 2)]
    min: u8,
    /// The maximum.
    #[schema(example = 6)]
    max: u8,
}

/// The options of a kind of game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OptionsDescription)]
pub struct OptionsBody {
    /// The JSON Schema of the options, without references to other documents.
    #[schema(value_type = Object)]
    schema: Value,
    /// The default options.
    defaults: AnyOptions,
}

/// All kinds of games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Kinds)]
pub struct KindsBody {
    /// All items.
    pub items: Vec<KindBody>,
    /// Always `null`: the list has a single page.
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<String>,
}

impl From<Kind> for KindBody {
    fn from(kind: Kind) -> Self {
        let about = kind.about();
        Self {
            kind,
            name: about.name,
            players: PlayersBody {
                min: *about.players.start(),
                max: *about.players.end(),
            },
            better: about.better,
            rules: about.rules,
            options: OptionsBody {
                schema: options_schema(kind),
                defaults: kind.default_options(),
            },
            text: about.text,
        }
    }
}

/// Returns the schema of a kind's options, with the schemas that it refers to in `$defs`.
fn options_schema(kind: Kind) -> Value {
    let schemas = kind.wire_schemas();
    let mut schema = serde_json::to_value(&schemas.options).unwrap_or_default();
    for (name, component) in &schemas.option_components {
        schema["$defs"][name] = serde_json::to_value(component).unwrap_or_default();
    }
    relocate(&mut schema);
    schema
}

/// Changes references into the OpenAPI document to references into this schema.
fn relocate(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(target) if name == "$ref" => {
                        *target = target.replace("#/components/schemas/", "#/$defs/");
                    }
                    _ => relocate(field),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(relocate),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
