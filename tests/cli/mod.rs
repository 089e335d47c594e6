//! The command line, through the real binary.

mod check_db;
mod export;
mod replay;
mod simulate;
mod usage;
mod verify;

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

/// What a call of the program came to.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn new(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self {
            code: output.status.code().unwrap(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// The output as JSON, of a call that went well.
    fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardpost"));
    command.args(arguments).env_clear().env("COLUMNS", "100");
    command
}

/// Runs the program.
fn run(arguments: &[&str]) -> Ran {
    Ran::new(&program(arguments).output().unwrap())
}

/// Runs the program with something on its standard input.
fn run_with(input: &str, arguments: &[&str]) -> Ran {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    // A program that refuses its arguments may be gone before it has read anything.
    if let Err(error) = written {
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "{error}");
    }
    Ran::new(&output)
}
