//! The lock that the processes of a running Postgres hold on their cluster.
//!
//! Postgres itself relies on a process number in a file, which proves little: the process may be dead, or a zombie, or
//! another program may have the number by now. Also, when the postmaster is dead, its children may still run. A lock on
//! an open file has none of these problems. Postgres inherits the descriptor, and so does every process that it forks.
//! The kernel releases the lock when the last of them has ended, for whatever reason.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::process::Pid;

use super::error::StartError;

/// The lock file. It is locked while any process of the embedded Postgres runs, and contains the process number of the
/// postmaster.
#[derive(Debug)]
pub(super) struct ClusterLock {
    path: PathBuf,
    file: File,
}

impl ClusterLock {
    /// Opens or creates the file, without taking the lock.
    pub(super) fn open(path: PathBuf) -> Result<Self, StartError> {
        let mut options = OpenOptions::new();
        options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600);
        match options.open(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(error) => Err(StartError::folder("open the lock file", &path)(error)),
        }
    }

    /// Takes the lock if it is free.
    pub(super) fn try_take(&self) -> Result<bool, StartError> {
        match self.file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(StartError::folder("lock", &self.path)(error)),
        }
    }

    /// Reads the postmaster that the last server wrote.
    pub(super) fn postmaster(&mut self) -> Result<Option<Pid>, StartError> {
        let mut text = String::new();
        match self
            .file
            .rewind()
            .and_then(|()| self.file.read_to_string(&mut text))
        {
            // The file is empty if the server was killed before it wrote.
            Ok(_) => Ok(text
                .trim()
                .parse()
                .ok()
                .filter(|&pid| pid > 0)
                .and_then(Pid::from_raw)),
            Err(error) => Err(StartError::folder("read", &self.path)(error)),
        }
    }

    /// Writes the postmaster of this server.
    pub(super) fn set_postmaster(&mut self, postmaster: Pid) -> Result<(), StartError> {
        self.write(postmaster)
            .map_err(StartError::folder("write", &self.path))
    }

    fn write(&mut self, postmaster: Pid) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        writeln!(self.file, "{}", postmaster.as_raw_nonzero())
    }

    /// Returns the descriptor that holds the lock, for Postgres to inherit.
    pub(super) fn descriptor(&self) -> Result<Arc<OwnedFd>, StartError> {
        let copy = self
            .file
            .try_clone()
            .map_err(StartError::folder("open", &self.path))?;
        Ok(Arc::new(OwnedFd::from(copy)))
    }
}
