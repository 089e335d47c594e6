//! Lengths of time in whole seconds.

use std::{fmt, str::FromStr, time::Duration};

use jiff::{SignedDuration, SpanRelativeTo, SpanRound, Unit};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, SchemaFormat, schema::Type},
};

/// A length of time in whole seconds. Written as an ISO 8601 duration such as `P2DT12H`, where a day is 24 hours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u32);

/// A text that is not a valid length of time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a length of time such as \"P2D\", \"PT12H\" or \"PT30S\"")]
pub struct ParseSpanError(String);

impl Span {
    /// Creates a span of seconds.
    pub const fn seconds(seconds: u32) -> Self {
        Self(seconds)
    }

    /// Creates a span of days of 24 hours.
    pub const fn days(days: u16) -> Self {
        Self(days as u32 * 86_400)
    }

    /// Returns the number of seconds.
    pub const fn as_seconds(self) -> u32 {
        self.0
    }

    /// Returns the span as a [`Duration`] of the standard library.
    pub const fn duration(self) -> Duration {
        Duration::from_secs(self.0 as u64)
    }
}

impl FromStr for Span {
    type Err = ParseSpanError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The conversion refuses months and years, because they have no fixed length.
        let length = || {
            // The library also reads a format of its own, which has no "P" at the beginning.
            let span: jiff::Span = text.strip_prefix('P').and_then(|_| text.parse().ok())?;
            let length = span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?;
            (length.subsec_nanos() == 0).then_some(())?;
            u32::try_from(length.as_secs()).ok().map(Self)
        };
        length().ok_or_else(|| ParseSpanError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_days = SpanRound::new()
            .largest(Unit::Day)
            .relative(SpanRelativeTo::days_are_24_hours());
        let length = SignedDuration::from_secs(self.0.into());
        let span = jiff::Span::try_from(length).and_then(|span| span.round(in_days));
        write!(f, "{}", span.map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl PartialSchema for Span {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::Custom("duration".into())))
            .description(Some(
                "A length of time as an ISO 8601 duration, in whole seconds. A day is 24 hours.",
            ))
            .examples(["P2D"])
            .into()
    }
}

impl ToSchema for Span {
    fn name() -> std::borrow::Cow<'static, str> {
        "Duration".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_and_formatted_with_days_of_24_hours() {
        for (text, seconds, formatted) in [
            ("P2D", 172_800, "P2D"),
            ("PT12H", 43_200, "PT12H"),
            ("PT30S", 30, "PT30S"),
            ("P1W", 604_800, "P7D"),
            ("P1DT26H", 180_000, "P2DT2H"),
            ("PT90M", 5_400, "PT1H30M"),
            ("PT0S", 0, "PT0S"),
        ] {
            assert_eq!(text.parse(), Ok(Span::seconds(seconds)), "{text}");
            assert_eq!(Span::seconds(seconds).to_string(), formatted);
        }
    }

    #[test]
    fn texts_without_a_fixed_length_in_whole_seconds_are_refused() {
        for text in [
            "", "P", "P1M", "P1Y", "-P1D", "PT0.5S", "2 days", "PT-5S", "P200000D", "30",
        ] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }
}
