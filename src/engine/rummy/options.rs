//! What a game of Rummy can be varied by.

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
    /// How long a match goes on.
    #[serde(rename = "match")]
    pub length: Length,
    /// Whether jokers can fill sets, and not sequences only.
    #[schema(default = true)]
    pub jokers_in_sets: bool,
}

/// How long a match goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = RummyMatch)]
pub enum Length {
    /// A set number of deals.
    Deals {
        /// How many.
        // Wider than any match, so that a number out of range is answered by the rule.
        #[schema(value_type = u8, minimum = 1, maximum = 20, example = 3)]
        deals: i64,
    },
    /// Whoever reaches the limit is out, until one is left.
    Pool {
        /// The limit.
        limit: Limit,
    },
}

impl Length {
    /// The most deals that a match can have.
    pub const MOST_DEALS: i64 = 20;
}

/// The points that put a player out of a pool: 101 or 201.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Limit(pub i64);

impl Limit {
    /// The limits that pools are played to.
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
            .description(Some("The points that put a player out of a pool."))
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
            Length::Deals { deals } if !(1..=Length::MOST_DEALS).contains(&deals) => {
                invalid("/match/deals", "A match of Rummy has 1 to 20 deals.")
            }
            Length::Pool { limit } if !Limit::ALLOWED.contains(&limit.0) => {
                invalid("/match/limit", "A pool is played to 101 or to 201 points.")
            }
            Length::Deals { .. } | Length::Pool { .. } => Ok(()),
        }
    }
}
