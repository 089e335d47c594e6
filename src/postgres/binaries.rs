//! Finds the programs `initdb` and `postgres` of the right version.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{env, fs};

use super::{data_folder::DataFolder, error::StartError, install, program::Program, user::OsUser};

const INITDB: &str = "initdb";
const POSTGRES: &str = "postgres";

/// The programs of an installation of Postgres, and the user that they run as.
#[derive(Debug)]
pub(super) struct Binaries {
    folder: PathBuf,
    user: Option<OsUser>,
}

impl Binaries {
    /// Finds the programs in a given folder, or in the standard folders. An existing cluster requires the major version
    /// that created it; for a new one, the first installation is used.
    pub(super) fn find(
        bin_dir: Option<&Path>,
        wanted: Option<u32>,
        folder: &DataFolder,
        user: Option<OsUser>,
    ) -> Result<Self, StartError> {
        let places = match bin_dir {
            Some(bin_dir) => vec![bin_dir.to_path_buf()],
            None => standard_folders(),
        };
        let places: Vec<_> = places.iter().flat_map(std::path::absolute).collect();
        match search(&places, wanted, |place| major_version(place, user.as_ref())) {
            Ok(found) => Ok(Self {
                folder: found,
                user,
            }),
            Err(missing) => Err(missing.into_error(wanted, folder, places)),
        }
    }

    /// `initdb`, without arguments yet.
    pub(super) fn initdb(&self) -> Program {
        Program::new(&self.folder.join(INITDB), self.user())
    }

    /// `postgres`, without arguments yet.
    pub(super) fn postgres(&self) -> Program {
        Program::new(&self.folder.join(POSTGRES), self.user())
    }

    /// The user that the programs run as, if not the user of the server.
    pub(super) fn user(&self) -> Option<&OsUser> {
        self.user.as_ref()
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The unsuitable installations that a search found.
#[derive(Debug)]
struct Missing {
    /// Installations of other major versions.
    found: Vec<(u32, PathBuf)>,
    /// The first error of a program that could not be run.
    broken: Option<StartError>,
}

impl Missing {
    fn into_error(
        self,
        wanted: Option<u32>,
        folder: &DataFolder,
        looked_in: Vec<PathBuf>,
    ) -> StartError {
        match (wanted, self) {
            (Some(cluster_major), Self { found, .. }) if !found.is_empty() => {
                StartError::OtherVersion {
                    cluster: folder.cluster(),
                    cluster_major,
                    found,
                    install: install::advice(wanted),
                }
            }
            (
                _,
                Self {
                    broken: Some(error),
                    ..
                },
            ) => error,
            _ => StartError::NoBinaries {
                looked_in,
                install: install::advice(wanted),
            },
        }
    }
}

/// Returns the first folder that contains the programs in the wanted major version, or in any. `major_version` returns
/// the version in a folder, or `None` if the programs are missing.
fn search(
    places: &[PathBuf],
    wanted: Option<u32>,
    major_version: impl Fn(&Path) -> Result<Option<u32>, StartError>,
) -> Result<PathBuf, Missing> {
    let mut missing = Missing {
        found: Vec::new(),
        broken: None,
    };
    for place in places {
        match major_version(place) {
            Ok(Some(major)) if wanted.is_none_or(|wanted| wanted == major) => {
                return Ok(place.clone());
            }
            Ok(Some(major)) => missing.found.push((major, place.clone())),
            Ok(None) => {}
            Err(error) => {
                tracing::debug!("{error}");
                missing.broken.get_or_insert(error);
            }
        }
    }
    Err(missing)
}

/// Runs `postgres --version` in a folder, as the user of Postgres, and returns the major version.
fn major_version(place: &Path, user: Option<&OsUser>) -> Result<Option<u32>, StartError> {
    let postgres = place.join(POSTGRES);
    if !postgres.is_file() || !place.join(INITDB).is_file() {
        return Ok(None);
    }
    let program = Program::new(&postgres, user).argument("--version");
    let output = program
        .command()
        .stdout(Stdio::piped())
        .output()
        .map_err(|cause| program.not_run(cause))?;
    let said = String::from_utf8_lossy(&output.stdout);
    match parse_major(&said) {
        Some(major) => Ok(Some(major)),
        None => Err(StartError::NoVersion {
            program: postgres,
            said: said.trim().to_owned(),
        }),
    }
}

/// Parses `postgres (PostgreSQL) 17.2 (Debian 17.2-1)`, and also `18beta1` and `19devel`.
fn parse_major(said: &str) -> Option<u32> {
    let version = said.trim_start().strip_prefix("postgres (PostgreSQL) ")?;
    let end = version
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(version.len());
    version[..end].parse().ok()
}

/// Returns the folders that packages install the programs to, and `PATH`, which often lacks them.
fn standard_folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty());
    let mut places = Vec::new();
    places.extend(numbered("/usr/lib/postgresql", "", "bin")); // Debian, Ubuntu
    places.extend(numbered("/usr", "pgsql-", "bin")); // packages for Red Hat by Postgres
    places.extend(numbered("/usr/lib", "postgresql", "bin")); // openSUSE
    places.extend(numbered("/usr/libexec", "postgresql", "")); // Alpine
    places.extend(path);
    places.extend(numbered("/opt/homebrew/opt", "postgresql@", "bin")); // Homebrew on ARM
    places.extend(numbered("/usr/local/opt", "postgresql@", "bin")); // Homebrew on Intel
    places.extend(numbered(
        "/Applications/Postgres.app/Contents/Versions",
        "",
        "bin",
    ));
    places
}

/// Returns the folders in `parent` with a name of `prefix` and a version, newest version first, each joined with
/// `below`.
fn numbered(parent: impl AsRef<Path>, prefix: &str, below: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            let version = name.to_str()?.strip_prefix(prefix)?.parse().ok()?;
            Some((version, entry.path().join(below)))
        })
        .collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, folder)| folder).collect()
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn places(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    /// A machine with three installations, one of which can't be run.
    fn machine(place: &Path) -> Result<Option<u32>, StartError> {
        match place.to_str() {
            Some("/sixteen") => Ok(Some(16)),
            Some("/fifteen") => Ok(Some(15)),
            Some("/broken") => Err(StartError::NoUser),
            _ => Ok(None),
        }
    }

    fn found_in(names: &[&str], wanted: Option<u32>) -> Option<PathBuf> {
        search(&places(names), wanted, machine).ok()
    }

    #[test]
    fn a_new_cluster_takes_the_first_place_that_works() {
        let found = found_in(&["/empty", "/broken", "/sixteen", "/fifteen"], None);
        assert_eq!(found, Some(PathBuf::from("/sixteen")));
    }

    #[test]
    fn an_old_cluster_takes_the_version_that_made_it() {
        assert_eq!(
            found_in(&["/sixteen", "/fifteen"], Some(15)),
            Some(PathBuf::from("/fifteen"))
        );
        assert_eq!(found_in(&["/sixteen", "/fifteen"], Some(14)), None);
    }

    #[test]
    fn a_search_in_vain_tells_what_it_came_upon() {
        let missing = search(
            &places(&["/broken", "/empty", "/fifteen"]),
            Some(14),
            machine,
        )
        .expect_err("there is no version 14");
        assert_eq!(missing.found, [(15, PathBuf::from("/fifteen"))]);
        assert!(matches!(missing.broken, Some(StartError::NoUser)));
    }

    #[test]
    fn newer_versions_come_first_in_the_order_of_numbers() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        for name in ["pg-9", "pg-10", "pg-17", "pg-new", "other"] {
            fs::create_dir(parent.path().join(name)).expect("a folder in it");
        }
        let expected = ["pg-17/bin", "pg-10/bin", "pg-9/bin"].map(|name| parent.path().join(name));
        assert_eq!(numbered(parent.path(), "pg-", "bin"), expected);
        assert!(numbered(parent.path().join("missing"), "", "").is_empty());
    }

    #[test]
    fn versions_of_packages_betas_and_checkouts_are_understood() {
        let major = |version| parse_major(&format!("postgres (PostgreSQL) {version}\n"));
        assert_eq!(major("17.2"), Some(17));
        assert_eq!(major("15.18 (Debian 15.18-0+deb12u1)"), Some(15));
        assert_eq!(major("18beta1"), Some(18));
        assert_eq!(major("19devel"), Some(19));
        assert_eq!(major("devel"), None);
        assert_eq!(parse_major("psql (PostgreSQL) 17.2"), None);
    }
}
