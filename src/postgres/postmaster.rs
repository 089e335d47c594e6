//! The postmaster: the main process of a running Postgres, which forks all others.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::{
    Durability,
    binaries::Binaries,
    child::{ChildProcess, Exit},
    cluster_lock::ClusterLock,
    data_folder::DataFolder,
    error::{StartError, StopError},
    fd_path::FdPath,
    log::Log,
    pid_file::PidFile,
    process_table::cluster_name,
    program::Program,
    socket_folder::SocketFolder,
};

/// The timeout for Postgres to accept connections. After a crash it first replays up to a gigabyte of its write-ahead
/// log, and stopping it then would only make it start over.
const READY_TIMEOUT: Duration = Duration::from_mins(5);
/// The timeout of a fast shutdown, which writes all changes to disk.
pub(super) const FAST_SHUTDOWN_TIMEOUT: Duration = Duration::from_mins(1);
/// The timeout of an immediate shutdown. Postgres itself kills processes that take more than 5 s.
pub(super) const IMMEDIATE_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(15);
/// The interval of polling.
pub(super) const POLL: Duration = Duration::from_millis(5);

/// A running postmaster. Dropping it stops Postgres.
#[derive(Debug)]
pub(super) struct Postmaster {
    process: ChildProcess,
    log: Log,
    is_stopping: bool,
}

impl Postmaster {
    /// Starts Postgres on the cluster, and returns when it accepts connections. Postgres takes over the lock.
    pub(super) fn start(
        folder: &DataFolder,
        mut lock: ClusterLock,
        socket: &SocketFolder,
        binaries: &Binaries,
        durability: Durability,
    ) -> Result<Self, StartError> {
        let cluster = folder.cluster();
        let metadata = fs::metadata(&cluster).map_err(StartError::folder("read", &cluster))?;
        let program = configure(
            binaries.postgres().inherits(lock.descriptor()?),
            &cluster_name(&metadata),
            &FdPath::new(&cluster, binaries.user())?,
            &FdPath::new(socket.path(), binaries.user())?,
            durability,
        );
        let log = folder.log().clone();
        let command = program.command_logging_to(&log)?;
        let process = ChildProcess::spawn(command).map_err(|cause| program.not_run(cause))?;
        let postmaster = Self {
            process,
            log,
            is_stopping: false,
        };
        lock.set_postmaster(postmaster.process.pid())?;
        match postmaster.wait_until_ready(&PidFile::path(&cluster)) {
            Ok(()) => Ok(postmaster),
            Err(NotReady::Ended(end)) => Err(program.failed(end, folder.log())),
            Err(NotReady::TimedOut) => Err(StartError::NotReady {
                cluster,
                seconds: READY_TIMEOUT.as_secs(),
                log: folder.log().path().to_path_buf(),
                log_tail: folder.log().tail(),
            }),
        }
    }

    /// Returns the process number.
    pub(super) fn pid(&self) -> i32 {
        self.process.pid().as_raw_nonzero().get()
    }

    fn wait_until_ready(&self, pid_file: &Path) -> Result<(), NotReady> {
        #[allow(
            clippy::disallowed_methods,
            reason = "only how long it takes is measured"
        )]
        let begin = Instant::now();
        loop {
            // At first the file may be missing, incomplete, or left over from an earlier start.
            if let Ok(Some(file)) = PidFile::read(pid_file)
                && file.ready
                && file.pid == self.pid()
            {
                return Ok(());
            }
            if let Some(end) = self.process.wait(POLL) {
                return Err(NotReady::Ended(end));
            }
            if begin.elapsed() > READY_TIMEOUT {
                return Err(NotReady::TimedOut);
            }
        }
    }

    /// Stops Postgres and returns when it is gone.
    pub(super) fn stop(&mut self) -> Result<(), StopError> {
        self.is_stopping = true;
        let pid = self.pid();
        let log = self.log.path().to_path_buf();
        for (signal, limit) in [
            (Signal::INT, FAST_SHUTDOWN_TIMEOUT),
            (Signal::QUIT, IMMEDIATE_SHUTDOWN_TIMEOUT),
        ] {
            self.process
                .stop(signal)
                .map_err(|cause| StopError::Signal { pid, cause })?;
            match self.process.wait(limit) {
                Some(end) if end.is_clean() => return Ok(()),
                Some(end) => {
                    return Err(StopError::Unclean {
                        pid,
                        status: end.to_string(),
                        log,
                    });
                }
                None => {}
            }
        }
        Err(StopError::StillRunning {
            pid,
            seconds: (FAST_SHUTDOWN_TIMEOUT + IMMEDIATE_SHUTDOWN_TIMEOUT).as_secs(),
            log,
        })
    }
}

impl Drop for Postmaster {
    fn drop(&mut self) {
        // If it ended unexpectedly or did not stop, that has already been reported.
        if !self.is_stopping
            && self.process.wait(Duration::ZERO).is_none()
            && let Err(error) = self.stop()
        {
            tracing::error!("{error}");
        }
    }
}

enum NotReady {
    Ended(Exit),
    TimedOut,
}

/// Adds the settings that the server relies on. All other settings, such as the size of the buffers, come from the
/// cluster's `postgresql.conf`, where they can be tuned.
fn configure(
    program: Program,
    name: &str,
    cluster: &FdPath,
    socket: &FdPath,
    durability: Durability,
) -> Program {
    let mut sockets = OsString::from("unix_socket_directories=");
    sockets.push(SocketFolder::quoted(socket.path()));
    let program = program
        .argument("-D")
        .argument(cluster.path())
        .setting(format!("cluster_name={name}"))
        .setting("listen_addresses=")
        .setting(sockets)
        .setting("unix_socket_permissions=0700")
        .setting(format!("port={}", SocketFolder::PORT))
        .setting("log_destination=stderr")
        .setting("logging_collector=off")
        .reaches(cluster)
        .reaches(socket);
    durability
        .settings()
        .into_iter()
        .fold(program, Program::setting)
}
