//! Runs the programs of Postgres: as the right user, in a clean environment, and no longer than the server.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use rustix::io::FdFlags;
use rustix::process::Pid;

use super::{child::Exit, error::StartError, fd_path::FdPath, log::Log, user::OsUser};

/// A program of Postgres with its arguments.
#[derive(Debug)]
pub(super) struct Program {
    path: PathBuf,
    user: Option<OsUser>,
    arguments: Vec<OsString>,
    inherited: Vec<Arc<OwnedFd>>,
}

impl Program {
    /// Creates a program that runs as this user, or as the user of the server.
    pub(super) fn new(path: &Path, user: Option<&OsUser>) -> Self {
        Self {
            path: path.to_path_buf(),
            user: user.cloned(),
            arguments: Vec::new(),
            inherited: Vec::new(),
        }
    }

    pub(super) fn argument(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    /// Adds a setting of the form `name=value`, which overrides the configuration files of the cluster.
    pub(super) fn setting(self, setting: impl AsRef<OsStr>) -> Self {
        self.argument("-c").argument(setting)
    }

    /// Makes the program inherit a descriptor of the server under the same number.
    pub(super) fn inherits(mut self, descriptor: Arc<OwnedFd>) -> Self {
        self.inherited.push(descriptor);
        self
    }

    /// Makes the program inherit the descriptor of a path. The path itself must be passed as an argument.
    pub(super) fn reaches(mut self, path: &FdPath) -> Self {
        self.inherited.extend(path.descriptor());
        self
    }

    /// Returns the command, with standard input and output closed.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Postgres must not see the secrets of the server, and variables such as PGDATA, PGPORT or LC_MESSAGES would
        // change its behaviour. The paths are kept for installations that need them. With UTC, initdb doesn't have to
        // search for the name of the local time zone.
        command.env_clear().env("LC_ALL", "C").env("TZ", "UTC");
        for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        // Up to version 15, every program changes back to the folder in which it was started, which its user may not be
        // allowed to enter.
        command.current_dir("/");
        if let Some(user) = &self.user {
            // The standard library then also drops the supplementary groups of root.
            command.uid(user.uid).gid(user.gid);
        }
        prepare_before_exec(&mut command, self.inherited.clone());
        command
    }

    /// Runs the program to completion with this input, and writes its output to the log.
    ///
    /// The program is stopped if the calling thread ends first.
    pub(super) fn run(&self, input: &[u8], log: &Log) -> Result<(), StartError> {
        let mut child = self
            .command_logging_to(log)?
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|cause| self.not_run(cause))?;
        let input_result = child
            .stdin
            .take()
            .map_or(Ok(()), |mut stdin| io::Write::write_all(&mut stdin, input));
        let status = child.wait().map_err(|cause| self.not_run(cause))?;
        match input_result {
            _ if !status.success() => Err(self.failed(status.into(), log)),
            Err(cause) => Err(self.not_run(cause)),
            Ok(()) => Ok(()),
        }
    }

    pub(super) fn command_logging_to(&self, log: &Log) -> Result<Command, StartError> {
        let open = || {
            log.append()
                .map_err(StartError::folder("write the log", log.path()))
        };
        let mut command = self.command();
        command.stdout(open()?).stderr(open()?);
        Ok(command)
    }

    pub(super) fn not_run(&self, cause: io::Error) -> StartError {
        StartError::Spawn {
            program: self.path.clone(),
            user: self.user.as_ref().map(|user| user.name.clone()),
            cause,
        }
    }

    pub(super) fn failed(&self, exit: Exit, log: &Log) -> StartError {
        StartError::Failed {
            program: self.path.clone(),
            status: exit.to_string(),
            log: log.path().to_path_buf(),
            log_tail: log.tail(),
        }
    }
}

/// Makes the child call [`prepare_child`] between fork and exec, after the change of user.
#[allow(
    unsafe_code,
    reason = "there is no safe way to run code between fork and exec"
)]
fn prepare_before_exec(command: &mut Command, inherited: Vec<Arc<OwnedFd>>) {
    let parent = rustix::process::getpid();
    // SAFETY: between fork and exec of a process with threads only what is async-signal-safe may
    // be called. `prepare_child` makes plain system calls; it neither allocates nor frees nor locks.
    unsafe { command.pre_exec(move || prepare_child(parent, &inherited)) };
}

/// Prepares the forked child of `parent` before it executes a program of Postgres.
fn prepare_child(parent: Pid, inherited: &[Arc<OwnedFd>]) -> io::Result<()> {
    // In its own session, Postgres does not receive Ctrl-C from a terminal. The server does, and still needs Postgres
    // to finish running requests.
    rustix::process::setsid()?;
    // The kernel sends SIGINT when the thread that forked this process ends, whatever the reason. A change of user
    // resets this, so it must come after that.
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::INT))?;
    // If the parent died before that call, no signal is sent.
    if rustix::process::getppid() != Some(parent) {
        return Err(rustix::io::Errno::SRCH.into());
    }
    // Set in the child, so that other programs that the server starts do not inherit these descriptors.
    for descriptor in inherited {
        rustix::io::fcntl_setfd(descriptor, FdFlags::empty())?;
    }
    Ok(())
}
