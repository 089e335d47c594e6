//! Logs on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{game::shown::ShownEntry, service::games::view::LogPage};

/// A page of a log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Log)]
pub struct LogBody {
    /// The entries, as the caller may see them.
    items: Vec<ShownEntry>,
    /// The cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

impl From<LogPage> for LogBody {
    fn from(page: LogPage) -> Self {
        let last = page.entries.last().map(|entry| entry.seq.to_string());
        Self {
            next_cursor: last.filter(|_| page.more),
            items: page.entries,
        }
    }
}
