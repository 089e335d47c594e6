//! Gives Postgres access to a folder by an open file descriptor.
//!
//! Postgres can't use a path if its user may not enter one of the folders above. This is common: the server is started
//! as root in `/root`, which only root may enter, and Postgres must not run as root. Changing the permissions of
//! `/root` is not the server's business, and a cluster elsewhere would be missing from backups, moves and container
//! volumes of the data folder.
//!
//! On Linux, an open descriptor of a folder is sufficient: a process reaches the folder as `/proc/self/fd/N`, without
//! passing through the folders above. So the server, which may enter them, opens the folder, and Postgres inherits the
//! descriptor. The processes of Postgres are forked without another exec, so all of them have it.

use std::fs::{self, File};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{error::StartError, user::OsUser};

/// A folder, and the path by which Postgres reaches it.
#[derive(Debug, Clone)]
pub(super) struct FdPath {
    path: PathBuf,
    descriptor: Option<Arc<OwnedFd>>,
}

impl FdPath {
    /// Opens the folder if the user of Postgres may not enter a folder above it. The folder must belong to that user.
    pub(super) fn new(folder: &Path, user: Option<&OsUser>) -> Result<Self, StartError> {
        let closed = match user {
            Some(user) => first_closed_above(folder, user)?,
            None => None,
        };
        match (closed, user) {
            (Some(closed), Some(user)) if !descriptors_have_paths() => {
                Err(StartError::Unreachable {
                    folder: folder.to_path_buf(),
                    closed,
                    user: user.name.clone(),
                })
            }
            (Some(_), _) => Self::with_descriptor(folder),
            (None, _) => Ok(Self {
                path: folder.to_path_buf(),
                descriptor: None,
            }),
        }
    }

    fn with_descriptor(folder: &Path) -> Result<Self, StartError> {
        let file = File::open(folder).map_err(StartError::folder("open", folder))?;
        let descriptor = OwnedFd::from(file);
        Ok(Self {
            path: Path::new(DESCRIPTORS).join(descriptor.as_raw_fd().to_string()),
            descriptor: Some(Arc::new(descriptor)),
        })
    }

    /// Returns the path for Postgres.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the descriptor that Postgres must inherit for the path to be valid.
    pub(super) fn descriptor(&self) -> Option<Arc<OwnedFd>> {
        self.descriptor.clone()
    }
}

const DESCRIPTORS: &str = "/proc/self/fd";

/// Whether folders can be reached by descriptors. The `/dev/fd` of other systems does not support this.
fn descriptors_have_paths() -> bool {
    Path::new(DESCRIPTORS).is_dir()
}

fn first_closed_above(folder: &Path, user: &OsUser) -> Result<Option<PathBuf>, StartError> {
    let path = folder
        .canonicalize()
        .map_err(StartError::folder("find", folder))?;
    for above in path.ancestors().skip(1) {
        let metadata = fs::metadata(above).map_err(StartError::folder("read", above))?;
        if !user.may_enter(&metadata) {
            return Ok(Some(above.to_path_buf()));
        }
    }
    Ok(None)
}
