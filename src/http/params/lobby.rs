//! The parameters of the lobby.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{kind, parsed, status};
use crate::{
    engine::any::Kind, game::Status, http::problem::Problem, service::games::lobby::LobbyFilter,
    types::id::PlayerId,
};

/// The public games to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LobbyQuery {
    /// Only games with this status.
    #[param(value_type = Option<Status>)]
    status: Option<String>,
    /// Only games of this kind.
    #[param(value_type = Option<Kind>)]
    kind: Option<String>,
    /// Only games of this player.
    #[param(value_type = Option<PlayerId>)]
    player: Option<String>,
}

impl TryFrom<LobbyQuery> for LobbyFilter {
    type Error = Problem;

    fn try_from(query: LobbyQuery) -> Result<Self, Problem> {
        Ok(Self {
            status: status(query.status.as_deref())?,
            kind: kind(query.kind.as_deref())?,
            player: parsed("/player", query.player.as_deref())?,
        })
    }
}
