//! Errors while starting or stopping the embedded Postgres.

use std::io;
use std::path::{Path, PathBuf};

/// Why the cluster did not start.
///
/// Each message names the failed operation, the path, and a remedy.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A file operation in the data folder failed.
    #[error(
        "could not {attempt} {}: {cause}; fix this, or choose another data folder with \
         CARDPOST_DATA_DIR",
        path.display()
    )]
    Folder {
        /// The operation, as the words between "could not" and the path.
        attempt: &'static str,
        /// The path.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// Another server holds the lock on the data folder.
    #[error(
        "the data folder {} is in use by another cardpost{}; stop that server, or choose another \
         folder with CARDPOST_DATA_DIR",
        data_dir.display(),
        holder.as_ref().map(|pid| format!(" (process {pid})")).unwrap_or_default()
    )]
    InUse {
        /// The data folder.
        data_dir: PathBuf,
        /// The process that holds the lock, if the lock file contains its number.
        holder: Option<u32>,
    },
    /// The Postgres of a killed server does not stop.
    #[error(
        "the Postgres of a killed server still runs on the cluster in {} and does not stop{}; stop it \
         manually, then start cardpost again",
        cluster.display(),
        processes(pids)
    )]
    LeftBehind {
        /// The cluster's folder.
        cluster: PathBuf,
        /// Its processes, if they could be identified.
        pids: Vec<i32>,
    },
    /// No Postgres was found on this machine.
    #[error(
        "found no Postgres (the programs initdb and postgres) in {}; {install}, or set \
         CARDPOST_PG_BIN to its folder, or set DATABASE_URL to a running database server",
        list(looked_in)
    )]
    NoBinaries {
        /// The folders that were searched.
        looked_in: Vec<PathBuf>,
        /// How to install Postgres on this system.
        install: String,
    },
    /// The cluster was created by a major version of Postgres that is not installed.
    #[error(
        "the cluster in {} was created by Postgres {cluster_major}, but only {} found; {install}, \
         or set CARDPOST_PG_BIN to the folder of that version's programs, or upgrade the cluster \
         with pg_upgrade",
        cluster.display(),
        versions(found)
    )]
    OtherVersion {
        /// The cluster's folder.
        cluster: PathBuf,
        /// The major version that created it.
        cluster_major: u32,
        /// The installed major versions and their folders.
        found: Vec<(u32, PathBuf)>,
        /// How to install the right version on this system.
        install: String,
    },
    /// `PG_VERSION` of a cluster is not a version.
    #[error(
        "{} contains {text:?} instead of a Postgres version; restore the cluster from a backup, \
         or choose another data folder with CARDPOST_DATA_DIR",
        path.display()
    )]
    UnreadableVersion {
        /// The file.
        path: PathBuf,
        /// Its contents.
        text: String,
    },
    /// The folder of the cluster contains other files.
    #[error(
        "{} contains files, but no Postgres cluster (no PG_VERSION); move them away, or choose \
         another data folder with CARDPOST_DATA_DIR",
        path.display()
    )]
    NotACluster {
        /// The folder where the cluster should be.
        path: PathBuf,
    },
    /// The cluster belongs to another user, and only root could run Postgres as that user.
    #[error(
        "the cluster in {} belongs to the user with the id {owner}; run cardpost as that user, or \
         choose another data folder with CARDPOST_DATA_DIR",
        cluster.display()
    )]
    ForeignOwner {
        /// The cluster's folder.
        cluster: PathBuf,
        /// Its owner.
        owner: u32,
    },
    /// The server runs as root, and there is no other user to run Postgres as.
    #[error(
        "Postgres refuses to run as root, and /etc/passwd has no user named postgres or nobody; \
         create one with `useradd --system postgres`, or run cardpost as an ordinary user"
    )]
    NoUser,
    /// The user of Postgres can't enter a folder above the cluster.
    #[error(
        "Postgres runs as the user {user}, who may not enter {}, a folder above {}; choose another \
         data folder with CARDPOST_DATA_DIR (for example /var/lib/cardpost), or run cardpost as \
         an ordinary user",
        closed.display(),
        folder.display()
    )]
    Unreachable {
        /// The folder that Postgres needs.
        folder: PathBuf,
        /// The folder above it that the user may not enter.
        closed: PathBuf,
        /// The user.
        user: String,
    },
    /// All possible paths of the socket are too long.
    #[error(
        "{} is too long for the path of a Unix socket, and so are all temporary folders; set \
         TMPDIR or CARDPOST_DATA_DIR to a folder with a shorter path",
        path.display()
    )]
    SocketPath {
        /// The intended folder of the socket.
        path: PathBuf,
    },
    /// A program of Postgres could not be run.
    #[error(
        "could not run {}{}: {cause}; fix its permissions, or set CARDPOST_PG_BIN to the folder of \
         another Postgres",
        program.display(),
        user.as_ref().map(|name| format!(" as the user {name}")).unwrap_or_default()
    )]
    Spawn {
        /// The program.
        program: PathBuf,
        /// The user that it should have run as, if not the user of the server.
        user: Option<String>,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// A program does not report its version as Postgres does.
    #[error(
        "{} --version prints {said:?}, which is not a Postgres version; set CARDPOST_PG_BIN to the \
         folder of a working Postgres",
        program.display()
    )]
    NoVersion {
        /// The program.
        program: PathBuf,
        /// Its output.
        said: String,
    },
    /// A program of Postgres ran and failed.
    #[error("{} failed ({status}); {}", program.display(), quoted(log_tail, log))]
    Failed {
        /// The program.
        program: PathBuf,
        /// Its exit status.
        status: String,
        /// The log file.
        log: PathBuf,
        /// The last lines of the log.
        log_tail: String,
    },
    /// Postgres did not accept connections in time.
    #[error(
        "Postgres on {} did not accept connections within {seconds} s, and was stopped; {}",
        cluster.display(),
        quoted(log_tail, log)
    )]
    NotReady {
        /// The cluster's folder.
        cluster: PathBuf,
        /// The timeout.
        seconds: u64,
        /// The log file.
        log: PathBuf,
        /// The last lines of the log.
        log_tail: String,
    },
}

impl StartError {
    /// Returns a function that adds the operation and the path to an error of the operating system.
    pub(super) fn folder(attempt: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |cause| Self::Folder {
            attempt,
            path,
            cause,
        }
    }
}

/// Why the cluster did not stop properly.
#[derive(Debug, thiserror::Error)]
pub enum StopError {
    /// The signal could not be sent.
    #[error("could not send the stop signal to postgres (process {pid}): {cause}")]
    Signal {
        /// The postmaster.
        pid: i32,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// Postgres did not stop in time.
    #[error(
        "postgres (process {pid}) is still running {seconds} s after the stop signal; see {}",
        log.display()
    )]
    StillRunning {
        /// The postmaster.
        pid: i32,
        /// The timeout.
        seconds: u64,
        /// The log file.
        log: PathBuf,
    },
    /// Postgres ended without a clean shutdown. The next start recovers all committed transactions.
    #[error(
        "postgres (process {pid}) did not shut down cleanly ({status}); the next start recovers \
         all committed transactions; see {}",
        log.display()
    )]
    Unclean {
        /// The postmaster.
        pid: i32,
        /// Its exit status.
        status: String,
        /// The log file.
        log: PathBuf,
    },
}

fn list(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    if paths.is_empty() {
        "any of the standard folders".to_owned()
    } else {
        paths.join(", ")
    }
}

fn processes(pids: &[i32]) -> String {
    let pids: Vec<_> = pids.iter().map(i32::to_string).collect();
    if pids.is_empty() {
        String::new()
    } else {
        format!(" (processes {})", pids.join(", "))
    }
}

fn versions(found: &[(u32, PathBuf)]) -> String {
    let found: Vec<_> = found
        .iter()
        .map(|(major, folder)| format!("{major} (in {})", folder.display()))
        .collect();
    found.join(", ") + if found.len() == 1 { " was" } else { " were" }
}

fn quoted(log_tail: &str, log: &Path) -> String {
    if log_tail.is_empty() {
        format!("it wrote nothing to {}", log.display())
    } else {
        format!("the last lines of {}:\n{log_tail}", log.display())
    }
}
