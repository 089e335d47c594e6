//! The parameters of a view of a game.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::parsed;
use crate::{auth::policy::ViewAs, engine::seat::Seat, http::problem::Problem};

/// How the caller wants to see a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ViewParams {
    /// As it stood after this entry of its log.
    #[param(value_type = Option<u32>, minimum = 1)]
    at: Option<String>,
    /// Through other eyes than one's own, of a finished game: the number of a seat, `spectator`, or `record`, which
    /// hides nothing.
    #[serde(rename = "as")]
    #[param(value_type = Option<String>, example = "1")]
    eyes: Option<String>,
    /// `legal_moves` puts the caller's legal moves into the answer.
    #[param(value_type = Option<Include>)]
    include: Option<String>,
}

/// What can be put into the answer too.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Include {
    /// The caller's legal moves.
    LegalMoves,
}

impl ViewParams {
    /// Which moment is wanted.
    ///
    /// # Errors
    /// When it is no number.
    pub fn at(&self) -> Result<Option<u32>, Problem> {
        parsed("/at", self.at.as_deref())
    }

    /// Whose eyes are wanted.
    ///
    /// # Errors
    /// When they are nobody's.
    pub fn eyes(&self) -> Result<Option<ViewAs>, Problem> {
        eyes(self.eyes.as_deref())
    }

    /// Whether the legal moves are wanted.
    ///
    /// # Errors
    /// When something else is.
    pub fn includes_legal_moves(&self) -> Result<bool, Problem> {
        match self.include.as_deref() {
            None => Ok(false),
            Some("legal_moves") => Ok(true),
            Some(_) => Err(Problem::invalid(
                "/include",
                "What can be included is `legal_moves`.",
            )),
        }
    }
}

pub(super) fn eyes(text: Option<&str>) -> Result<Option<ViewAs>, Problem> {
    match text {
        None => Ok(None),
        Some("spectator") => Ok(Some(ViewAs::Spectator)),
        Some("record") => Ok(Some(ViewAs::Record)),
        Some(seat) => match seat.parse::<Seat>() {
            Ok(seat) => Ok(Some(ViewAs::Of(seat))),
            Err(_) => Err(Problem::malformed(
                "/as",
                "A game is seen as a seat, by its number, as `spectator` or as `record`.",
            )),
        },
    }
}
