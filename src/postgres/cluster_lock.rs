//! The lock that the processes of a running Postgres hold on their cluster.
//!
//! A process number in a file, which is what Postgres itself goes by, proves little: the process
//! may be dead, or dead and not yet reaped, or the number may be another program's by now, and
//! where the postmaster is dead its children may not be. A lock on an open file has none of these
//! faults. Postgres inherits the descriptor, and hands it on to every process that it forks; the
//! kernel releases the lock when the last of them is gone, however it went.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::process::Pid;

use super::error::StartError;

/// The file that a server's Postgres has locked while any of its processes lives, and in which the
/// server has noted the number of the first of them.
#[derive(Debug)]
pub(super) struct ClusterLock {
    path: PathBuf,
    file: File,
}

impl ClusterLock {
    /// Opens the file, and makes it if it is missing, without taking the lock.
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

    /// The postmaster that the last server noted.
    pub(super) fn postmaster(&mut self) -> Result<Option<Pid>, StartError> {
        let mut text = String::new();
        match self
            .file
            .rewind()
            .and_then(|()| self.file.read_to_string(&mut text))
        {
            // A server that was killed before it could write has left it empty.
            Ok(_) => Ok(text
                .trim()
                .parse()
                .ok()
                .filter(|&pid| pid > 0)
                .and_then(Pid::from_raw)),
            Err(error) => Err(StartError::folder("read", &self.path)(error)),
        }
    }

    /// Notes the postmaster of this server.
    pub(super) fn note(&mut self, postmaster: Pid) -> Result<(), StartError> {
        self.write(postmaster)
            .map_err(StartError::folder("write", &self.path))
    }

    fn write(&mut self, postmaster: Pid) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        writeln!(self.file, "{}", postmaster.as_raw_nonzero())
    }

    /// The descriptor for Postgres to inherit, on which the lock is held.
    pub(super) fn descriptor(&self) -> Result<Arc<OwnedFd>, StartError> {
        let copy = self
            .file
            .try_clone()
            .map_err(StartError::folder("open", &self.path))?;
        Ok(Arc::new(OwnedFd::from(copy)))
    }
}
