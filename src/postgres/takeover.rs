//! Takes over a cluster from a server that did not stop it.
//!
//! The caller holds the lock on the data folder, so that server is dead. Its Postgres may still run: if the kernel sent
//! it a signal at the server's death, it is about to end, otherwise it keeps running. If the postmaster was killed too,
//! some of its processes may take longer to notice. Two Postgres servers on one cluster would destroy it.

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
    postmaster::{FAST_SHUTDOWN_TIMEOUT, IMMEDIATE_SHUTDOWN_TIMEOUT, POLL},
    process_table::{cluster_name, processes_of},
};

/// Returns the lock of the cluster when no process of an earlier Postgres is left and a new one can start.
pub(super) fn take_over(folder: &DataFolder) -> Result<ClusterLock, StartError> {
    let mut lock = ClusterLock::open(folder.cluster_lock())?;
    let postmaster = lock.postmaster()?;
    stop_all(&lock, &folder.cluster(), postmaster)?;
    remove_stale_pid_file(&folder.cluster(), postmaster)?;
    Ok(lock)
}

/// Stops all processes on the cluster: by a fast shutdown if the postmaster runs, otherwise or after a timeout by an
/// immediate shutdown. Sending the same signal repeatedly has no further effect.
fn stop_all(lock: &ClusterLock, cluster: &Path, postmaster: Option<Pid>) -> Result<(), StartError> {
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
        if waited > FAST_SHUTDOWN_TIMEOUT + IMMEDIATE_SHUTDOWN_TIMEOUT {
            let pids = left.iter().map(|pid| pid.as_raw_nonzero().get()).collect();
            return Err(StartError::LeftBehind {
                cluster: cluster.to_path_buf(),
                pids,
            });
        }
        match postmaster.filter(|pid| left.contains(pid)) {
            Some(pid) if waited <= FAST_SHUTDOWN_TIMEOUT => signal(&[pid], Signal::INT),
            Some(pid) => signal(&[pid], Signal::QUIT),
            None => signal(&left, Signal::QUIT),
        }
        thread::sleep(POLL);
    }
    let waited = begin.elapsed();
    if waited >= POLL {
        tracing::warn!("waited {waited:?} for the Postgres of a killed server to stop");
    }
    Ok(())
}

fn signal(pids: &[Pid], signal: Signal) {
    for &pid in pids {
        // If the process has just ended, that is the goal. If it can't be signalled, the timeout is reported.
        let _ = kill_process(pid, signal);
    }
}

/// Removes the `postmaster.pid` of a dead postmaster. Postgres ignores such a file if no process has that number. But
/// another process may have the number by now, or the postmaster may be a zombie that is never reaped, and then
/// Postgres would refuse to start.
///
/// A number of another process belongs to someone who works on the cluster manually. That case is left to Postgres.
fn remove_stale_pid_file(cluster: &Path, postmaster: Option<Pid>) -> Result<(), StartError> {
    let path = PidFile::path(cluster);
    let is_stale = match PidFile::read(&path) {
        Ok(None) => false,
        Ok(Some(file)) => postmaster.is_some_and(|pid| pid.as_raw_nonzero().get() == file.pid),
        // For example truncated by a power failure. Postgres would refuse to start.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => true,
        Err(error) => return Err(StartError::folder("read", &path)(error)),
    };
    if is_stale {
        fs::remove_file(&path).map_err(StartError::folder("remove", &path))?;
    }
    Ok(())
}
