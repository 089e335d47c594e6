//! The log file of the embedded Postgres.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::StartError;

/// A log file that is longer than this is rotated at the next start. One old file is kept.
const MAX_LENGTH: u64 = 4 * 1024 * 1024;
/// How many of the last lines an error message quotes.
const QUOTED_LINES: usize = 10;
/// The maximum number of bytes that are read to find these lines.
const QUOTED_BYTES: u64 = 16 * 1024;

/// The log file, and the position in it at which this start began.
#[derive(Debug, Clone)]
pub(super) struct Log {
    path: PathBuf,
    begin: u64,
}

impl Log {
    /// Opens the log, rotates it if necessary, and remembers its end, so that error messages don't quote earlier
    /// starts.
    pub(super) fn open(path: PathBuf) -> Result<Self, StartError> {
        let length = fs::metadata(&path).map_or(0, |file| file.len());
        let begin = if length > MAX_LENGTH {
            let rotated = path.with_extension("log.1");
            fs::rename(&path, &rotated).map_err(StartError::folder("rename the log", &path))?;
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

    /// Opens the file for a program to write to. The user of the program needs no access to the path, and the output of
    /// several programs does not overlap.
    pub(super) fn append(&self) -> io::Result<File> {
        OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.path)
    }

    /// Returns the last lines since this start began. Ignores errors, because the lines are only used in an error
    /// message.
    pub(super) fn tail(&self) -> String {
        let Ok(mut file) = File::open(&self.path) else {
            return String::new();
        };
        let end = file.metadata().map_or(0, |file| file.len());
        let begin = self.begin.max(end.saturating_sub(QUOTED_BYTES));
        let mut bytes = Vec::new();
        if file.seek(SeekFrom::Start(begin)).is_ok() {
            // On an error, the part that was read is shown.
            let _ = file.take(QUOTED_BYTES).read_to_end(&mut bytes);
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(QUOTED_LINES)..].join("\n")
    }
}
