//! Running Postgres's programs: as the right user, in a clean environment, and no longer than
//! the server lives.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use rustix::io::FdFlags;
use rustix::process::Pid;

use super::{child::End, error::StartError, fd_path::Door, log::Log, user::OsUser};

/// A program of Postgres's that is about to be run.
#[derive(Debug)]
pub(super) struct Program {
    path: PathBuf,
    user: Option<OsUser>,
    arguments: Vec<OsString>,
    inherited: Vec<Arc<OwnedFd>>,
}

impl Program {
    /// A program to be run as a user, or else as the server's own.
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

    /// Sets a setting, in the form `name=value`, over what the cluster's files say.
    pub(super) fn setting(self, setting: impl AsRef<OsStr>) -> Self {
        self.argument("-c").argument(setting)
    }

    /// Lets the program inherit a descriptor of the server's, under the same number.
    pub(super) fn inherits(mut self, descriptor: Arc<OwnedFd>) -> Self {
        self.inherited.push(descriptor);
        self
    }

    /// Lets the program in by a door. Only the arguments say which path it is to use.
    pub(super) fn through(mut self, door: &Door) -> Self {
        self.inherited.extend(door.descriptor());
        self
    }

    /// The command, with no input and no output yet.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // The server's secrets are none of Postgres's business, and variables such as PGDATA,
        // PGPORT or LC_MESSAGES would change what it does. Its paths stay, for an installation
        // that needs them. In UTC initdb needn't search for the name of the local time zone.
        command.env_clear().env("LC_ALL", "C").env("TZ", "UTC");
        for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        // Up to version 15 every program wants to come back to the folder it was started in, which
        // may be closed to its user.
        command.current_dir("/");
        if let Some(user) = &self.user {
            // The standard library also drops root's supplementary groups then.
            command.uid(user.uid).gid(user.gid);
        }
        settle_before_exec(&mut command, self.inherited.clone());
        command
    }

    /// Runs the program to its end, with some input, and everything it says going to the log.
    ///
    /// The program is ended if the calling thread ends before it does.
    pub(super) fn run(&self, input: &[u8], log: &Log) -> Result<(), StartError> {
        let mut child = self
            .command_logging_to(log)?
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|cause| self.not_run(cause))?;
        let fed = child
            .stdin
            .take()
            .map_or(Ok(()), |mut stdin| io::Write::write_all(&mut stdin, input));
        let status = child.wait().map_err(|cause| self.not_run(cause))?;
        match fed {
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

    pub(super) fn failed(&self, end: End, log: &Log) -> StartError {
        StartError::Failed {
            program: self.path.clone(),
            status: end.to_string(),
            log: log.path().to_path_buf(),
            log_tail: log.tail(),
        }
    }
}

/// Has the child call [`settle`] between fork and exec, after it has changed its user.
#[allow(
    unsafe_code,
    reason = "there is no safe way to run code between fork and exec"
)]
fn settle_before_exec(command: &mut Command, inherited: Vec<Arc<OwnedFd>>) {
    let parent = rustix::process::getpid();
    // SAFETY: between fork and exec of a process with threads only what is async-signal-safe may
    // be called. `settle` makes plain system calls; it neither allocates nor frees nor locks.
    unsafe { command.pre_exec(move || settle(parent, &inherited)) };
}

/// Prepares the freshly forked child of `parent` for its life as a Postgres.
fn settle(parent: Pid, inherited: &[Arc<OwnedFd>]) -> io::Result<()> {
    // In a session of its own, Ctrl-C in a terminal reaches the server and not Postgres, which
    // the server still needs while it finishes what is under way.
    rustix::process::setsid()?;
    // If the thread that forked this process ends, the kernel sends SIGINT, however the server
    // died. A change of user takes this back, so it has to come after that.
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::INT))?;
    // It may have died before that call, and then no signal comes.
    if rustix::process::getppid() != Some(parent) {
        return Err(rustix::io::Errno::SRCH.into());
    }
    // Done in the child, so that no other program that the server starts inherits these.
    for descriptor in inherited {
        rustix::io::fcntl_setfd(descriptor, FdFlags::empty())?;
    }
    Ok(())
}
