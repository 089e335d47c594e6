//! The unions over all kinds in the OpenAPI document. They are flat, have a discriminator, and every variant is a named
//! component, because client generators have trouble with anything else.
//!
//! Each game's wire types derive their own schema. This module takes those apart and joins the variants.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, RefOr, Schema,
        schema::{AnyOfBuilder, Ref, Type},
    },
};

use crate::{
    engine::any::{AnyEvent, AnyMove, AnyOptions, AnyView, Kind, WireSchemas},
    game::shown::{ShownBody, ShownEntry},
    types::time::Timestamp,
};

/// A component: its name and its schema.
type Named = (String, RefOr<Schema>);

/// A union with the components that it refers to.
struct Union {
    /// The union itself.
    schema: RefOr<Schema>,
    /// The named schemas of its variants.
    components: Vec<Named>,
}

/// Joins variants into a union. Every variant is an object in which the property `tag` has one allowed value.
fn union(tag: &str, description: &str, variants: Vec<(String, Value)>) -> Union {
    let mut references = Vec::new();
    let mut mapping = Map::new();
    let mut components = Vec::new();
    for (name, variant) in variants {
        let reference = format!("#/components/schemas/{name}");
        references.push(json!({ "$ref": reference }));
        if let Some(value) = tag_of(&variant, tag) {
            mapping.insert(value, json!(reference));
        }
        components.push((name, schema(variant)));
    }
    Union {
        schema: schema(json!({
            "description": description,
            "oneOf": references,
            "discriminator": { "propertyName": tag, "mapping": mapping },
        })),
        components,
    }
}

fn tag_of(variant: &Value, tag: &str) -> Option<String> {
    let value = &variant["properties"][tag]["enum"][0];
    value.as_str().map(str::to_owned)
}

fn schema(json: Value) -> RefOr<Schema> {
    serde_json::from_value(json).unwrap_or_else(|error| {
        unreachable!("a schema that was taken apart is still a schema: {error}")
    })
}

fn json_of(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

/// Returns the variants of a union with the discriminator `type`, each with the name of its component: `golf.turn_up`
/// with the suffix `Move` becomes `GolfTurnUpMove`.
fn variants_of(schema: &RefOr<Schema>, suffix: &str) -> Vec<(String, Value)> {
    let variants = match json_of(schema) {
        Value::Object(mut union) if union.contains_key("oneOf") => union.remove("oneOf"),
        single => Some(json!([single])),
    };
    let Some(Value::Array(variants)) = variants else {
        return Vec::new();
    };
    variants
        .into_iter()
        .map(|variant| {
            let tag = tag_of(&variant, "type").unwrap_or_default();
            (format!("{}{suffix}", upper_camel_case(&tag)), variant)
        })
        .collect()
}

fn upper_camel_case(words: &str) -> String {
    words
        .split(['.', '_', '-'])
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect()
            })
        })
        .collect()
}

fn over_all_kinds<T>(part: impl Fn(Kind, WireSchemas) -> T) -> impl Iterator<Item = T> {
    Kind::ALL
        .iter()
        .map(move |&kind| part(kind, kind.wire_schemas()))
}

/// Returns the components that the variants refer to. The games' own unions are not among them: they are taken apart.
fn shared_components() -> Vec<Named> {
    over_all_kinds(|_, schemas| schemas.components)
        .flatten()
        .collect()
}

fn moves() -> Union {
    let variants = over_all_kinds(|_, schemas| {
        let mut variants = variants_of(&schemas.moves, "Move");
        for (_, variant) in &mut variants {
            // The server refuses unknown fields of a move.
            variant["additionalProperties"] = false.into();
        }
        variants
    });
    union(
        "type",
        "A move. The first part of the `type` names the kind of game that the move belongs to.",
        variants.flatten().collect(),
    )
}

fn events() -> Union {
    let variants = over_all_kinds(|_, schemas| variants_of(&schemas.events, "Event"));
    union(
        "type",
        "An effect of a move or a shuffle. The events are enough to animate a table without comparing states.",
        variants.flatten().collect(),
    )
}

/// Returns the union of the views. The property `kind` tells them apart.
fn views() -> Union {
    let variants = over_all_kinds(|kind, schemas| {
        let mut view = json_of(&schemas.view);
        view["properties"]["kind"] = json!({ "type": "string", "enum": [kind.as_str()] });
        if let Some(Value::Array(required)) = view.get_mut("required") {
            required.insert(0, json!("kind"));
        }
        (format!("{}State", upper_camel_case(kind.as_str())), view)
    });
    union(
        "kind",
        "The part of a game that a viewer may see.",
        variants.collect(),
    )
}

fn options() -> Union {
    let components: Vec<Named> = over_all_kinds(|kind, schemas| {
        (
            format!("{}Options", upper_camel_case(kind.as_str())),
            schemas.options,
        )
    })
    .collect();
    let any = components
        .iter()
        .fold(AnyOfBuilder::new(), |any, (name, _)| {
            any.item(Ref::from_schema_name(name))
        })
        .description(Some("The options of a game, which depend on its kind."));
    Union {
        schema: any.into(),
        components,
    }
}

// Not derived, because a derive can't read the names that `kinds!` passes to it.
impl PartialSchema for Kind {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Self::ALL.iter().map(|kind| kind.as_str())))
            .description(Some("A kind of game."))
            .into()
    }
}

impl ToSchema for Kind {
    fn name() -> Cow<'static, str> {
        "Kind".into()
    }
}

macro_rules! union_schema {
    ($type:ty, $name:literal, $union:expr) => {
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                $union.schema
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                $name.into()
            }

            fn schemas(components: &mut Vec<Named>) {
                components.extend(shared_components());
                components.extend($union.components);
            }
        }
    };
}

union_schema!(AnyMove, "Move", moves());
union_schema!(AnyEvent, "Event", events());
union_schema!(AnyView, "State", views());
union_schema!(AnyOptions, "Options", options());

/// Returns the schema of entries: a union of the variants of the body, each with the fields that all entries have.
fn entries() -> Union {
    let common = json!({
        "seq": { "type": "integer", "format": "int32", "minimum": 1, "description": "The position in the log." },
        "at": { "$ref": "#/components/schemas/Timestamp" },
        "salt": {
            "type": "string",
            "description": "The salt of the hash, in hexadecimal. Present if part of the entry is hidden from some \
                            viewer and this viewer sees all of it.",
        },
        "hash": {
            "type": "string",
            "description": "The hash of the chain up to this entry, in hexadecimal.",
        },
    });
    let mut variants = variants_of(&ShownBody::schema(), "Entry");
    for (_, variant) in &mut variants {
        for (name, property) in common.as_object().into_iter().flatten() {
            variant["properties"][name] = property.clone();
        }
        if let Some(required) = variant["required"].as_array_mut() {
            required.extend(["seq", "at", "hash"].map(Into::into));
        }
    }
    union(
        "type",
        "An entry of a game's log, as a viewer sees it.",
        variants,
    )
}

impl PartialSchema for ShownEntry {
    fn schema() -> RefOr<Schema> {
        entries().schema
    }
}

impl ToSchema for ShownEntry {
    fn name() -> Cow<'static, str> {
        "Entry".into()
    }

    fn schemas(components: &mut Vec<Named>) {
        components.push((Timestamp::name().into(), Timestamp::schema()));
        ShownBody::schemas(components);
        components.extend(entries().components);
    }
}
