//! The header `Prefer` (RFC 7240), of which `wait` is understood.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    time::Duration,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

/// The longest that is waited.
pub const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// The header that says which preferences were heeded.
pub const PREFERENCE_APPLIED: &str = "preference-applied";

/// How long the client would have the answer wait for something new, if at all. A preference that can't be read is
/// passed over, as RFC 7240 wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefer {
    /// `wait=N`: so many seconds, but never more than [`LONGEST_WAIT`].
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

/// The first `wait` of these headers. That a later one doesn't count, though the first can't be read, is the RFC's.
fn wait<'a>(mut headers: impl Iterator<Item = &'a str>) -> Option<Duration> {
    let value = headers.find_map(|header| {
        split(header, ',').into_iter().find_map(|preference| {
            // What stands behind a semicolon are parameters, and `wait` has none.
            let preference = split(preference, ';').into_iter().next()?;
            let (name, value) = preference.split_once('=').unwrap_or((preference, ""));
            name.trim()
                .eq_ignore_ascii_case("wait")
                .then(|| unquoted(value.trim()))
        })
    })?;
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    // A number with too many digits is longer than the longest, too.
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

/// The parts of a header between separators that stand outside of quotes.
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
