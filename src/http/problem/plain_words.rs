//! Messages of `serde` without the names of Rust types.

use std::fmt;

pub use crate::types::json::AnyJson;

/// A message of `serde`, in which a type that a client does not know is called an object.
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
    // Some messages end with the position in the text.
    let position = expected
        .find(" at line ")
        .map_or("", |start| &expected[start..]);
    format!("{found}, expected an object{position}")
}
