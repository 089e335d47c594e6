//! The parameters of a view of a game.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::parsed;
use crate::{auth::policy::ViewAs, engine::seat::Seat, http::problem::Problem};

/// The view of a game to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ViewParams {
    /// The version of the game to return. The default is the latest.
    #[param(value_type = Option<u32>, minimum = 1)]
    at: Option<String>,
    /// For finished games: the viewer to show the game to, which is the number of a seat, `spectator`, or `record`. The
    /// record hides nothing.
    #[serde(rename = "as")]
    #[param(value_type = Option<String>, example = "1")]
    viewer: Option<String>,
    /// `legal_moves`: include the caller's legal moves in the response.
    #[param(value_type = Option<Include>)]
    include: Option<String>,
}

/// Optional parts of a response.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Include {
    /// The caller's legal moves.
    LegalMoves,
}

impl ViewParams {
    /// Returns the requested version.
    pub fn at(&self) -> Result<Option<u32>, Problem> {
        parsed("/at", self.at.as_deref())
    }

    /// Returns the requested viewer.
    pub fn viewer(&self) -> Result<Option<ViewAs>, Problem> {
        viewer(self.viewer.as_deref())
    }

    /// Returns whether the response must include the legal moves.
    pub fn includes_legal_moves(&self) -> Result<bool, Problem> {
        match self.include.as_deref() {
            None => Ok(false),
            Some("legal_moves") => Ok(true),
            Some(_) => Err(Problem::invalid(
                "/include",
                "The only value of `include` is `legal_moves`.",
            )),
        }
    }
}

pub(super) fn viewer(text: Option<&str>) -> Result<Option<ViewAs>, Problem> {
    match text {
        None => Ok(None),
        Some("spectator") => Ok(Some(ViewAs::Spectator)),
        Some("record") => Ok(Some(ViewAs::Record)),
        Some(seat) => match seat.parse::<Seat>() {
            Ok(seat) => Ok(Some(ViewAs::Seat(seat))),
            Err(_) => Err(Problem::malformed(
                "/as",
                "The viewer must be the number of a seat, `spectator` or `record`.",
            )),
        },
    }
}
