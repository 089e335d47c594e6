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

/// How long somebody wants to be on vacation, which begins now: either `days` or `until`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewVacation, example = json!({"days": 7}))]
pub struct NewVacationBody {
    /// For so many days of 24 hours.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 30)]
    days: Option<u32>,
    /// Until this moment.
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
                    let detail = "A moment is written like \"2026-11-30T09:00:00Z\".";
                    Problem::invalid("/until", detail)
                }),
            (Some(_), Some(_)) | (None, None) => Err(Problem::invalid(
                "",
                "A vacation lasts either a number of `days`, or `until` a moment.",
            )),
        }
    }
}

/// How it stands with a player's vacations.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Vacations)]
pub struct VacationsBody {
    /// The vacation that they are on.
    current: Option<VacationBody>,
    /// How long a vacation could be that begins as soon as this one ends, or now when there is none.
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

/// A time for which a player's clocks stand still.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Vacation)]
pub struct VacationBody {
    /// When it began.
    started_at: Timestamp,
    /// When it ends or ended.
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
