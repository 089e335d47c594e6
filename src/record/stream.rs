//! Many records as one stream of NDJSON: a record a line, and a last line by which a stream that was cut is noticed.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{Record, ndjson};
use crate::types::id::GameId;

/// What stands on the last line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// What came before this line.
    pub end: Sum,
}

/// What a stream of records adds up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// How many records came.
    pub records: u64,
    /// SHA-256 over every byte of their lines, line feeds included, in hexadecimal.
    pub sha256: String,
    /// Where to go on: the id of the last record, or the cursor that was sent where none came.
    pub cursor: Option<GameId>,
}

/// Adds up a stream while it is written.
#[derive(Debug, Clone)]
pub struct Tally {
    hash: Sha256,
    records: u64,
    cursor: Option<GameId>,
}

impl Tally {
    /// For a stream that goes on after this record.
    pub fn after(cursor: Option<GameId>) -> Self {
        Self {
            hash: Sha256::new(),
            records: 0,
            cursor,
        }
    }

    /// The line of the next record.
    ///
    /// # Errors
    /// When it can't be written as JSON.
    pub fn line(&mut self, record: &Record) -> Result<String, serde_json::Error> {
        let line = ndjson::line(record)?;
        self.hash.update(&line);
        self.records += 1;
        self.cursor = Some(record.id);
        Ok(line)
    }

    /// The last line.
    ///
    /// # Errors
    /// When it can't be written as JSON.
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
