//! The wild rank of a deal: it decides which cards are jokers, and how many points a card counts.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::engine::card::{Card, Rank, Suit};

/// The wild rank: every card of this rank is a joker in the deal (§2.3). On the wire it is the first character of the
/// names of those cards: `"7"`, `"T"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wild(Rank);

impl Wild {
    /// Returns the rank that an indicator makes wild: its own, or the Ace if it is a printed joker (§2.3).
    pub fn of_indicator(indicator: Card) -> Self {
        Self(indicator.rank().unwrap_or(Rank::ACE))
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        self.0
    }

    /// Whether a card is a joker in this deal, printed or wild.
    pub fn makes_joker(self, card: Card) -> bool {
        card.rank().is_none_or(|rank| rank == self.0)
    }

    /// The points of a card that is left over (§6.2). Jokers count nothing.
    pub fn points(self, card: Card) -> i32 {
        match card.rank() {
            Some(rank) if rank != self.0 => match rank {
                Rank::ACE | Rank::JACK | Rank::QUEEN | Rank::KING => 10,
                rank => rank.number().into(),
            },
            Some(_) | None => 0,
        }
    }
}

impl fmt::Display for Wild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every card of the rank has the same first character.
        let name = Card::new(self.0, Suit::Clubs).to_string();
        f.write_str(&name[..1])
    }
}

/// The error for a text that is not a rank.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a wild rank is one of A23456789TJQK")]
pub struct ParseWildError;

impl FromStr for Wild {
    type Err = ParseWildError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Rank::all()
            .map(Self)
            .find(|wild| wild.to_string() == text)
            .ok_or(ParseWildError)
    }
}

impl Serialize for Wild {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Wild {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl PartialSchema for Wild {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^[A23456789TJQK]$"))
            .description(Some(
                "The wild rank: every card of this rank is a joker in the deal.",
            ))
            .examples(["7"])
            .into()
    }
}

impl ToSchema for Wild {
    fn name() -> Cow<'static, str> {
        "RummyWild".into()
    }
}
