//! The postmaster: the first process of a running Postgres, which the others are forked from.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::{
    Durability,
    binaries::Binaries,
    child::{End, Kept},
    cluster_lock::ClusterLock,
    data_folder::DataFolder,
    error::{StartError, StopError},
    fd_path::Door,
    log::Log,
    pid_file::PidFile,
    process_table::cluster_name,
    program::Program,
    socket_folder::SocketFolder,
};

/// How long Postgres may take before it accepts connections. After a crash it replays up to a
/// gigabyte of its write-ahead log first; giving up on that would only make it begin again.
const UNTIL_READY: Duration = Duration::from_mins(5);
/// How long an orderly shutdown may take, which writes all that is not yet on the disk.
pub(super) const FAST_SHUTDOWN: Duration = Duration::from_mins(1);
/// How long the processes may take to break off. Postgres itself kills those that need over 5 s.
pub(super) const BREAK_OFF: Duration = Duration::from_secs(15);
/// The pause between two looks at something that doesn't announce itself.
pub(super) const POLL: Duration = Duration::from_millis(5);

/// A postmaster, which is stopped when this is dropped.
#[derive(Debug)]
pub(super) struct Postmaster {
    process: Kept,
    log: Log,
    told_to_stop: bool,
}

impl Postmaster {
    /// Starts Postgres on the cluster, and returns when it takes connections. The lock goes over to
    /// it.
    pub(super) fn start(
        folder: &DataFolder,
        mut lock: ClusterLock,
        socket: &SocketFolder,
        binaries: &Binaries,
        durability: Durability,
    ) -> Result<Self, StartError> {
        let cluster = folder.cluster();
        let metadata = fs::metadata(&cluster).map_err(StartError::folder("read", &cluster))?;
        let program = configured(
            binaries.postgres().inherits(lock.descriptor()?),
            &cluster_name(&metadata),
            &Door::to(&cluster, binaries.user())?,
            &Door::to(socket.path(), binaries.user())?,
            durability,
        );
        let log = folder.log().clone();
        let command = program.command_logging_to(&log)?;
        let process = Kept::spawn(command).map_err(|cause| program.not_run(cause))?;
        let postmaster = Self {
            process,
            log,
            told_to_stop: false,
        };
        lock.note(postmaster.process.pid())?;
        match postmaster.wait_until_ready(&PidFile::path(&cluster)) {
            Ok(()) => Ok(postmaster),
            Err(NotReady::Ended(end)) => Err(program.failed(end, folder.log())),
            Err(NotReady::TooLate) => Err(StartError::NotReady {
                cluster,
                seconds: UNTIL_READY.as_secs(),
                log: folder.log().path().to_path_buf(),
                log_tail: folder.log().tail(),
            }),
        }
    }

    /// The number of its process.
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
            // Until it is written, the file is missing, or cut short, or an old one.
            if let Ok(Some(file)) = PidFile::read(pid_file)
                && file.ready
                && file.pid == self.pid()
            {
                return Ok(());
            }
            if let Some(end) = self.process.wait(POLL) {
                return Err(NotReady::Ended(end));
            }
            if begin.elapsed() > UNTIL_READY {
                return Err(NotReady::TooLate);
            }
        }
    }

    /// Stops Postgres and returns when it is gone.
    pub(super) fn stop(&mut self) -> Result<(), StopError> {
        self.told_to_stop = true;
        let pid = self.pid();
        let log = self.log.path().to_path_buf();
        for (signal, limit) in [(Signal::INT, FAST_SHUTDOWN), (Signal::QUIT, BREAK_OFF)] {
            self.process
                .ask_to_end(signal)
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
            seconds: (FAST_SHUTDOWN + BREAK_OFF).as_secs(),
            log,
        })
    }
}

impl Drop for Postmaster {
    fn drop(&mut self) {
        // One that ended by itself, or would not stop, has been reported.
        if !self.told_to_stop
            && self.process.wait(Duration::ZERO).is_none()
            && let Err(error) = self.stop()
        {
            tracing::error!("{error}");
        }
    }
}

enum NotReady {
    Ended(End),
    TooLate,
}

/// What must hold for this server to find its Postgres and trust it. All else, such as the size
/// of the buffers, stays as the cluster's own `postgresql.conf` says, where it may be tuned.
fn configured(
    program: Program,
    name: &str,
    cluster: &Door,
    socket: &Door,
    durability: Durability,
) -> Program {
    let mut sockets = OsString::from("unix_socket_directories=");
    sockets.push(SocketFolder::quoted(socket.seen_as()));
    let program = program
        .argument("-D")
        .argument(cluster.seen_as())
        .setting(format!("cluster_name={name}"))
        .setting("listen_addresses=")
        .setting(sockets)
        .setting("unix_socket_permissions=0700")
        .setting(format!("port={}", SocketFolder::PORT))
        .setting("log_destination=stderr")
        .setting("logging_collector=off")
        .through(cluster)
        .through(socket);
    durability
        .settings()
        .into_iter()
        .fold(program, Program::setting)
}
