//! The parameters of every list.

use serde::Deserialize;
use utoipa::IntoParams;

use super::limit;
use crate::{http::problem::Problem, service::limits::Limits};

/// The page of a list to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// The maximum number of items: 1 to 100.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<String>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl PageQuery {
    /// Returns the maximum number of items.
    pub fn limit(&self) -> Result<u32, Problem> {
        limit(self.limit.as_deref(), Limits::PAGE, Limits::LONGEST_PAGE)
    }
}
