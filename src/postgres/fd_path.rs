//! How Postgres gets into a folder of the server's.
//!
//! A path is no use to a user who may not enter one of the folders above, and that is common: the
//! server is started as root in `/root`, which only root may enter, and Postgres must not be
//! root. Opening `/root` to others is not for a card server to do, and a cluster elsewhere would
//! be missing from every backup, move and container volume of the data folder.
//!
//! Linux has a way that changes nothing on the disk. An open descriptor of a folder is a right to
//! use it, and a process reaches what its descriptors stand for as `/proc/self/fd/N`, without
//! passing the folders above. So the server, which may enter, opens the folder and lets Postgres
//! inherit the descriptor; its every process is forked, not executed anew, and has it too.

use std::fs::{self, File};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{error::StartError, user::OsUser};

/// A folder as Postgres sees it.
#[derive(Debug, Clone)]
pub(super) struct Door {
    seen_as: PathBuf,
    descriptor: Option<Arc<OwnedFd>>,
}

impl Door {
    /// Finds a way into a folder for whoever runs Postgres. The folder itself must be theirs.
    pub(super) fn to(folder: &Path, user: Option<&OsUser>) -> Result<Self, StartError> {
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
            (Some(_), _) => Self::by_descriptor(folder),
            (None, _) => Ok(Self {
                seen_as: folder.to_path_buf(),
                descriptor: None,
            }),
        }
    }

    fn by_descriptor(folder: &Path) -> Result<Self, StartError> {
        let file = File::open(folder).map_err(StartError::folder("open", folder))?;
        let descriptor = OwnedFd::from(file);
        Ok(Self {
            seen_as: Path::new(DESCRIPTORS).join(descriptor.as_raw_fd().to_string()),
            descriptor: Some(Arc::new(descriptor)),
        })
    }

    /// The path to give to Postgres.
    pub(super) fn seen_as(&self) -> &Path {
        &self.seen_as
    }

    /// The descriptor that Postgres has to inherit for that path to mean something.
    pub(super) fn descriptor(&self) -> Option<Arc<OwnedFd>> {
        self.descriptor.clone()
    }
}

const DESCRIPTORS: &str = "/proc/self/fd";

/// Whether folders can be reached by way of descriptors. Other systems' `/dev/fd` doesn't do.
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
