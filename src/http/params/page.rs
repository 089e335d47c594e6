//! The parameters of every list.

use serde::Deserialize;
use utoipa::IntoParams;

use super::limit;
use crate::{http::problem::Problem, service::limits::Limits};

/// Which part of a list is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many elements at most: 1 to 100.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<String>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
}

impl PageQuery {
    /// The number of elements.
    ///
    /// # Errors
    /// When it is no number, or not allowed.
    pub fn limit(&self) -> Result<u32, Problem> {
        limit(self.limit.as_deref(), Limits::PAGE, Limits::LONGEST_PAGE)
    }
}
