//! The file that Postgres's programs write their messages to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::StartError;

/// A longer log is put aside at the next start, in place of the one that was put aside before.
const LONGEST: u64 = 4 * 1024 * 1024;
/// How much of the log's end an error quotes.
const QUOTED_LINES: usize = 10;
/// An upper bound for what is read to find these lines.
const QUOTED_BYTES: u64 = 16 * 1024;

/// Postgres's log, and where in it this start begins.
#[derive(Debug, Clone)]
pub(super) struct Log {
    path: PathBuf,
    begin: u64,
}

impl Log {
    /// Opens a new section of the log, so that an error doesn't quote what an earlier start said.
    pub(super) fn open(path: PathBuf) -> Result<Self, StartError> {
        let length = fs::metadata(&path).map_or(0, |file| file.len());
        let begin = if length > LONGEST {
            let aside = path.with_extension("log.1");
            fs::rename(&path, &aside).map_err(StartError::folder("rename the log", &path))?;
            0
        } else {
            length
        };
        let log = Self { path, begin };
        log.append()
            .map_err(StartError::folder("write the log", &log.path))?;
        Ok(log)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file, for a program to write to. Whoever runs the program need not have access to it,
    /// and what several programs write doesn't overlap.
    pub(super) fn append(&self) -> io::Result<File> {
        OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.path)
    }

    /// The last lines since this start began. What can't be read is left out: this is for an error
    /// message, which must not fail itself.
    pub(super) fn tail(&self) -> String {
        let Ok(mut file) = File::open(&self.path) else {
            return String::new();
        };
        let end = file.metadata().map_or(0, |file| file.len());
        let begin = self.begin.max(end.saturating_sub(QUOTED_BYTES));
        let mut bytes = Vec::new();
        if file.seek(SeekFrom::Start(begin)).is_ok() {
            // What was read before an error is still worth showing.
            let _ = file.take(QUOTED_BYTES).read_to_end(&mut bytes);
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(QUOTED_LINES)..].join("\n")
    }
}
