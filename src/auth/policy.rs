//! Access rules: who may see, join, start and cancel a game.

use crate::{
    engine::{seat::Seat, viewer::Viewer},
    game::{Game, Status, entry::Visibility},
    types::id::PlayerId,
};

/// Returns whether the caller may know that the game exists. `invited` is whether they have an invitation to it.
pub fn may_see(game: &Game, caller: Option<PlayerId>, invited: bool) -> bool {
    let is_member = caller.is_some_and(|player| game.seat_of(player).is_some());
    is_visible(game.created.visibility, is_member, invited)
}

/// Returns whether a game of this visibility is visible to a caller who is a member of it or invited to it, or neither.
pub const fn is_visible(visibility: Visibility, is_member: bool, invited: bool) -> bool {
    match visibility {
        Visibility::Public => true,
        Visibility::Private => is_member || invited,
    }
}

/// Returns whether the given code is the join code of the game. The comparison takes constant time: one that stops at
/// the first difference would show how much of a guess is right.
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

/// Returns the seat of the caller.
pub fn own_seat(game: &Game, caller: Option<PlayerId>) -> Option<Seat> {
    caller.and_then(|player| game.seat_of(player))
}

/// Returns whether the caller may start or cancel the open game.
pub fn is_host(game: &Game, caller: PlayerId) -> bool {
    game.host() == Some(caller)
}

/// The viewer whose view of a finished game is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewAs {
    /// The player on this seat.
    Seat(Seat),
    /// A spectator.
    Spectator,
    /// The record, from which nothing is hidden.
    Record,
}

/// Returns whether a caller may choose another view than their own, which is allowed once the game is finished.
pub const fn may_view_as(game: &Game) -> bool {
    matches!(game.status, Status::Finished)
}

/// Returns the viewer as which the caller sees the game.
pub fn viewer(game: &Game, caller: Option<PlayerId>, view_as: Option<ViewAs>) -> Viewer {
    match view_as {
        Some(ViewAs::Seat(seat)) => Viewer::Seat(seat),
        Some(ViewAs::Spectator) => Viewer::Spectator,
        Some(ViewAs::Record) => Viewer::Record,
        None => own_seat(game, caller).map_or(Viewer::Spectator, Viewer::Seat),
    }
}
