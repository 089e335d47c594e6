//! The viewers of a game.

use super::seat::Seat;

/// A viewer of a game, which decides what is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// A viewer without a seat, who sees only what is public.
    Spectator,
    /// The record of a finished game, which shows everything.
    Record,
}

impl Viewer {
    /// Returns whether this viewer sees everything that the player on `seat` sees.
    pub fn sees_as(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Spectator => false,
            Self::Record => true,
        }
    }

    /// Returns whether nothing is hidden from this viewer.
    pub fn sees_all(self) -> bool {
        match self {
            Self::Seat(_) | Self::Spectator => false,
            Self::Record => true,
        }
    }

    /// Returns the viewers of a running game with `seats` seats: each seat and a spectator.
    pub fn of_a_running_game(seats: u8) -> impl Iterator<Item = Self> {
        Seat::all(seats)
            .map(Self::Seat)
            .chain(std::iter::once(Self::Spectator))
    }
}
