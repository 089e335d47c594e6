//! The folder of the socket. That nobody else may enter it is all that guards the cluster.

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

/// The longest path that the kernel takes for a socket: the size of `sun_path`, less a NUL.
const LONGEST_PATH: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// A folder for the socket, made anew at every start.
///
/// It lies in the data folder. Where that has too long a path for a socket, there is a link to a
/// folder with a random name among the temporary files, which goes when this is dropped, or if the
/// server was killed, at the next start.
#[derive(Debug)]
pub(super) struct SocketFolder {
    path: PathBuf,
    link: Option<PathBuf>,
}

impl SocketFolder {
    /// The port in the name of the socket. On a socket of one's own any will do; this is the one
    /// that clients assume.
    pub(super) const PORT: u16 = 5432;

    /// Clears the socket's place in the data folder, and makes a folder there or behind a link.
    pub(super) fn make(folder: &DataFolder, user: Option<&OsUser>) -> Result<Self, StartError> {
        let place = folder.socket();
        let owner = user.map_or_else(|| rustix::process::geteuid().as_raw(), |user| user.uid);
        clear(&place, owner).map_err(StartError::folder("clear the socket's folder", &place))?;
        if fits(&place) {
            make_private(&place, user)
                .map_err(StartError::folder("make the socket's folder", &place))?;
            return Ok(Self {
                path: place,
                link: None,
            });
        }
        let Some(path) = make_temporary(user) else {
            return Err(StartError::SocketPath { path: place });
        };
        let made = Self {
            path,
            link: Some(place.clone()),
        };
        symlink(&made.path, &place).map_err(StartError::folder(
            "make a link to the socket's folder at",
            &place,
        ))?;
        Ok(made)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A path as an element of the setting `unix_socket_directories`, which is a list.
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
                "could not clear the socket's folder {}: {error}",
                self.path.display()
            );
        }
    }
}

/// Makes a folder with a name that nobody can have foreseen, in the first temporary folder whose
/// path is short enough.
fn make_temporary(user: Option<&OsUser>) -> Option<PathBuf> {
    #[allow(
        clippy::disallowed_methods,
        reason = "a name that nobody has taken, not a secret"
    )]
    let name = format!("cardpost-{:08x}", rand::random::<u32>());
    let mut places = [std::env::temp_dir(), PathBuf::from("/tmp")]
        .map(|folder| folder.join(&name))
        .into_iter();
    places.find(|path| path.is_absolute() && fits(path) && make_private(path, user).is_ok())
}

fn socket_name() -> String {
    format!(".s.PGSQL.{}", SocketFolder::PORT)
}

fn fits(folder: &Path) -> bool {
    folder.join(socket_name()).as_os_str().len() <= LONGEST_PATH
}

/// Removes the folder of an earlier socket with what Postgres leaves in it, or the link and the
/// folder behind it. A lock file that is left there could keep Postgres from starting.
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
            "leaving the socket's old folder {} alone: {error}",
            target.display()
        );
    }
    fs::remove_file(place)
}

/// Whether this is still the folder that was made for a socket. Temporary folders get emptied, and
/// by now the name may be someone's who would like root to remove a socket elsewhere.
fn is_ours(folder: &Path, owner: u32) -> bool {
    fs::symlink_metadata(folder)
        .is_ok_and(|found| found.is_dir() && found.uid() == owner && found.mode() & 0o777 == 0o700)
}

/// Removes the two files that Postgres makes, and the folder if nothing else is in it.
fn remove_folder(folder: &Path) -> io::Result<()> {
    for file in [socket_name(), socket_name() + ".lock"] {
        match fs::remove_file(folder.join(file)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::remove_dir(folder)
}
