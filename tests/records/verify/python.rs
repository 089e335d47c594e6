//! The verifier in Python, which is independent of this program.

use std::{
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
};

/// The verdict of the verifier on one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    Verified,
    /// Not verified, with the line that says why.
    No(String),
    /// Not a full record, with the line that says why.
    Malformed(String),
}

impl Said {
    pub fn passes(&self) -> bool {
        *self == Self::Verified
    }
}

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("clients/verify")
}

/// Returns a command that runs Python. `scripts/test` makes sure that it is installed.
pub fn python() -> Command {
    let mut command = Command::new("python3");
    // -B writes no compiled copy next to the program.
    command.arg("-B").current_dir(folder());
    command
}

/// Runs the verifier on the records that `write` writes, one per line.
pub fn check(
    arguments: &[&str],
    write: impl FnOnce(&mut dyn FnMut(&str)) + Send + 'static,
) -> (i32, Vec<Said>) {
    let mut child = python()
        .args(["verify.py", "--lines", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed: the checker in Python is tested with it");
    let mut input = std::io::BufWriter::new(child.stdin.take().unwrap());
    let writing = thread::spawn(move || {
        write(&mut |record| {
            writeln!(input, "{record}").unwrap();
        });
        input.flush().unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (
        output.status.code().unwrap(),
        text.lines().map(said).collect(),
    )
}

fn said(line: &str) -> Said {
    let (_, said) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
    match said {
        "verified" => Said::Verified,
        no if no.starts_with("NO ") => Said::No(no.to_owned()),
        other => {
            assert!(other.starts_with("not a full record: "), "{line}");
            Said::Malformed(other.to_owned())
        }
    }
}
