//! Vacations on the wire.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    game::clock::Pause,
    http::problem::Problem,
    service::players::vacation::{Absence, Vacations},
    types::{span::Span, time::Timestamp},
};

/// The length of a vacation that starts now: either `days` or `until`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewVacation, example = json!({"days": 7}))]
pub struct NewVacationBody {
    /// The number of days, of 24 hours each.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 30)]
    days: Option<u32>,
    /// The end of the vacation (RFC 3339).
    #[serde(default)]
    #[schema(value_type = Option<Timestamp>)]
    until: Option<String>,
}

impl TryFrom<NewVacationBody> for Absence {
    type Error = Problem;

    fn try_from(body: NewVacationBody) -> Result<Self, Problem> {
        match (body.days, body.until) {
            (Some(days), None) => Ok(Self::For(TimeDelta::days(days.into()))),
            (None, Some(until)) => DateTime::parse_from_rfc3339(&until)
                .map(|until| Self::Until(Timestamp::new(until.with_timezone(&Utc))))
                .map_err(|_| {
                    let detail = "The time must have the form \"2026-11-30T09:00:00Z\".";
                    Problem::invalid("/until", detail)
                }),
            (Some(_), Some(_)) | (None, None) => Err(Problem::invalid(
                "",
                "A vacation has either `days` or `until`.",
            )),
        }
    }
}

/// A player's current vacation and remaining vacation time.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Vacations)]
pub struct VacationsBody {
    /// The current vacation; `null` if there is none.
    current: Option<VacationBody>,
    /// The longest vacation that could start when the current one ends, or now if there is none.
    left: Span,
}

impl From<Vacations> for VacationsBody {
    fn from(Vacations { current, left }: Vacations) -> Self {
        Self {
            current: current.map(Into::into),
            left: Span::seconds(u32::try_from(left.num_seconds()).unwrap_or_default()),
        }
    }
}

/// A period in which a player's clocks are stopped.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Vacation)]
pub struct VacationBody {
    /// When the vacation started.
    started_at: Timestamp,
    /// When the vacation ends or ended.
    until: Timestamp,
}

impl From<Pause> for VacationBody {
    fn from(Pause { from, until }: Pause) -> Self {
        Self {
            started_at: from,
            until,
        }
    }
}
