//! The options of a game of Rummy.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::engine::rules::InvalidOption;

/// The options of a game of Rummy (§1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(
    as = RummyOptions,
    default = json!({"match": {"type": "deals", "deals": 3}, "jokers_in_sets": true})
)]
pub struct Options {
    /// The length of a match.
    #[serde(rename = "match")]
    pub length: Length,
    /// Whether jokers can be used in sets as well as in sequences.
    #[schema(default = true)]
    pub jokers_in_sets: bool,
}

/// The length of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = RummyMatch)]
pub enum Length {
    /// A fixed number of deals.
    Deals {
        /// The number of deals.
        // A wider type than needed, so that a number out of range is refused by the rule and not as unreadable.
        #[schema(value_type = u8, minimum = 1, maximum = 20, example = 3)]
        deals: i64,
    },
    /// Players who reach the limit are out, until one player is left.
    Pool {
        /// The total at which a player is out.
        limit: Limit,
    },
}

impl Length {
    /// The maximum number of deals in a match.
    pub const MAX_DEALS: i64 = 20;
}

/// The total at which a player is out of a pool: 101 or 201 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Limit(pub i64);

impl Limit {
    /// The allowed limits.
    pub const ALLOWED: [i64; 2] = [101, 201];

    /// Whether a total puts a player out.
    pub fn is_reached_by(self, total: i32) -> bool {
        i64::from(total) >= self.0
    }
}

impl PartialSchema for Limit {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .enum_values(Some(Self::ALLOWED))
            .description(Some("The total at which a player is out of the pool."))
            .into()
    }
}

impl ToSchema for Limit {
    fn name() -> Cow<'static, str> {
        "RummyLimit".into()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            length: Length::Deals { deals: 3 },
            jokers_in_sets: true,
        }
    }
}

impl Options {
    pub(super) fn check(&self) -> Result<(), InvalidOption> {
        let invalid = |pointer, detail: &str| {
            Err(InvalidOption {
                pointer,
                detail: detail.into(),
            })
        };
        match self.length {
            Length::Deals { deals } if !(1..=Length::MAX_DEALS).contains(&deals) => {
                invalid("/match/deals", "A match of Rummy has 1 to 20 deals.")
            }
            Length::Pool { limit } if !Limit::ALLOWED.contains(&limit.0) => {
                invalid("/match/limit", "The limit of a pool is 101 or 201 points.")
            }
            Length::Deals { .. } | Length::Pool { .. } => Ok(()),
        }
    }
}
