//! Who may see a game, and who may do what with it.

use crate::{
    engine::{seat::Seat, viewer::Viewer},
    game::{Game, Status, entry::Visibility},
    types::id::PlayerId,
};

/// Whether this caller may know that the game exists. `invited` tells whether they were invited to it.
pub fn may_see(game: &Game, caller: Option<PlayerId>, invited: bool) -> bool {
    match game.created.visibility {
        Visibility::Public => true,
        Visibility::Private => {
            invited || caller.is_some_and(|player| game.seat_of(player).is_some())
        }
    }
}

/// Whether someone with this code may join the private game that it belongs to. Compared in constant time, since
/// the answer of a comparison that stops early tells how much of a guess was right.
pub fn join_code_matches(join_code: Option<&str>, given: Option<&str>) -> bool {
    let (Some(code), Some(given)) = (join_code, given) else {
        return false;
    };
    code.len() == given.len()
        && code
            .bytes()
            .zip(given.bytes())
            .fold(0, |difference, (a, b)| difference | (a ^ b))
            == 0
}

/// The seat that this caller plays on.
pub fn own_seat(game: &Game, caller: Option<PlayerId>) -> Option<Seat> {
    caller.and_then(|player| game.seat_of(player))
}

/// Whether this caller may start the game or call it off.
pub fn is_host(game: &Game, caller: PlayerId) -> bool {
    game.host() == Some(caller)
}

/// Through whose eyes a finished game is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewAs {
    /// A seat's.
    Seat(Seat),
    /// Those of anyone who doesn't play.
    Spectator,
    /// The record's: nothing is hidden.
    Record,
}

/// Whether the game may be looked at through other eyes than the caller's own: not before it is over.
pub const fn may_view_as(game: &Game) -> bool {
    matches!(game.status, Status::Finished)
}

/// Whose eyes this caller sees the game through.
pub fn viewer(game: &Game, caller: Option<PlayerId>, eyes: Option<ViewAs>) -> Viewer {
    match eyes {
        Some(ViewAs::Seat(seat)) => Viewer::Seat(seat),
        Some(ViewAs::Spectator) => Viewer::Spectator,
        Some(ViewAs::Record) => Viewer::Record,
        None => own_seat(game, caller).map_or(Viewer::Spectator, Viewer::Seat),
    }
}
