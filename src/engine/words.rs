//! Grammar for the sentences that people read.

/// Returns a number with a noun that takes an `s` in the plural: `1 card`, `2 cards`, `0 points`, `-1 point`.
pub fn count<N: TryInto<i64>>(number: N, noun: &str) -> String {
    // A number that doesn't fit is plural.
    let number = number.try_into().unwrap_or(i64::MAX);
    let s = if number.abs() == 1 { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// Returns the form of a verb that agrees with a number: `is` with 1, `are` with 0 or more than 1.
pub const fn agree(number: usize, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}
