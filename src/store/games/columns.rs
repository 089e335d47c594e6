//! Encoding of a game's fields as column values.

use serde::Serialize;

use crate::{
    game::{
        Game, Status,
        entry::{Seating, Visibility},
    },
    store::error::StoreError,
};

/// Returns the value of `games.status`.
pub const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Playing => "playing",
        Status::Finished => "finished",
        Status::Cancelled => "cancelled",
    }
}

/// Returns the value of `games.visibility`.
pub const fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Private => "private",
    }
}

/// Returns the value of `games.seating`.
pub const fn seating_word(seating: Seating) -> &'static str {
    match seating {
        Seating::Random => "random",
        Seating::AsJoined => "as_joined",
    }
}

/// Returns the value of `games.turn_seat`: the seat that is to move.
pub fn turn_seat(game: &Game) -> Option<i16> {
    game.turn.seats.first().map(|seat| seat.number().into())
}

/// Returns the value of `games.snapshot`.
pub(super) fn snapshot(game: &Game) -> Result<Option<String>, StoreError> {
    nullable_json(game.table.as_ref())
}

/// Returns the value of `games.clock`: the time control.
pub(super) fn clock(game: &Game) -> Result<Option<String>, StoreError> {
    nullable_json(game.created.clock.as_ref())
}

/// Returns the value of `games.timing`: the time that each player has left.
pub(super) fn timing(game: &Game) -> Result<Option<String>, StoreError> {
    nullable_json(game.timing.as_ref())
}

/// Returns the value of `games.result`.
pub(super) fn result(game: &Game) -> Result<Option<String>, StoreError> {
    nullable_json(game.result.as_ref())
}

/// Returns the value of `games.version` or `log.seq`. No log comes near the two billion entries that fit.
pub(super) fn seq(seq: u32) -> i32 {
    i32::try_from(seq).unwrap_or(i32::MAX)
}

fn nullable_json<T: Serialize>(value: Option<&T>) -> Result<Option<String>, StoreError> {
    value
        .map(serde_json::to_string)
        .transpose()
        .map_err(StoreError::corrupt)
}
