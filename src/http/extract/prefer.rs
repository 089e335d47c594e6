//! The preference `wait` of the header `Prefer` (RFC 7240).

use std::{
    convert::Infallible,
    future::{Ready, ready},
    time::Duration,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

/// The maximum time that a request waits.
pub const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// The response header that lists the preferences that the server applied.
pub const PREFERENCE_APPLIED: &str = "preference-applied";

/// The preferences of a request. A preference that can't be parsed is ignored, as RFC 7240 prescribes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefer {
    /// The time of `wait=N` (in seconds), but never more than [`LONGEST_WAIT`].
    pub wait: Option<Duration>,
}

impl FromRequest for Prefer {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let values = request
            .headers()
            .get_all("prefer")
            .filter_map(|value| value.to_str().ok());
        ready(Ok(Self { wait: wait(values) }))
    }
}

/// Returns the value of the first `wait` in these headers. Later ones are ignored even if the first can't be parsed, as
/// the RFC prescribes.
fn wait<'a>(mut headers: impl Iterator<Item = &'a str>) -> Option<Duration> {
    let value = headers.find_map(|header| {
        split(header, ',').into_iter().find_map(|preference| {
            // A semicolon starts the parameters of a preference, and `wait` has none.
            let preference = split(preference, ';').into_iter().next()?;
            let (name, value) = preference.split_once('=').unwrap_or((preference, ""));
            name.trim()
                .eq_ignore_ascii_case("wait")
                .then(|| unquoted(value.trim()))
        })
    })?;
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    // A number with too many digits exceeds the maximum as well.
    is_number.then(|| {
        value
            .parse()
            .map_or(LONGEST_WAIT, Duration::from_secs)
            .min(LONGEST_WAIT)
    })
}

fn unquoted(value: &str) -> &str {
    value
        .strip_prefix('"')
        .and_then(|value| value.strip_suffix('"'))
        .unwrap_or(value)
}

/// Splits a header at separators outside of quotes.
fn split(header: &str, separator: char) -> Vec<&str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    header
        .split(move |letter| {
            let separates = letter == separator && !is_quoted;
            if letter == '"' && !is_escaped {
                is_quoted = !is_quoted;
            }
            is_escaped = letter == '\\' && is_quoted && !is_escaped;
            separates
        })
        .collect()
}
