//! The parameters of a log.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{cursor, limit, parsed, view::eyes};
use crate::{auth::policy::ViewAs, http::problem::Problem, service::limits::Limits};

/// Which part of a log is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// The entries after this position.
    #[param(value_type = Option<u32>, default = 0)]
    after: Option<String>,
    /// How many entries at most: 1 to 10,000.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10_000, default = 10_000)]
    limit: Option<String>,
    /// The `next_cursor` of the page before; takes the place of `after`.
    cursor: Option<String>,
    /// Through other eyes than one's own, of a finished game: the number of a seat, `spectator`, or `record`, which
    /// hides nothing.
    #[serde(rename = "as")]
    #[param(value_type = Option<String>)]
    eyes: Option<String>,
}

impl LogQuery {
    /// The position after which entries are wanted.
    ///
    /// # Errors
    /// When it is no number.
    pub fn after(&self) -> Result<u32, Problem> {
        if let Some(cursor) = &self.cursor {
            return cursor.parse().map_err(|_| cursor::unknown());
        }
        Ok(parsed("/after", self.after.as_deref())?.unwrap_or(0))
    }

    /// The number of entries.
    ///
    /// # Errors
    /// When it is no number, or not allowed.
    pub fn limit(&self) -> Result<u32, Problem> {
        limit(
            self.limit.as_deref(),
            Limits::LONGEST_LOG,
            Limits::LONGEST_LOG,
        )
    }

    /// Whose eyes are wanted.
    ///
    /// # Errors
    /// When they are nobody's.
    pub fn eyes(&self) -> Result<Option<ViewAs>, Problem> {
        eyes(self.eyes.as_deref())
    }
}
