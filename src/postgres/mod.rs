//! A `PostgreSQL` cluster of the server's own, for whoever has none to point it at.
//!
//! [`Cluster::start`] finds Postgres's programs on this machine, makes a cluster under the data
//! folder if there is none, runs it on a Unix socket that nobody else can reach, and returns once
//! it takes connections. It is the real Postgres, so development, tests and production speak one
//! dialect.
//!
//! ```text
//! data folder/
//!   lock            locked while a server uses the folder, and holds its process number
//!   postgres/       the cluster: what `initdb` made, owned by the user who runs Postgres
//!   postgres.new-…/ a cluster in the making; renamed to `postgres` once it is whole
//!   postgres.lock   locked while any process of Postgres's lives, and holds the first one's number
//!   postgres.log    what Postgres had to say
//!   socket/         the socket; or a link to a folder with a shorter path, where this one's is
//!                   too long for a socket
//! ```
//!
//! Three things are less simple than they look:
//!
//! * **Root.** Postgres refuses to run as root, so then it runs as another user (`user`). That
//!   user may be unable to enter the folders above the data folder (a clone in `/root` is enough);
//!   it then gets the two folders it needs as open descriptors instead of paths (`door`).
//! * **Death.** However the server dies, `kill -9` included, Postgres gets SIGINT, the signal for
//!   its fast and orderly shutdown (`program`, `keeper`). The next start waits for all of it to be
//!   gone (`cluster_lock`), and where the kernel has no such signal, sends it (`takeover`).
//! * **Half-made clusters.** `initdb` takes most of a second, and a machine can stop in it. A
//!   cluster is made under another name, and renamed when nothing is missing (`initdb`).
//!
//! Everything here blocks; asynchronous callers belong in a thread that may.

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
/// The database that a new cluster is given.
const DATABASE: &str = "cardpost";

/// Where the cluster lives and how it is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The data folder; made if it is missing. A relative path counts from the current folder.
    pub data_dir: PathBuf,
    /// The folder with `initdb` and `postgres`, if they shall not be searched for
    /// (`CARDPOST_PG_BIN`).
    pub bin_dir: Option<PathBuf>,
    /// What a committed transaction survives.
    pub durability: Durability,
}

/// What a committed transaction survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The death of any process, and the power cord: a commit returns when it is on the disk.
    #[default]
    Full,
    /// The death of processes only. A power cut may destroy the whole cluster. For tests, which
    /// start many.
    None,
}

impl Durability {
    /// The Postgres settings that make it so.
    fn settings(self) -> [String; 3] {
        let value = match self {
            Self::Full => "on",
            Self::None => "off",
        };
        ["fsync", "synchronous_commit", "full_page_writes"].map(|name| format!("{name}={value}"))
    }
}

/// A running Postgres cluster that ends with this value.
///
/// Dropping it stops Postgres like [`Cluster::stop`], but can only log what goes wrong.
#[derive(Debug)]
pub struct Cluster {
    // The order of the fields is the order in which they are dropped: the socket's folder goes when
    // nobody listens in it any more, and the lock on the data folder last.
    postmaster: Postmaster,
    socket: SocketFolder,
    _folder: DataFolder,
}

impl Cluster {
    /// Starts the cluster of a data folder, making it first if there is none, and returns when it
    /// takes connections.
    ///
    /// A new cluster takes about a second, an existing one a tenth of that; after a crash Postgres
    /// first replays its write-ahead log, however long that takes. Where a server was killed and
    /// left its Postgres behind, that one is stopped first.
    ///
    /// # Errors
    ///
    /// [`StartError`] says what was attempted, and what to do about it. Nothing is left running
    /// then.
    pub fn start(settings: &Settings) -> Result<Self, StartError> {
        let folder = DataFolder::open(&settings.data_dir)?;
        let user = OsUser::for_cluster(&folder.cluster())?;
        let version = folder.cluster_version()?;
        let binaries = Binaries::find(settings.bin_dir.as_deref(), version, &folder, user)?;
        let lock = takeover::take_over(&folder)?;
        if version.is_some() {
            data_folder::hand_over(&folder.cluster(), binaries.user())?;
        } else {
            initdb::make_cluster(&folder, &binaries, settings.durability)?;
        }
        let socket = SocketFolder::make(&folder, binaries.user())?;
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

    /// The address of one of the cluster's databases, as a URL that `libpq` and `tokio-postgres`
    /// understand. The database `cardpost` always exists.
    pub fn url(&self, database: &str) -> String {
        let host = percent_encoded(self.socket.path().as_os_str().as_encoded_bytes());
        let database = percent_encoded(database.as_bytes());
        format!("postgres://{ROLE}@{host}/{database}")
    }

    /// Stops Postgres in its fast mode (open transactions are rolled back, clients are cut off) and
    /// returns when it is gone.
    ///
    /// # Errors
    ///
    /// [`StopError`] if it does not go, or says that it ended badly.
    pub fn stop(mut self) -> Result<(), StopError> {
        self.postmaster.stop()
    }
}

/// Encodes all but the unreserved characters of RFC 3986, so that a path can be the host of a URL.
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
