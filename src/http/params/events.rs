//! The parameters of event streams.

use serde::Deserialize;
use utoipa::IntoParams;

/// The position at which a stream of events starts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// The id of the last event that the client received, for clients that cannot send the header `Last-Event-ID`. The
    /// stream of all games of a player also accepts `now`, for new events only.
    pub after: Option<String>,
}
