//! Parts of bodies whose shape depends on something else in the body: read as any JSON at first, but no more
//! leniently than the rest.

use std::fmt;

pub use crate::types::json::AnyJson;

/// What `serde` says of a value, in words that don't name the program's types.
pub fn in_plain_words(error: &impl fmt::Display) -> String {
    let message = error.to_string();
    let Some((found, expected)) = message.split_once(", expected ") else {
        return message;
    };
    let is_object = [
        "struct ",
        "internally tagged enum ",
        "adjacently tagged enum ",
    ]
    .iter()
    .any(|kind| expected.starts_with(kind));
    if !is_object {
        return message;
    }
    // Behind the name of the type stands where it was found, sometimes.
    let place = expected
        .find(" at line ")
        .map_or("", |place| &expected[place..]);
    format!("{found}, expected an object{place}")
}
