//! The parameters of the lobby.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{kind, parsed, status};
use crate::{
    engine::any::Kind, game::Status, http::problem::Problem, service::games::lobby::LobbyFilter,
    types::id::PlayerId,
};

/// Which public games are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LobbyQuery {
    /// How far they have come.
    #[param(value_type = Option<Status>)]
    status: Option<String>,
    /// Their kind.
    #[param(value_type = Option<Kind>)]
    kind: Option<String>,
    /// Who takes part.
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
