//! The parameters of event streams.

use serde::Deserialize;
use utoipa::IntoParams;

/// Where a stream of events begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// The id of the last event that the client got, for clients that can't send a header. For all games of a player
    /// also `now`: only what happens from now on.
    pub after: Option<String>,
}
