//! The parameters of record downloads.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{cursor, kind, parsed};
use crate::{
    engine::any::Kind,
    http::{dto::record::Format, problem::Problem},
    service::records::download::{RecordFilter, RecordSelection},
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// The format of a record to download.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// The format of the record. Takes precedence over `Accept`.
    #[param(value_type = Option<Format>)]
    pub format: Option<String>,
}

/// The records to download.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordsQuery {
    /// Only games of this kind.
    #[param(value_type = Option<Kind>)]
    kind: Option<String>,
    /// Only games of this player.
    #[param(value_type = Option<PlayerId>)]
    player: Option<String>,
    /// Only games that ended at this time or later (RFC 3339).
    #[param(value_type = Option<Timestamp>)]
    since: Option<String>,
    /// Only games that ended before this time (RFC 3339).
    #[param(value_type = Option<Timestamp>)]
    until: Option<String>,
    /// The id of the last record that the caller has. Only later records are sent.
    #[param(value_type = Option<GameId>)]
    cursor: Option<String>,
    /// The maximum number of records. The default is all.
    #[param(value_type = Option<u32>, minimum = 1)]
    limit: Option<String>,
}

impl TryFrom<RecordsQuery> for RecordSelection {
    type Error = Problem;

    fn try_from(query: RecordsQuery) -> Result<Self, Problem> {
        let cursor = query.cursor.map(|cursor| cursor.parse::<GameId>());
        let limit = parsed::<u32>("/limit", query.limit.as_deref())?;
        if limit == Some(0) {
            return Err(Problem::invalid("/limit", "The limit must be at least 1."));
        }
        Ok(Self {
            filter: RecordFilter {
                kind: kind(query.kind.as_deref())?,
                player: parsed("/player", query.player.as_deref())?,
                since: parsed("/since", query.since.as_deref())?,
                until: parsed("/until", query.until.as_deref())?,
                with_private: false,
            },
            after: cursor.transpose().map_err(|_| cursor::invalid())?,
            limit,
        })
    }
}
