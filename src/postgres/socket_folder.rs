//! The folder of the socket. Its permissions are the only protection of the cluster.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use super::{
    data_folder::{DataFolder, make_private},
    error::StartError,
    user::OsUser,
};

/// The maximum length of the path of a socket: the size of `sun_path`, less a NUL.
const MAX_PATH_LENGTH: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// The folder of the socket, which is created at every start.
///
/// It is in the data folder. If that path is too long for a socket, it is a link to a temporary folder with a random
/// name, which is removed on drop or, if the server was killed, at the next start.
#[derive(Debug)]
pub(super) struct SocketFolder {
    path: PathBuf,
    link: Option<PathBuf>,
}

impl SocketFolder {
    /// The port in the name of the socket. Any would work; this one is the default of clients.
    pub(super) const PORT: u16 = 5432;

    /// Removes the old folder, and creates a new one, directly or behind a link.
    pub(super) fn create(folder: &DataFolder, user: Option<&OsUser>) -> Result<Self, StartError> {
        let place = folder.socket();
        let owner = user.map_or_else(|| rustix::process::geteuid().as_raw(), |user| user.uid);
        clear(&place, owner).map_err(StartError::folder(
            "remove the old folder of the socket",
            &place,
        ))?;
        if is_short_enough(&place) {
            make_private(&place, user).map_err(StartError::folder(
                "create the folder of the socket",
                &place,
            ))?;
            return Ok(Self {
                path: place,
                link: None,
            });
        }
        let Some(path) = create_temporary(user) else {
            return Err(StartError::SocketPath { path: place });
        };
        let made = Self {
            path,
            link: Some(place.clone()),
        };
        symlink(&made.path, &place).map_err(StartError::folder(
            "create the link to the folder of the socket at",
            &place,
        ))?;
        Ok(made)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Quotes a path for the setting `unix_socket_directories`, which is a list.
    pub(super) fn quoted(path: &Path) -> OsString {
        let mut quoted = vec![b'"'];
        for &byte in path.as_os_str().as_bytes() {
            if byte == b'"' {
                quoted.push(byte);
            }
            quoted.push(byte);
        }
        quoted.push(b'"');
        OsString::from_vec(quoted)
    }
}

impl Drop for SocketFolder {
    fn drop(&mut self) {
        if let Some(link) = &self.link
            && let Err(error) = remove_folder(&self.path).and(fs::remove_file(link))
        {
            tracing::warn!(
                "could not remove the folder of the socket {}: {error}",
                self.path.display()
            );
        }
    }
}

/// Creates a folder with an unpredictable name, in the first temporary folder with a short enough path.
fn create_temporary(user: Option<&OsUser>) -> Option<PathBuf> {
    #[allow(clippy::disallowed_methods, reason = "an unused name, not a secret")]
    let name = format!("cardpost-{:08x}", rand::random::<u32>());
    let mut places = [std::env::temp_dir(), PathBuf::from("/tmp")]
        .map(|folder| folder.join(&name))
        .into_iter();
    places.find(|path| {
        path.is_absolute() && is_short_enough(path) && make_private(path, user).is_ok()
    })
}

fn socket_name() -> String {
    format!(".s.PGSQL.{}", SocketFolder::PORT)
}

fn is_short_enough(folder: &Path) -> bool {
    folder.join(socket_name()).as_os_str().len() <= MAX_PATH_LENGTH
}

/// Removes the folder of an earlier socket and its files, or the link and its target. A leftover lock file could keep
/// Postgres from starting.
fn clear(place: &Path, owner: u32) -> io::Result<()> {
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(metadata) if metadata.is_dir() => return remove_folder(place),
        Ok(_) => {}
    }
    if let Ok(target) = fs::read_link(place)
        && is_ours(&target, owner)
        && let Err(error) = remove_folder(&target)
    {
        tracing::warn!(
            "could not remove the old folder of the socket {}: {error}",
            target.display()
        );
    }
    fs::remove_file(place)
}

/// Whether this is still the folder that was created for a socket. Temporary folders are cleaned up, and an attacker
/// could have created another one with the same name, to make root delete a socket elsewhere.
fn is_ours(folder: &Path, owner: u32) -> bool {
    fs::symlink_metadata(folder)
        .is_ok_and(|found| found.is_dir() && found.uid() == owner && found.mode() & 0o777 == 0o700)
}

/// Removes the two files that Postgres creates, and then the folder, which fails if it contains anything else.
fn remove_folder(folder: &Path) -> io::Result<()> {
    for file in [socket_name(), socket_name() + ".lock"] {
        match fs::remove_file(folder.join(file)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::remove_dir(folder)
}
