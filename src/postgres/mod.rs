//! The embedded `PostgreSQL`: a cluster of the server's own, for when no database is configured.
//!
//! [`Cluster::start`] finds the programs of Postgres on this machine, creates a cluster in the data folder if there is
//! none, runs it on a private Unix socket, and returns when it accepts connections. It is a real Postgres, so
//! development, tests and production use the same SQL dialect.
//!
//! ```text
//! data folder/
//!   lock            locked while a server uses the folder; contains its process number
//!   postgres/       the cluster, created by `initdb` and owned by the user of Postgres
//!   postgres.new-…/ a cluster that is being created; renamed to `postgres` when it is complete
//!   postgres.lock   locked while any process of Postgres runs; contains the number of the postmaster
//!   postgres.log    the output of Postgres
//!   socket/         the socket; or a link to a folder with a shorter path, if this path is too long
//!                   for a socket
//! ```
//!
//! Three things need care:
//!
//! * **Root.** Postgres refuses to run as root, so it then runs as another user (`user`). That user may be unable to
//!   enter the folders above the data folder, for example `/root`. It then gets the two folders that it needs as open
//!   descriptors instead of paths (`fd_path`).
//! * **Death.** However the server dies, `kill -9` included, Postgres receives SIGINT, the signal for a fast shutdown
//!   (`program`, `child`). The next start waits until all of its processes have ended (`cluster_lock`), and sends the
//!   signal itself if the kernel has no such feature (`takeover`).
//! * **Incomplete clusters.** `initdb` takes most of a second, and may be interrupted. A cluster is created under
//!   another name, and renamed when it is complete (`initdb`).
//!
//! All functions block. Asynchronous callers must use a thread for blocking work.

pub mod binaries;
pub mod child;
pub mod cluster_lock;
pub mod data_folder;
pub mod error;
pub mod fd_path;
pub mod initdb;
pub mod install;
pub mod log;
pub mod pid_file;
pub mod postmaster;
pub mod process_table;
pub mod program;
pub mod socket_folder;
pub mod takeover;
pub mod user;

use std::fmt::Write;
use std::path::PathBuf;

pub use self::error::{StartError, StopError};
use self::{
    binaries::Binaries, data_folder::DataFolder, postmaster::Postmaster,
    socket_folder::SocketFolder, user::OsUser,
};

/// The superuser of the cluster, and the role of every connection to it.
const ROLE: &str = "cardpost";
/// The database that is created in a new cluster.
const DATABASE: &str = "cardpost";

/// The location of the cluster and the way that it is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The data folder, which is created if it is missing.
    pub data_dir: PathBuf,
    /// The folder with `initdb` and `postgres` (`CARDPOST_PG_BIN`). Without it, the standard folders are searched.
    pub bin_dir: Option<PathBuf>,
    /// The failures that a committed transaction survives.
    pub durability: Durability,
}

/// The failures that a committed transaction survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The death of any process and a power failure: a commit returns when it is on disk.
    #[default]
    Full,
    /// The death of processes only. A power failure may destroy the whole cluster. For tests, which start many
    /// clusters.
    None,
}

impl Durability {
    /// Returns the corresponding settings of Postgres.
    fn settings(self) -> [String; 3] {
        let value = match self {
            Self::Full => "on",
            Self::None => "off",
        };
        ["fsync", "synchronous_commit", "full_page_writes"].map(|name| format!("{name}={value}"))
    }
}

/// A running Postgres cluster.
///
/// Dropping it stops Postgres like [`Cluster::stop`], but errors are only logged.
#[derive(Debug)]
pub struct Cluster {
    // Fields are dropped in this order: the folder of the socket is removed after Postgres has stopped, and the lock on
    // the data folder is released last.
    postmaster: Postmaster,
    socket: SocketFolder,
    _folder: DataFolder,
}

impl Cluster {
    /// Starts the cluster of a data folder and returns when it accepts connections. Creates the cluster if there is
    /// none.
    ///
    /// A new cluster takes about a second, an existing one a tenth of that. After a crash, Postgres first replays its
    /// write-ahead log, which may take longer. If a killed server left its Postgres running, that is stopped first.
    ///
    /// # Errors
    /// [`StartError`] names the failed operation and a remedy. No process is left running.
    pub fn start(settings: &Settings) -> Result<Self, StartError> {
        let folder = DataFolder::open(&settings.data_dir)?;
        let user = OsUser::for_cluster(&folder.cluster())?;
        let version = folder.cluster_version()?;
        let binaries = Binaries::find(settings.bin_dir.as_deref(), version, &folder, user)?;
        let lock = takeover::take_over(&folder)?;
        if version.is_some() {
            data_folder::fix_ownership(&folder.cluster(), binaries.user())?;
        } else {
            initdb::create_cluster(&folder, &binaries, settings.durability)?;
        }
        let socket = SocketFolder::create(&folder, binaries.user())?;
        let postmaster = Postmaster::start(&folder, lock, &socket, &binaries, settings.durability)?;
        tracing::info!(
            data_dir = %folder.path().display(),
            programs = %binaries.folder().display(),
            pid = postmaster.pid(),
            "embedded Postgres is ready"
        );
        Ok(Self {
            postmaster,
            socket,
            _folder: folder,
        })
    }

    /// Returns the URL of a database of the cluster, in the form that `libpq` and `tokio-postgres` accept. The database
    /// `cardpost` always exists.
    pub fn url(&self, database: &str) -> String {
        let host = percent_encoded(self.socket.path().as_os_str().as_encoded_bytes());
        let database = percent_encoded(database.as_bytes());
        format!("postgres://{ROLE}@{host}/{database}")
    }

    /// Stops Postgres by a fast shutdown, which rolls back open transactions and disconnects clients, and returns when
    /// it has ended.
    ///
    /// # Errors
    /// When Postgres does not stop, or ends without a clean shutdown.
    pub fn stop(mut self) -> Result<(), StopError> {
        self.postmaster.stop()
    }
}

/// Percent-encodes all but the unreserved characters of RFC 3986, so that a path can be the host of a URL.
fn percent_encoded(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len()), |mut text, &byte| {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                text.push(char::from(byte));
            } else {
                // Writing to a string can't fail.
                let _ = write!(text, "%{byte:02X}");
            }
            text
        })
}
