//! Timestamps with milliseconds.

use std::{fmt, str::FromStr};

use chrono::{DateTime, NaiveDate, SecondsFormat, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, schema::Type},
};

/// A time in UTC with milliseconds. Entries are hashed with this precision, so a timestamp must be the same before and
/// after it is stored. Written as `2026-11-30T09:00:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    /// Creates a timestamp, truncated to the millisecond.
    pub fn new(moment: DateTime<Utc>) -> Self {
        Self(moment.trunc_subsecs(3))
    }

    /// The Unix epoch, which is earlier than any stored timestamp.
    pub const FIRST: Self = Self(DateTime::UNIX_EPOCH);

    /// Returns the time as a `chrono` value.
    pub const fn moment(self) -> DateTime<Utc> {
        self.0
    }

    /// Returns the timestamp later by `length`, or the latest possible one if that is out of range.
    #[must_use]
    pub fn plus(self, length: TimeDelta) -> Self {
        let last = DateTime::<Utc>::MAX_UTC;
        self.0
            .checked_add_signed(length)
            .map_or(Self::new(last), Self::new)
    }

    /// Parses the one form in which timestamps are written. Parsed digit by digit, because every entry of a log has one
    /// and a general parser is slower.
    fn read(text: &str) -> Option<Self> {
        let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', rest @ ..] = text.as_bytes() else {
            return None;
        };
        let [h1, h2, b':', n1, n2, b':', s1, s2, b'.', f1, f2, f3, b'Z'] = rest else {
            return None;
        };
        let number = |digits: &[&u8]| {
            digits.iter().try_fold(0, |number, digit| {
                let digit = char::from(**digit).to_digit(10)?;
                Some(number * 10 + digit)
            })
        };
        let year = i32::try_from(number(&[y1, y2, y3, y4])?).ok()?;
        let day = NaiveDate::from_ymd_opt(year, number(&[m1, m2])?, number(&[d1, d2])?)?;
        let (hour, minute) = (number(&[h1, h2])?, number(&[n1, n2])?);
        let moment =
            day.and_hms_milli_opt(hour, minute, number(&[s1, s2])?, number(&[f1, f2, f3])?)?;
        Some(Self(moment.and_utc()))
    }

    /// Returns the time since `earlier`, which is negative if this timestamp is before it.
    pub fn after(self, earlier: Self) -> TimeDelta {
        self.0 - earlier.0
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl FromStr for Timestamp {
    type Err = chrono::ParseError;

    /// Parses any RFC 3339 timestamp, as people and other programs write it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        DateTime::parse_from_rfc3339(text).map(|moment| Self::new(moment.to_utc()))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    // Accepts only the form that is written: another form of the same time would have another hash.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| {
            de::Error::custom(format_args!(
                "{text:?} is not a timestamp such as \"2026-11-30T09:00:00.000Z\""
            ))
        })
    }
}

impl PartialSchema for Timestamp {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .description(Some("A time in UTC, with milliseconds."))
            .examples(["2026-11-30T09:00:00.000Z"])
            .into()
    }
}

impl ToSchema for Timestamp {
    fn name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }
}
