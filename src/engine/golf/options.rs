//! The options of Golf.

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::engine::rules::InvalidOption;

/// The options of a game of Golf (§1).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = GolfOptions, default = json!({"holes": 9, "end_at_once": false}))]
pub struct Options {
    /// How many holes are played.
    pub holes: Holes,
    /// A hole ends the moment a player's six cards are all face up: the other players have no last turn.
    #[schema(default = false)]
    pub end_at_once: bool,
}

/// The number of holes of a game: 3, 9 or 18.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Holes(pub u8);

impl Holes {
    /// The lengths that a game can have.
    pub const ALLOWED: [u8; 3] = [3, 9, 18];
}

impl Default for Holes {
    fn default() -> Self {
        Self(9)
    }
}

impl PartialSchema for Holes {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .enum_values(Some(Self::ALLOWED))
            .default(Some(Self::default().0.into()))
            .description(Some("How many holes are played."))
            .into()
    }
}

impl ToSchema for Holes {
    fn name() -> std::borrow::Cow<'static, str> {
        "GolfHoles".into()
    }
}

impl Options {
    pub(super) fn check(&self) -> Result<(), InvalidOption> {
        if Holes::ALLOWED.contains(&self.holes.0) {
            return Ok(());
        }
        Err(InvalidOption {
            pointer: "/holes",
            detail: "A game of Golf has 3, 9 or 18 holes.".into(),
        })
    }
}
