//! Seats at a table.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A place at the table, counted from 0 clockwise: the player on the left of seat s sits on seat s + 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
#[schema(value_type = u8, example = 1, maximum = 7)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// Creates the seat with this number, from 0.
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Returns all seats of a table with `seats` seats, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats).map(Self)
    }

    /// Returns the number of the seat as an index into lists by seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the seat, from 0.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the seat on the left, which is the next clockwise, at a table with `seats` seats.
    #[must_use]
    pub const fn left(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }

    /// Returns all seats of a table with `seats` seats in clockwise order, starting with this one.
    pub fn round_the_table(self, seats: u8) -> impl Iterator<Item = Self> {
        (0..seats).map(move |step| Self((self.0 + step) % seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The error for a text that is not a seat number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a seat is a whole number from 0 to 255")]
pub struct ParseSeatError;

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).map_err(|_| ParseSeatError)
    }
}
