//! Taking over a cluster from a server that did not stop it.
//!
//! The caller holds the lock on the data folder, so that server is dead. Its Postgres may not be:
//! where the kernel sends a signal at the server's death it is about to end, elsewhere it runs on.
//! If it was killed too, some of its processes may take longer to notice, and two of them on one
//! cluster would destroy it.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};

use super::{
    cluster_lock::ClusterLock,
    data_folder::DataFolder,
    error::StartError,
    pid_file::PidFile,
    postmaster::{BREAK_OFF, FAST_SHUTDOWN, POLL},
    process_table::{cluster_name, processes_of},
};

/// Returns with the cluster's lock when no process of an earlier server's Postgres is left and a
/// new one can start.
pub(super) fn take_over(folder: &DataFolder) -> Result<ClusterLock, StartError> {
    let mut lock = ClusterLock::open(folder.cluster_lock())?;
    let postmaster = lock.postmaster()?;
    end_all(&lock, &folder.cluster(), postmaster)?;
    remove_stale_pid_file(&folder.cluster(), postmaster)?;
    Ok(lock)
}

/// Ends what is at work on the cluster: by an orderly shutdown if its postmaster lives, else, or
/// if that takes too long, by breaking off. A signal that repeats a request changes nothing.
fn end_all(lock: &ClusterLock, cluster: &Path, postmaster: Option<Pid>) -> Result<(), StartError> {
    #[allow(
        clippy::disallowed_methods,
        reason = "only how long it takes is measured"
    )]
    let begin = Instant::now();
    while !lock.try_take()? {
        let left = fs::metadata(cluster)
            .map(|cluster| processes_of(&cluster_name(&cluster), cluster.uid()))
            .unwrap_or_default();
        let waited = begin.elapsed();
        if waited > FAST_SHUTDOWN + BREAK_OFF {
            let pids = left.iter().map(|pid| pid.as_raw_nonzero().get()).collect();
            return Err(StartError::LeftBehind {
                cluster: cluster.to_path_buf(),
                pids,
            });
        }
        match postmaster.filter(|pid| left.contains(pid)) {
            Some(pid) if waited <= FAST_SHUTDOWN => signal(&[pid], Signal::INT),
            Some(pid) => signal(&[pid], Signal::QUIT),
            None => signal(&left, Signal::QUIT),
        }
        thread::sleep(POLL);
    }
    let waited = begin.elapsed();
    if waited >= POLL {
        tracing::warn!("waited {waited:?} for a Postgres that was left behind to end");
    }
    Ok(())
}

fn signal(pids: &[Pid], signal: Signal) {
    for &pid in pids {
        // One that has just ended is what is wanted; one that may not be signalled is reported
        // when the time is up.
        let _ = kill_process(pid, signal);
    }
}

/// Removes the `postmaster.pid` of a postmaster that is dead. Postgres gets past it by itself as
/// long as no process has that number; but another one may have got it since, or it may be a
/// zombie's whose parent never asks, and then Postgres would believe in a rival.
///
/// A number that is not the earlier server's is someone's who works on the cluster by hand. That is
/// left for Postgres to judge.
fn remove_stale_pid_file(cluster: &Path, postmaster: Option<Pid>) -> Result<(), StartError> {
    let path = PidFile::path(cluster);
    let is_stale = match PidFile::read(&path) {
        Ok(None) => false,
        Ok(Some(file)) => postmaster.is_some_and(|pid| pid.as_raw_nonzero().get() == file.pid),
        // Cut short by a power failure, say; Postgres would give up at the sight.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => true,
        Err(error) => return Err(StartError::folder("read", &path)(error)),
    };
    if is_stale {
        fs::remove_file(&path).map_err(StartError::folder("remove", &path))?;
    }
    Ok(())
}
