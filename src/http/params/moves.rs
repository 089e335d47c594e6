//! The parameters of a move.

use serde::Deserialize;
use utoipa::IntoParams;

use super::parsed;
use crate::http::problem::Problem;

/// Whether a move is only tried.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DryRunQuery {
    /// `true`: only says whether the move would be legal. Nothing is stored, and nothing is told that the move
    /// would bring to light.
    #[param(value_type = Option<bool>, default = false)]
    dry_run: Option<String>,
}

impl DryRunQuery {
    /// Whether the move is only tried.
    ///
    /// # Errors
    /// When it is neither true nor false.
    pub fn dry_run(&self) -> Result<bool, Problem> {
        Ok(parsed("/dry_run", self.dry_run.as_deref())?.unwrap_or(false))
    }
}
