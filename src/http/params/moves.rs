//! The parameters of a move.

use serde::Deserialize;
use utoipa::IntoParams;

use super::parsed;
use crate::http::problem::Problem;

/// Whether a move is a dry run.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DryRunQuery {
    /// `true`: only check whether the move is legal. Nothing is stored, and the response does not reveal anything that
    /// the move itself would reveal.
    #[param(value_type = Option<bool>, default = false)]
    dry_run: Option<String>,
}

impl DryRunQuery {
    /// Returns whether the move is a dry run.
    pub fn dry_run(&self) -> Result<bool, Problem> {
        Ok(parsed("/dry_run", self.dry_run.as_deref())?.unwrap_or(false))
    }
}
