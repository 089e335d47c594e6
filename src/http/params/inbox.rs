//! The parameters of a player's inbox.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{parsed, status};
use crate::{
    game::Status,
    http::problem::Problem,
    service::games::inbox::{InboxFilter, Part},
};

/// Which of the caller's games to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InboxQuery {
    /// Only games with this status.
    #[param(value_type = Option<Status>)]
    status: Option<String>,
    /// `mine`: only games in which it is the caller's turn.
    #[param(value_type = Option<Turn>)]
    turn: Option<String>,
    /// `true`: only games to which the caller is invited. `false`: only games in which the caller has a seat.
    #[param(value_type = Option<bool>)]
    invited: Option<String>,
}

/// A filter for the current turn.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// It is the caller's turn.
    Mine,
}

impl TryFrom<InboxQuery> for InboxFilter {
    type Error = Problem;

    fn try_from(query: InboxQuery) -> Result<Self, Problem> {
        let my_turn = match query.turn.as_deref() {
            None => false,
            Some("mine") => true,
            Some(_) => {
                return Err(Problem::invalid(
                    "/turn",
                    "The only value of `turn` is `mine`.",
                ));
            }
        };
        Ok(Self {
            status: status(query.status.as_deref())?,
            my_turn,
            part: match parsed("/invited", query.invited.as_deref())? {
                None => Part::Any,
                Some(true) => Part::Invited,
                Some(false) => Part::Seated,
            },
        })
    }
}
