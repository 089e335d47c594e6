//! The parameters of a log.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{cursor, limit, parsed, view::viewer};
use crate::{auth::policy::ViewAs, http::problem::Problem, service::limits::Limits};

/// The part of a log to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// Only entries after this position.
    #[param(value_type = Option<u32>, default = 0)]
    after: Option<String>,
    /// The maximum number of entries: 1 to 10,000.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10_000, default = 10_000)]
    limit: Option<String>,
    /// The `next_cursor` of the previous page. Takes precedence over `after`.
    cursor: Option<String>,
    /// For finished games: the viewer to show the game to, which is the number of a seat, `spectator`, or `record`. The
    /// record hides nothing.
    #[serde(rename = "as")]
    #[param(value_type = Option<String>)]
    viewer: Option<String>,
}

impl LogQuery {
    /// Returns the position before the first entry to return.
    pub fn after(&self) -> Result<u32, Problem> {
        if let Some(cursor) = &self.cursor {
            return cursor.parse().map_err(|_| cursor::invalid());
        }
        Ok(parsed("/after", self.after.as_deref())?.unwrap_or(0))
    }

    /// Returns the maximum number of entries.
    pub fn limit(&self) -> Result<u32, Problem> {
        limit(
            self.limit.as_deref(),
            Limits::LONGEST_LOG,
            Limits::LONGEST_LOG,
        )
    }

    /// Returns the requested viewer.
    pub fn viewer(&self) -> Result<Option<ViewAs>, Problem> {
        viewer(self.viewer.as_deref())
    }
}
