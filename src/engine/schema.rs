//! The unions over all kinds in the published document: flat, with a discriminator, every variant a component with
//! a name of its own, because generators of clients stumble over anything else.
//!
//! Each game's wire types derive their own schema; this module only takes those apart and joins them.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, RefOr, Schema,
        schema::{AnyOfBuilder, Ref, Type},
    },
};

use super::any::{AnyEvent, AnyMove, AnyOptions, AnyView, Kind, WireSchemas};

/// A component: its name and its schema.
pub type Named = (String, RefOr<Schema>);

/// A union and the components that it refers to.
pub struct Union {
    /// The union itself.
    pub schema: RefOr<Schema>,
    /// The named schemas of its variants.
    pub components: Vec<Named>,
}

/// Joins variants under their tags. Every variant is an object whose property `tag` has one allowed value.
pub fn union(tag: &str, description: &str, variants: Vec<(String, Value)>) -> Union {
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
    serde_json::from_value(json)
        .unwrap_or_else(|error| unreachable!("a schema that was a schema before: {error}"))
}

fn json_of(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

/// The variants of a union with the discriminator `type`, each with the name of its component: `golf.turn_up` with
/// the suffix `Move` is `GolfTurnUpMove`.
pub fn variants_of(schema: &RefOr<Schema>, suffix: &str) -> Vec<(String, Value)> {
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

/// Components that the parts refer to: all but the games' own unions, which are taken apart.
fn shared_components() -> Vec<Named> {
    over_all_kinds(|_, schemas| schemas.components)
        .flatten()
        .collect()
}

fn moves() -> Union {
    let variants = over_all_kinds(|_, schemas| {
        let mut variants = variants_of(&schemas.moves, "Move");
        for (_, variant) in &mut variants {
            // As they are read: a field that a move doesn't have is refused.
            variant["additionalProperties"] = false.into();
        }
        variants
    });
    union(
        "type",
        "A move. Which of them a game takes is told by its kind, the first part of the `type`.",
        variants.flatten().collect(),
    )
}

fn events() -> Union {
    let variants = over_all_kinds(|_, schemas| variants_of(&schemas.events, "Event"));
    union(
        "type",
        "Something that a move or a shuffle did: enough to animate a table without comparing states.",
        variants.flatten().collect(),
    )
}

/// The states, each with the property `kind` that tells them apart.
fn views() -> Union {
    let variants = over_all_kinds(|kind, schemas| {
        let mut view = json_of(&schemas.view);
        view["properties"]["kind"] = json!({ "type": "string", "enum": [kind.as_str()] });
        if let Some(Value::Array(required)) = view.get_mut("required") {
            required.insert(0, json!("kind"));
        }
        (format!("{}State", upper_camel_case(kind.as_str())), view)
    });
    union("kind", "What a viewer sees of a game.", variants.collect())
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
        .description(Some("What a game is varied by: the options of its kind."));
    Union {
        schema: any.into(),
        components,
    }
}

// Written out, because a derive can't read the names that `kinds!` hands to it.
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
