//! What processes cost: CPU time and memory, read from `/proc`.

use std::{fs, path::Path, time::Duration};

/// Clock ticks a second in `/proc`: the same on every Linux that is in use.
const TICKS: u64 = 100;

/// The CPU time that a process has used, its children that have ended included.
pub fn cpu(pid: u32) -> Duration {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
        return Duration::ZERO;
    };
    // The name of the program is in parentheses and may contain spaces.
    let fields: Vec<&str> = stat
        .rsplit_once(')')
        .map_or("", |(_, rest)| rest)
        .split_whitespace()
        .collect();
    let ticks: u64 = fields[11..15]
        .iter()
        .map(|ticks| ticks.parse::<u64>().expect("a number of ticks"))
        .sum();
    Duration::from_millis(ticks * 1000 / TICKS)
}

/// The CPU time of a process and of everything that it started.
pub fn cpu_of_tree(pid: u32) -> Duration {
    let children: Duration = fs::read_dir("/proc")
        .expect("this is Linux")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter(|child| parent(*child) == Some(pid))
        .map(cpu)
        .sum();
    cpu(pid) + children
}

fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// The process of the Postgres that keeps its data in this folder.
pub fn postmaster(data: &Path) -> u32 {
    let file = fs::read_to_string(data.join("postgres/postmaster.pid")).expect("Postgres runs");
    let first = file.lines().next().expect("a process id");
    first.parse().expect("a process id")
}
