//! The data folder: its layout, and the lock that reserves it for one server.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{error::StartError, log::Log, user::OsUser};

/// The data folder, locked for this process.
#[derive(Debug)]
pub(super) struct DataFolder {
    path: PathBuf,
    log: Log,
    lock: File,
}

impl DataFolder {
    /// Opens or creates the folder, and locks it.
    pub(super) fn open(path: &Path) -> Result<Self, StartError> {
        let path = std::path::absolute(path).map_err(StartError::folder("find", path))?;
        fs::create_dir_all(&path).map_err(StartError::folder("create the data folder", &path))?;
        let lock = lock(&path)?;
        let log = Log::open(path.join("postgres.log"))?;
        Ok(Self { path, log, lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// The folder of the cluster. It is complete, empty or missing.
    pub(super) fn cluster(&self) -> PathBuf {
        self.path.join("postgres")
    }

    /// The prefix of the name of a folder in which a cluster is being created.
    pub(super) const UNFINISHED: &str = "postgres.new-";

    /// The file that is locked while Postgres runs.
    pub(super) fn cluster_lock(&self) -> PathBuf {
        self.path.join("postgres.lock")
    }

    /// The folder of the socket, or a link to it.
    pub(super) fn socket(&self) -> PathBuf {
        self.path.join("socket")
    }

    /// Returns the major version of the Postgres that created the cluster, or `None` if there is no cluster.
    pub(super) fn cluster_version(&self) -> Result<Option<u32>, StartError> {
        let path = self.cluster().join("PG_VERSION");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StartError::folder("read", &path)(error)),
        };
        // Up to version 9.6 the major version had two parts. The first is enough to reject such a cluster.
        match text
            .trim()
            .split('.')
            .next()
            .and_then(|major| major.parse().ok())
        {
            Some(major) => Ok(Some(major)),
            None => Err(StartError::UnreadableVersion { path, text }),
        }
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        // Closing the file is not always enough: a child that another thread is starting holds a copy of the
        // descriptor, and so the lock, until it executes its program.
        let _ = self.lock.unlock();
    }
}

/// Locks a folder until the returned file is closed. The kernel releases the lock of a process that dies, and started
/// programs do not inherit it.
fn lock(data_dir: &Path) -> Result<File, StartError> {
    let path = data_dir.join("lock");
    let mut options = OpenOptions::new();
    options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600);
    let mut file = options
        .open(&path)
        .map_err(StartError::folder("open the lock file", &path))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            // The number is only used in the error message, so an error here is ignored.
            let _ = file.read_to_string(&mut holder);
            let holder = holder.trim().parse().ok();
            return Err(StartError::InUse {
                data_dir: data_dir.to_path_buf(),
                holder,
            });
        }
        Err(TryLockError::Error(error)) => return Err(StartError::folder("lock", &path)(error)),
    }
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(StartError::folder("write the lock file", &path))?;
    Ok(file)
}

/// Creates a folder that only the user of Postgres may enter.
pub(super) fn make_private(path: &Path, user: Option<&OsUser>) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)?;
    user.map_or(Ok(()), |user| user.own(path))
}

/// Sets the owner and the permissions of an existing cluster as Postgres requires them: its user must own the folder,
/// and others must have no access. After a restore from a backup, neither may be the case.
pub(super) fn fix_ownership(cluster: &Path, user: Option<&OsUser>) -> Result<(), StartError> {
    let folder = fs::metadata(cluster).map_err(StartError::folder("read", cluster))?;
    if let Some(user) = user
        && folder.uid() != user.uid
    {
        chown_tree(cluster, user).map_err(StartError::folder("change the owner of", cluster))?;
    }
    if ![0o700, 0o750].contains(&(folder.mode() & 0o777)) {
        fs::set_permissions(cluster, Permissions::from_mode(0o700))
            .map_err(StartError::folder("change the permissions of", cluster))?;
    }
    Ok(())
}

/// Changes the owner of a folder and everything in it. Links are not followed. The folder itself comes last, so that
/// after an interruption its owner shows that the change is not complete.
fn chown_tree(folder: &Path, user: &OsUser) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            chown_tree(&entry.path(), user)?;
        } else {
            user.own(&entry.path())?;
        }
    }
    user.own(folder)
}
