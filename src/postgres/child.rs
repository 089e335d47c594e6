//! A child process, and the thread that keeps it.

use std::fmt;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

/// How a process ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct End(Option<ExitStatus>);

impl End {
    /// Whether it ended by itself and reported success.
    pub(super) fn is_clean(self) -> bool {
        self.0.is_some_and(|status| status.success())
    }
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> Self {
        Self(Some(status))
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(status) => status.fmt(f),
            None => f.write_str("nobody knows how"),
        }
    }
}

/// A child process that a thread of its own waits for.
///
/// The kernel's signal at the parent's death is in truth sent at the death of the *thread* that
/// forked the process. The caller's thread may well end before that: it is a test's, or one of a
/// pool for blocking work. So the process is forked by a thread that lives as long as it does.
#[derive(Debug)]
pub(super) struct Kept {
    pid: Pid,
    life: Arc<Life>,
}

impl Kept {
    /// Runs a command.
    pub(super) fn spawn(mut command: Command) -> io::Result<Self> {
        let life = Arc::new(Life::default());
        let keepers_life = Arc::clone(&life);
        let (sender, receiver) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name("postgres-keeper".to_owned())
            .spawn(move || {
                let spawned = command.spawn();
                // With it go this process's copies of the descriptors that the child inherits.
                drop(command);
                let pid = spawned.as_ref().map(Pid::from_child);
                // The receiver can't be gone: below, it waits for just this.
                let _ = sender
                    .send(pid.map_err(|error| io::Error::new(error.kind(), error.to_string())));
                if let Ok(child) = spawned {
                    keepers_life.keep(child);
                }
            })?;
        let pid = receiver.recv().map_err(io::Error::other)??;
        Ok(Self { pid, life })
    }

    pub(super) fn pid(&self) -> Pid {
        self.pid
    }

    /// Sends a signal that asks the process to end, unless it has ended.
    pub(super) fn ask_to_end(&self, signal: Signal) -> io::Result<()> {
        let mut state = self.life.lock();
        state.asked_to_end = true;
        if state.end.is_none() {
            kill_process(self.pid, signal)?;
        }
        Ok(())
    }

    /// Waits for the end of the process, but no longer than the limit.
    pub(super) fn wait(&self, limit: Duration) -> Option<End> {
        let lives = |state: &mut State| state.end.is_none();
        let waited = self
            .life
            .over
            .wait_timeout_while(self.life.lock(), limit, lives);
        waited.unwrap_or_else(PoisonError::into_inner).0.end
    }
}

/// Whether a process lives, as its thread tells others.
#[derive(Debug, Default)]
struct Life {
    state: Mutex<State>,
    over: Condvar,
}

#[derive(Debug, Default)]
struct State {
    asked_to_end: bool,
    end: Option<End>,
}

impl Life {
    /// Waits for the process to end, and tells.
    fn keep(&self, mut child: Child) {
        // It stays a zombie until the lock is held: reaped any sooner, its number could belong to
        // another process by the time that a signal is sent to it.
        let id = WaitId::Pid(Pid::from_child(&child));
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(id.clone(), ended), Err(Errno::INTR)) {}
        let mut state = self.lock();
        let end = End(child.wait().ok());
        if !state.asked_to_end {
            tracing::error!("the embedded Postgres ended by itself ({end})");
        }
        state.end = Some(end);
        drop(state);
        self.over.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that holds the lock leaves the state half-changed, so a panic does no harm.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
