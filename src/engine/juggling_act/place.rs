//! Places in a player's two hands, as moves name them.
//!
//! The two games have different names for their hands, so each game has its own type for them. The types that contain
//! a hand are shared, and each game gives their schemas its own names in the API document.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        KnownFormat, ObjectBuilder, Ref, RefOr, Schema, SchemaFormat,
        schema::{AdditionalProperties, Type},
    },
};

use crate::engine::card::Card;

/// The names that a game has for the two hands of a player.
pub trait HandName: Copy + PartialEq + Serialize + DeserializeOwned + ToSchema + 'static {
    /// Both, the one that is dealt first in front.
    const BOTH: [Self; 2];
    /// The prefix of the names of the game's schemas.
    const PREFIX: &'static str;

    /// The number of the hand: 0 or 1, as in [`Self::BOTH`].
    fn index(self) -> usize;

    /// The name for people.
    fn for_people(self) -> &'static str;
}

/// A place in one of two hands, counted from 0, left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place<H> {
    /// The hand.
    pub hand: H,
    /// The index in it.
    pub at: u32,
}

/// The place to which a caught card is put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placing<H> {
    /// The card.
    pub card: Card,
    /// The hand.
    pub hand: H,
    /// The index that it has once it is put there.
    pub at: u32,
}

/// The places to which the cards of a caught throw are put back, one after the other.
///
/// A list is read as the one that puts the cards into the same places from left to right, hand by hand, so that
/// equal catches compare equal. In that order no card moves one that was put back before, so every index is the one
/// that the card has in the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    from = "Vec<Placing<H>>",
    bound(deserialize = "H: HandName", serialize = "H: HandName")
)]
pub struct Placings<H>(Vec<Placing<H>>);

impl<H> Placings<H> {
    /// The cards and their places, hand by hand from left to right.
    pub fn as_slice(&self) -> &[Placing<H>] {
        &self.0
    }
}

/// No hand and no throw has as many cards as the deck.
const MANY: usize = 52;

impl<H: HandName> From<Vec<Placing<H>>> for Placings<H> {
    fn from(listed: Vec<Placing<H>>) -> Self {
        // A longer list is refused anyway; stopping here bounds the work that it causes.
        let fits = |placing: &Placing<H>| usize::try_from(placing.at).is_ok_and(|at| at < MANY);
        if listed.len() > MANY || !listed.iter().all(fits) {
            return Self(listed);
        }
        let mut placed: Vec<Placing<H>> = Vec::with_capacity(listed.len());
        for next in listed {
            for earlier in &mut placed {
                if earlier.hand == next.hand && earlier.at >= next.at {
                    earlier.at += 1;
                }
            }
            placed.push(next);
        }
        placed.sort_by_key(|placing| (placing.hand.index(), placing.at));
        Self(placed)
    }
}

fn index_schema(description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(0))
        .description(Some(description))
}

/// An object with a hand, an index and no fields but those that are added.
fn place_schema<H: HandName>(object: ObjectBuilder, at: &str) -> RefOr<Schema> {
    object
        .property("hand", Ref::from_schema_name(H::name()))
        .required("hand")
        .property("at", index_schema(at))
        .required("at")
        .additional_properties(Some(AdditionalProperties::FreeForm(false)))
        .into()
}

fn hand_schemas<H: HandName>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((H::name().into_owned(), H::schema()));
    H::schemas(schemas);
}

impl<H: HandName> PartialSchema for Place<H> {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new().description(Some("A place in one of a player's hands."));
        place_schema::<H>(object, "The index in the hand, from 0, left to right.")
    }
}

impl<H: HandName> ToSchema for Place<H> {
    fn name() -> Cow<'static, str> {
        format!("{}Place", H::PREFIX).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        hand_schemas::<H>(schemas);
    }
}

impl<H: HandName> PartialSchema for Placing<H> {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new()
            .description(Some("Where a caught card is put."))
            .property("card", Ref::from_schema_name(<Card as ToSchema>::name()))
            .required("card");
        place_schema::<H>(object, "The index that the card has once it is put there.")
    }
}

impl<H: HandName> ToSchema for Placing<H> {
    fn name() -> Cow<'static, str> {
        format!("{}Placing", H::PREFIX).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((<Card as ToSchema>::name().into_owned(), Card::schema()));
        hand_schemas::<H>(schemas);
    }
}
