//! `postmaster.pid`, the file with the process number and the state of a running Postgres.
//!
//! One value a line: 1 the process, 2 the folder, 3 the start time, 4 the port, 5 the socket's
//! folder, 6 the host, 7 the shared memory, 8 the state. The lines are written one after the
//! other while Postgres starts. The state is `ready` when Postgres accepts connections.

use std::path::{Path, PathBuf};
use std::{fs, io};

const STATE: usize = 8;

/// The relevant contents of `postmaster.pid`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PidFile {
    /// The process that wrote the file, which may be dead. Negative for a single-user Postgres.
    pub(super) pid: i32,
    /// Whether the process accepts connections.
    pub(super) ready: bool,
}

impl PidFile {
    /// Returns the path of the file of a cluster.
    pub(super) fn path(cluster: &Path) -> PathBuf {
        cluster.join("postmaster.pid")
    }

    /// Reads the file. Returns `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// An I/O error; of kind `InvalidData` where the file doesn't begin with a process number.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text)
                .map(Some)
                .ok_or(io::ErrorKind::InvalidData.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let pid = lines.next()?.trim().parse().ok().filter(|&pid| pid != 0)?;
        let ready = lines
            .nth(STATE - 2)
            .is_some_and(|state| state.trim_end() == "ready");
        Some(Self { pid, ready })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "17\n/data\n1700000000\n5432\n/socket\n\n 10010657         5\n";

    #[test]
    fn the_eighth_line_says_whether_it_is_ready() {
        let file = |state| PidFile::parse(&format!("{FILE}{state}"));
        assert_eq!(
            file("ready   \n"),
            Some(PidFile {
                pid: 17,
                ready: true
            })
        );
        assert_eq!(
            file("starting\n"),
            Some(PidFile {
                pid: 17,
                ready: false
            })
        );
        assert_eq!(
            file(""),
            Some(PidFile {
                pid: 17,
                ready: false
            })
        );
    }

    #[test]
    fn a_single_user_postgres_has_a_negative_number() {
        assert_eq!(
            PidFile::parse("-17\n/data\n"),
            Some(PidFile {
                pid: -17,
                ready: false
            })
        );
    }

    #[test]
    fn a_file_that_begins_with_no_number_is_refused() {
        for text in ["", "\n", "ready\n", "0\n"] {
            assert_eq!(PidFile::parse(text), None, "{text:?}");
        }
    }
}
