//! What can keep the cluster from starting or stopping.

use std::io;
use std::path::{Path, PathBuf};

/// Why the cluster did not start.
///
/// Every message names what was attempted, the path that it was attempted with, and a way out.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The operating system refused something in or around the data folder.
    #[error(
        "could not {attempt} {}: {cause}; mend that, or choose another data folder with \
         CARDPOST_DATA_DIR",
        path.display()
    )]
    Folder {
        /// What was attempted, as the words between "could not" and the path.
        attempt: &'static str,
        /// What it was attempted with.
        path: PathBuf,
        /// The operating system's answer.
        cause: io::Error,
    },
    /// Another server holds the lock on the data folder.
    #[error(
        "the data folder {} is in use by another cardpost{}; stop that one, or choose another \
         folder with CARDPOST_DATA_DIR",
        data_dir.display(),
        holder.as_ref().map(|pid| format!(" (process {pid})")).unwrap_or_default()
    )]
    InUse {
        /// The data folder.
        data_dir: PathBuf,
        /// The process that holds the lock, if it has left its number.
        holder: Option<u32>,
    },
    /// The Postgres that a killed server left behind does not end.
    #[error(
        "a Postgres that a killed server left behind on the cluster in {} does not end{}; end it \
         by hand and start again",
        cluster.display(),
        processes(pids)
    )]
    LeftBehind {
        /// The cluster's folder.
        cluster: PathBuf,
        /// Its processes, as far as they can be told from others.
        pids: Vec<i32>,
    },
    /// No Postgres was found on this machine.
    #[error(
        "found no Postgres (the programs initdb and postgres) in {}; {install}, or name its \
         folder in CARDPOST_PG_BIN, or a running server in DATABASE_URL",
        list(looked_in)
    )]
    NoBinaries {
        /// The folders that were searched.
        looked_in: Vec<PathBuf>,
        /// The command that installs it here.
        install: String,
    },
    /// There is a cluster, but only installations of other major versions, which can't
    /// read it.
    #[error(
        "the cluster in {} was made by Postgres {cluster_major}, and only {} found; {install}, \
         or name the folder of that version's programs in CARDPOST_PG_BIN, or move the cluster to \
         the new version with pg_upgrade",
        cluster.display(),
        versions(found)
    )]
    OtherVersion {
        /// The cluster's folder.
        cluster: PathBuf,
        /// The major version it was made by.
        cluster_major: u32,
        /// Major version and folder of what was found.
        found: Vec<(u32, PathBuf)>,
        /// The command that installs the right one here.
        install: String,
    },
    /// `PG_VERSION` of a cluster is not a version.
    #[error(
        "{} does not hold a Postgres version but {text:?}; restore the cluster from a backup, \
         or choose another data folder with CARDPOST_DATA_DIR",
        path.display()
    )]
    UnreadableVersion {
        /// The file.
        path: PathBuf,
        /// What it holds.
        text: String,
    },
    /// The cluster's place is taken by something else.
    #[error(
        "{} holds files, but no Postgres cluster (no PG_VERSION); move them away, or choose \
         another data folder with CARDPOST_DATA_DIR",
        path.display()
    )]
    NotACluster {
        /// The folder where the cluster should be.
        path: PathBuf,
    },
    /// The cluster belongs to another user, and only root could run Postgres as that user.
    #[error(
        "the cluster in {} belongs to the user with number {owner}; run cardpost as that user, or \
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
        "Postgres refuses to run as root, and /etc/passwd knows neither a user postgres nor \
         nobody; make one with `useradd --system postgres`, or run cardpost as an ordinary user"
    )]
    NoUser,
    /// The user who runs Postgres can't enter a folder above the cluster.
    #[error(
        "Postgres runs as the user {user}, who may not enter {}, a folder above {}; choose a \
         data folder elsewhere with CARDPOST_DATA_DIR (/var/lib/cardpost, say), or run cardpost \
         as an ordinary user",
        closed.display(),
        folder.display()
    )]
    Unreachable {
        /// The folder that Postgres needs.
        folder: PathBuf,
        /// The one above it that is closed to the user.
        closed: PathBuf,
        /// The user.
        user: String,
    },
    /// The socket's path is too long, and so is every other place's.
    #[error(
        "{} is too long for the path of a Unix socket, and so is every temporary folder; set \
         TMPDIR or CARDPOST_DATA_DIR to a folder with a shorter path",
        path.display()
    )]
    SocketPath {
        /// The folder in which the socket should have been.
        path: PathBuf,
    },
    /// A program of Postgres could not be run.
    #[error(
        "could not run {}{}: {cause}; mend its permissions, or name the folder of another \
         Postgres in CARDPOST_PG_BIN",
        program.display(),
        user.as_ref().map(|name| format!(" as the user {name}")).unwrap_or_default()
    )]
    Spawn {
        /// The program.
        program: PathBuf,
        /// Whom it should have run as, if not as the server's own user.
        user: Option<String>,
        /// The operating system's answer.
        cause: io::Error,
    },
    /// A program does not say which version of Postgres it is.
    #[error(
        "{} --version says {said:?}, which is no version of Postgres; name the folder of a \
         working one in CARDPOST_PG_BIN",
        program.display()
    )]
    NoVersion {
        /// The program.
        program: PathBuf,
        /// What it said.
        said: String,
    },
    /// A program of Postgres ran and failed.
    #[error("{} failed ({status}); {}", program.display(), quoted(log_tail, log))]
    Failed {
        /// The program.
        program: PathBuf,
        /// How it ended.
        status: String,
        /// The file that it logs to.
        log: PathBuf,
        /// The last of what it said.
        log_tail: String,
    },
    /// Postgres runs but takes no connections.
    #[error(
        "Postgres on {} took no connections within {seconds} s, and was stopped; {}",
        cluster.display(),
        quoted(log_tail, log)
    )]
    NotReady {
        /// The cluster's folder.
        cluster: PathBuf,
        /// How long it was given.
        seconds: u64,
        /// The file that it logs to.
        log: PathBuf,
        /// The last of what it said.
        log_tail: String,
    },
}

impl StartError {
    /// A function that turns the operating system's answer to an attempt into an error.
    pub(super) fn folder(attempt: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |cause| Self::Folder {
            attempt,
            path,
            cause,
        }
    }
}

/// Why the cluster did not stop as it should.
#[derive(Debug, thiserror::Error)]
pub enum StopError {
    /// The signal could not be sent.
    #[error("could not tell postgres (process {pid}) to stop: {cause}")]
    Signal {
        /// The postmaster.
        pid: i32,
        /// The operating system's answer.
        cause: io::Error,
    },
    /// It neither shut down nor broke off.
    #[error(
        "postgres (process {pid}) is still running {seconds} s after it was told to stop; see {}",
        log.display()
    )]
    StillRunning {
        /// The postmaster.
        pid: i32,
        /// How long it was given.
        seconds: u64,
        /// The file that it logs to.
        log: PathBuf,
    },
    /// It ended, but not with a clean shutdown. The next start recovers what was committed.
    #[error(
        "postgres (process {pid}) did not shut down cleanly ({status}); the next start recovers \
         what was committed; see {}",
        log.display()
    )]
    Unclean {
        /// The postmaster.
        pid: i32,
        /// How it ended.
        status: String,
        /// The file that it logs to.
        log: PathBuf,
    },
}

fn list(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    if paths.is_empty() {
        "any of the usual folders".to_owned()
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
        format!("it said nothing in {}", log.display())
    } else {
        format!("the last that it said in {}:\n{log_tail}", log.display())
    }
}
