//! A stream of many records as NDJSON: one record per line, and a last line that shows that the stream is complete.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{Record, ndjson};
use crate::types::id::GameId;

/// The last line of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The summary of the lines before.
    pub end: Sum,
}

/// The summary of a stream of records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The number of records.
    pub records: u64,
    /// SHA-256 over every byte of their lines, line feeds included, in hexadecimal.
    pub sha256: String,
    /// The cursor to continue from: the id of the last record. If there was none, the cursor of the request.
    pub cursor: Option<GameId>,
}

/// Writes the lines of a stream, and computes its summary.
#[derive(Debug, Clone)]
pub struct Tally {
    hash: Sha256,
    records: u64,
    cursor: Option<GameId>,
}

impl Tally {
    /// Starts a stream after the given record, or at the beginning.
    pub fn after(cursor: Option<GameId>) -> Self {
        Self {
            hash: Sha256::new(),
            records: 0,
            cursor,
        }
    }

    /// Returns the line of the next record.
    pub fn line(&mut self, record: &Record) -> Result<String, serde_json::Error> {
        let line = ndjson::line(record)?;
        self.hash.update(&line);
        self.records += 1;
        self.cursor = Some(record.id);
        Ok(line)
    }

    /// Returns the last line, with the summary.
    pub fn end(self) -> Result<String, serde_json::Error> {
        ndjson::line(&End {
            end: Sum {
                records: self.records,
                sha256: hex::encode(self.hash.finalize()),
                cursor: self.cursor,
            },
        })
    }
}
