//! The operating system user that Postgres runs as.
//!
//! Postgres refuses to run as root. If the server runs as root, Postgres runs as the owner of the existing cluster, or
//! as `postgres`, which the packages of Postgres create, or as `nobody`.

use std::os::unix::fs::{MetadataExt, lchown};
use std::path::Path;
use std::{fs, io};

use super::error::StartError;

const ROOT: u32 = 0;

/// A user other than the user of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OsUser {
    pub(super) name: String,
    pub(super) uid: u32,
    pub(super) gid: u32,
}

impl OsUser {
    /// Returns the user that must run the cluster in this folder, which may be missing. `None` is the user of the
    /// server.
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
            // The owner is not changed, so that its owner can still use the cluster.
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
            name: name.unwrap_or_else(|| format!("with the id {uid}")),
            uid,
            gid,
        }
    }

    /// Makes the user the owner of a file or folder. Links are not followed.
    pub(super) fn own(&self, path: &Path) -> io::Result<()> {
        lchown(path, Some(self.uid), Some(self.gid))
    }

    /// Whether the permissions of a folder allow the user to enter it. Ignores access control lists and security
    /// modules.
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

/// Reads the list of users. Returns an empty text on an error.
fn passwd() -> String {
    fs::read_to_string("/etc/passwd").unwrap_or_default()
}

/// Parses the users in the text of `/etc/passwd`.
fn users(passwd: &str) -> impl Iterator<Item = OsUser> {
    passwd.lines().filter_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?.to_owned();
        let uid = number(fields.nth(1)?)?;
        let gid = number(fields.next()?)?;
        Some(OsUser { name, uid, gid })
    })
}

/// Parses the id of a user or group. macOS writes the largest ids as negative numbers: `nobody` is -2.
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
