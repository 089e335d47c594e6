//! Who looks at a game.

use super::seat::Seat;

/// Whose eyes a game is seen through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// Anyone who is not seated: sees only what is public.
    Spectator,
    /// The record of a finished game: sees everything.
    Record,
}

impl Viewer {
    /// Whether this viewer may see what only the player on `seat` sees.
    pub fn sees_as(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Spectator => false,
            Self::Record => true,
        }
    }

    /// Whether this viewer sees everything.
    pub fn sees_all(self) -> bool {
        match self {
            Self::Seat(_) | Self::Spectator => false,
            Self::Record => true,
        }
    }

    /// Everyone who can look at a running game of `seats`: its players and a spectator.
    pub fn of_a_running_game(seats: u8) -> impl Iterator<Item = Self> {
        Seat::all(seats)
            .map(Self::Seat)
            .chain(std::iter::once(Self::Spectator))
    }
}
