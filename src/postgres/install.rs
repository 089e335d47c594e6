//! Describes how to install Postgres on this system.

use std::env;
use std::path::{Path, PathBuf};

/// A package manager, and its packages for the Postgres server.
struct Manager {
    /// The program that identifies the system.
    program: &'static str,
    /// The command that installs a package without a prompt.
    install: &'static str,
    /// Whether the command requires root.
    needs_root: bool,
    /// The package of the current version.
    current: &'static str,
    /// The package of a specific major version, with `#` for the version, if there are such packages.
    numbered: Option<&'static str>,
}

const MANAGERS: [Manager; 7] = [
    Manager {
        program: "apt-get",
        install: "apt-get install -y",
        needs_root: true,
        current: "postgresql",
        numbered: Some("postgresql-#"),
    },
    Manager {
        program: "dnf",
        install: "dnf install -y",
        needs_root: true,
        current: "postgresql-server",
        numbered: Some("postgresql#-server"),
    },
    Manager {
        program: "zypper",
        install: "zypper --non-interactive install",
        needs_root: true,
        current: "postgresql-server",
        numbered: Some("postgresql#-server"),
    },
    Manager {
        program: "pacman",
        install: "pacman -S --noconfirm",
        needs_root: true,
        current: "postgresql",
        numbered: None,
    },
    Manager {
        program: "apk",
        install: "apk add",
        needs_root: true,
        current: "postgresql",
        numbered: Some("postgresql#"),
    },
    Manager {
        program: "pkg",
        install: "pkg install -y",
        needs_root: true,
        current: "postgresql17-server",
        numbered: Some("postgresql#-server"),
    },
    // Last, because it can also be installed on Linux in addition to the manager of the system.
    Manager {
        program: "brew",
        install: "brew install",
        needs_root: false,
        current: "postgresql@17",
        numbered: Some("postgresql@#"),
    },
];

/// Returns how to install Postgres on this system, in a specific major version or in any.
pub(super) fn advice(major: Option<u32>) -> String {
    sentence(major, rustix::process::geteuid().is_root(), is_installed)
}

fn sentence(major: Option<u32>, is_root: bool, is_installed: impl Fn(&str) -> bool) -> String {
    let manager = MANAGERS
        .iter()
        .find(|manager| is_installed(manager.program));
    let package = |manager: &Manager| match major {
        None => Some(manager.current.to_owned()),
        Some(major) => manager
            .numbered
            .map(|name| name.replace('#', &major.to_string())),
    };
    match manager.and_then(|manager| Some((manager, package(manager)?))) {
        Some((manager, package)) => {
            let sudo = if manager.needs_root && !is_root {
                "sudo "
            } else {
                ""
            };
            format!("install it with `{sudo}{} {package}`", manager.install)
        }
        None => match major {
            None => "install it (https://www.postgresql.org/download/)".to_owned(),
            Some(major) => {
                format!("install version {major} (https://www.postgresql.org/download/)")
            }
        },
    }
}

fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    // The folders of the package managers, in case PATH lacks them.
    let usual = [
        "/usr/bin",
        "/sbin",
        "/usr/sbin",
        "/opt/homebrew/bin",
        "/usr/local/bin",
    ];
    let mut folders = env::split_paths(&path).chain(usual.iter().map(PathBuf::from));
    folders.any(|folder: PathBuf| Path::new(&folder).join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_command_is_named_for_the_system_at_hand() {
        let on = |system: &'static str| move |program: &str| program == system;
        assert_eq!(
            sentence(None, true, on("apt-get")),
            "install it with `apt-get install -y postgresql`"
        );
        assert_eq!(
            sentence(None, false, on("dnf")),
            "install it with `sudo dnf install -y postgresql-server`"
        );
        assert_eq!(
            sentence(None, false, on("brew")),
            "install it with `brew install postgresql@17`"
        );
    }

    #[test]
    fn an_old_cluster_asks_for_its_own_version() {
        assert_eq!(
            sentence(Some(14), true, |program| program == "apt-get"),
            "install it with `apt-get install -y postgresql-14`"
        );
    }

    #[test]
    fn the_system_s_own_manager_goes_before_one_that_was_added() {
        let linux_with_brew = |program: &str| ["apt-get", "brew"].contains(&program);
        assert!(sentence(None, true, linux_with_brew).contains("apt-get"));
    }

    #[test]
    fn where_no_package_will_do_the_download_page_is_named() {
        let nothing = sentence(None, true, |_| false);
        assert_eq!(nothing, "install it (https://www.postgresql.org/download/)");
        let only_the_current = sentence(Some(14), true, |program| program == "pacman");
        assert_eq!(
            only_the_current,
            "install version 14 (https://www.postgresql.org/download/)"
        );
    }
}
