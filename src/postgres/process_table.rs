//! Finds the processes of a Postgres by the name of its cluster.
//!
//! Postgres shows the setting `cluster_name` in the title of each of its processes, and every system lets everyone read
//! titles. In a container, for example, even root may see little else of the processes of another user. The result only
//! decides which processes receive a signal. Whether any process is left is decided by the lock of the cluster.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

use rustix::process::Pid;

/// Returns the name of a cluster, which is unique on this machine.
pub(super) fn cluster_name(cluster: &fs::Metadata) -> String {
    format!("cardpost-{:x}-{:x}", cluster.dev(), cluster.ino())
}

/// Returns the processes of a cluster that run as its owner. Processes of other users are ignored, because anyone can
/// set a title.
pub(super) fn processes_of(name: &str, owner: u32) -> Vec<Pid> {
    if Path::new("/proc/self/cmdline").exists() {
        by_proc(name, owner)
    } else {
        by_ps(name, owner)
    }
}

fn by_proc(name: &str, owner: u32) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ours = processes.filter(|process| {
        process
            .metadata()
            .is_ok_and(|process| process.uid() == owner)
            && fs::read(process.path().join("cmdline"))
                .is_ok_and(|title| has_name(&String::from_utf8_lossy(&title), '\0', name))
    });
    ours.filter_map(|process| parse_pid(process.file_name().to_str()?))
        .collect()
}

fn by_ps(name: &str, owner: u32) -> Vec<Pid> {
    let output = Command::new("ps")
        .args(["-axww", "-o", "pid=", "-o", "uid=", "-o", "command="])
        .output();
    let Ok(output) = output else {
        return Vec::new();
    };
    let listing = String::from_utf8_lossy(&output.stdout);
    listing
        .lines()
        .filter_map(|line| parse_line(line, name, owner))
        .collect()
}

/// Parses a line of `ps -o pid= -o uid= -o command=`. Returns `None` unless it is a process of the cluster.
fn parse_line(line: &str, name: &str, owner: u32) -> Option<Pid> {
    let (pid, line) = line.trim_start().split_once(' ')?;
    let (uid, title) = line.trim_start().split_once(' ')?;
    let is_ours = uid.parse() == Ok(owner) && has_name(title.trim_start(), ' ', name);
    if is_ours { parse_pid(pid) } else { None }
}

fn parse_pid(text: &str) -> Option<Pid> {
    text.parse()
        .ok()
        .filter(|&pid| pid > 0)
        .and_then(Pid::from_raw)
}

/// Whether a title belongs to a process of the cluster: `postgres: NAME: checkpointer`, or for a postmaster its command
/// line: `postgres … -c cluster_name=NAME …`.
fn has_name(title: &str, separator: char, name: &str) -> bool {
    title
        .strip_prefix("postgres: ")
        .is_some_and(|title| title.starts_with(&format!("{name}: ")))
        || title.split(separator).any(|argument| {
            argument
                .strip_prefix("cluster_name=")
                .is_some_and(|value| value == name)
        })
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    const NAME: &str = "cardpost-fe00-1a";

    #[test]
    fn a_postmaster_bears_the_name_as_a_setting_and_its_children_as_a_title() {
        for title in [
            "/usr/bin/postgres -D /data -c cluster_name=cardpost-fe00-1a -c port=5432",
            "postgres: cardpost-fe00-1a: checkpointer ",
            "postgres: cardpost-fe00-1a: cardpost cardpost [local] idle",
        ] {
            assert!(has_name(title, ' ', NAME), "{title}");
        }
        assert!(has_name(
            "postgres\0-c\0cluster_name=cardpost-fe00-1a\0",
            '\0',
            NAME
        ));
    }

    #[test]
    fn other_processes_do_not_bear_the_name() {
        for title in [
            "",
            "postgres: checkpointer ",
            "postgres: cardpost-fe00-1ab: checkpointer ",
            "/usr/bin/postgres -D /data -c cluster_name=cardpost-fe00-1ab",
            "grep cardpost-fe00-1a",
        ] {
            assert!(!has_name(title, ' ', NAME), "{title}");
        }
    }

    #[test]
    fn a_line_of_ps_names_a_process_of_the_owner_only() {
        let line = format!("  17   501 postgres: {NAME}: checkpointer ");
        assert_eq!(parse_line(&line, NAME, 501), Pid::from_raw(17));
        assert_eq!(parse_line(&line, NAME, 502), None);
        assert_eq!(parse_line("  17   501 (postgres)", NAME, 501), None);
        assert_eq!(parse_line("", NAME, 501), None);
    }

    #[test]
    fn ps_and_proc_find_the_same_processes() {
        // The shell's title holds the name as an argument; it waits for the end of its input.
        let argument = format!("cluster_name={NAME}-{}", std::process::id());
        let mut shell = Command::new("sh")
            .args(["-c", "read line", "sh", &argument])
            .stdin(std::process::Stdio::piped())
            .spawn()
            .expect("a shell");
        let name = argument.trim_start_matches("cluster_name=");
        let me = rustix::process::geteuid().as_raw();
        let expected = vec![Pid::from_child(&shell)];
        // Minimal systems have no ps, but the systems that need it do.
        if Command::new("ps").output().is_ok() {
            assert_eq!(by_ps(name, me), expected);
        }
        assert_eq!(processes_of(name, me), expected);
        assert_eq!(processes_of(name, me.wrapping_add(1)), []);
        drop(shell.stdin.take());
        shell.wait().expect("its status");
    }
}
