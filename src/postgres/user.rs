//! The operating system's user that Postgres runs as.
//!
//! Postgres refuses to run as root. Where the server is root, Postgres gets the user who owns
//! the cluster already, else `postgres`, which Postgres's packages create, else `nobody`.

use std::os::unix::fs::{MetadataExt, lchown};
use std::path::Path;
use std::{fs, io};

use super::error::StartError;

const ROOT: u32 = 0;

/// A user other than the one the server runs as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OsUser {
    pub(super) name: String,
    pub(super) uid: u32,
    pub(super) gid: u32,
}

impl OsUser {
    /// Who has to run the cluster in this folder (which may be missing): nothing stands for the
    /// server's own user.
    pub(super) fn for_cluster(cluster: &Path) -> Result<Option<Self>, StartError> {
        let server = rustix::process::geteuid().as_raw();
        let owner = fs::metadata(cluster)
            .ok()
            .map(|folder| (folder.uid(), folder.gid()));
        match owner {
            Some((uid, _)) if server != ROOT && uid != server => Err(StartError::ForeignOwner {
                cluster: cluster.to_path_buf(),
                owner: uid,
            }),
            _ if server != ROOT => Ok(None),
            // Not a change of owner, so that the cluster stays usable to whoever made it.
            Some((uid, gid)) if uid != ROOT => Ok(Some(Self::numbered(uid, gid))),
            _ => Self::usual().map(Some),
        }
    }

    fn usual() -> Result<Self, StartError> {
        let passwd = passwd();
        let named = |wanted| users(&passwd).find(|user| user.name == wanted && user.uid != ROOT);
        named("postgres")
            .or_else(|| named("nobody"))
            .ok_or(StartError::NoUser)
    }

    fn numbered(uid: u32, gid: u32) -> Self {
        let name = users(&passwd())
            .find(|user| user.uid == uid)
            .map(|user| user.name);
        Self {
            name: name.unwrap_or_else(|| format!("number {uid}")),
            uid,
            gid,
        }
    }

    /// Makes the user the owner of a file or folder; of a link, not of what it points to.
    pub(super) fn own(&self, path: &Path) -> io::Result<()> {
        lchown(path, Some(self.uid), Some(self.gid))
    }

    /// Whether the permissions of a folder let the user pass through it. Access control lists and
    /// security modules are not looked at.
    pub(super) fn may_enter(&self, folder: &fs::Metadata) -> bool {
        let bit = if folder.uid() == self.uid {
            0o100
        } else if folder.gid() == self.gid {
            0o010
        } else {
            0o001
        };
        folder.mode() & bit != 0
    }
}

/// The system's list of users; where it can't be read there are none.
fn passwd() -> String {
    fs::read_to_string("/etc/passwd").unwrap_or_default()
}

/// The users in the text of `/etc/passwd`.
fn users(passwd: &str) -> impl Iterator<Item = OsUser> {
    passwd.lines().filter_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?.to_owned();
        let uid = number(fields.nth(1)?)?;
        let gid = number(fields.next()?)?;
        Some(OsUser { name, uid, gid })
    })
}

/// A user's or group's number. macOS writes the largest ones as negative: `nobody` is -2.
fn number(text: &str) -> Option<u32> {
    text.parse()
        .ok()
        .or_else(|| text.parse().ok().map(i32::cast_unsigned))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "\
root:x:0:0:root:/root:/bin/bash
# a comment
nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false
postgres:x:101:104:Postgres administrator,,,:/var/lib/postgresql:/bin/bash
";

    #[test]
    fn users_are_read_from_passwd_and_other_lines_are_passed_over() {
        let names: Vec<_> = users(PASSWD).map(|user| user.name).collect();
        assert_eq!(names, ["root", "nobody", "postgres"]);
        let postgres = users(PASSWD).find(|user| user.name == "postgres");
        assert_eq!(
            postgres,
            Some(OsUser {
                name: "postgres".into(),
                uid: 101,
                gid: 104
            })
        );
    }

    #[test]
    fn a_negative_number_is_the_unsigned_one_with_the_same_bits() {
        let nobody = users(PASSWD).find(|user| user.name == "nobody");
        assert_eq!(nobody.map(|user| user.uid), Some(u32::MAX - 1));
    }
}
