//! Grammar for the sentences that people read.

/// So many of something, where the plural takes an `s`: `1 card`, `2 cards`, `0 points`, `-1 point`.
pub fn count<N: TryInto<i64>>(number: N, noun: &str) -> String {
    // What doesn't fit is more than one.
    let number = number.try_into().unwrap_or(i64::MAX);
    let s = if number.abs() == 1 { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// A verb that agrees with so many: `is` with one, `are` with none or several.
pub const fn agree(number: usize, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}
