//! The parameters of downloads.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{cursor, kind, parsed};
use crate::{
    engine::any::Kind,
    http::{dto::record::Format, problem::Problem},
    service::records::download::{RecordFilter, Wanted},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// How a record is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// The form that the record comes in, whatever `Accept` says.
    #[param(value_type = Option<Format>)]
    pub format: Option<String>,
}

/// Which records are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordsQuery {
    /// Games of this kind.
    #[param(value_type = Option<Kind>)]
    kind: Option<String>,
    /// Games that this player took part in.
    #[param(value_type = Option<PlayerId>)]
    player: Option<String>,
    /// Games that ended at this moment or later (RFC 3339).
    #[param(value_type = Option<Timestamp>)]
    since: Option<String>,
    /// Games that ended before this moment (RFC 3339).
    #[param(value_type = Option<Timestamp>)]
    until: Option<String>,
    /// The id of the last record that the caller has: those after it are sent.
    #[param(value_type = Option<GameId>)]
    cursor: Option<String>,
    /// How many records at most; all where it is left out.
    #[param(value_type = Option<u32>, minimum = 1)]
    limit: Option<String>,
}

impl TryFrom<RecordsQuery> for Wanted {
    type Error = Problem;

    fn try_from(query: RecordsQuery) -> Result<Self, Problem> {
        let cursor = query.cursor.map(|cursor| cursor.parse::<GameId>());
        let most = parsed::<u32>("/limit", query.limit.as_deref())?;
        if most == Some(0) {
            return Err(Problem::invalid("/limit", "The limit is 1 or more."));
        }
        Ok(Self {
            filter: RecordFilter {
                kind: kind(query.kind.as_deref())?,
                player: parsed("/player", query.player.as_deref())?,
                since: parsed("/since", query.since.as_deref())?,
                until: parsed("/until", query.until.as_deref())?,
                with_private: false,
            },
            after: cursor.transpose().map_err(|_| cursor::unknown())?,
            most,
        })
    }
}
