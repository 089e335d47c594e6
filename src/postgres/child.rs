//! A child process, and the thread that waits for it.

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
pub(super) struct Exit(Option<ExitStatus>);

impl Exit {
    /// Whether the process exited with status 0.
    pub(super) fn is_clean(self) -> bool {
        self.0.is_some_and(|status| status.success())
    }
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        Self(Some(status))
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(status) => status.fmt(f),
            None => f.write_str("unknown status"),
        }
    }
}

/// A child process with a thread that waits for it.
///
/// The kernel's parent-death signal is sent when the *thread* that forked the process ends. The thread
/// of the caller may end earlier, for example the thread of a test, or one of a pool for blocking
/// work. So the process is forked by a thread that lives as long as the process.
#[derive(Debug)]
pub(super) struct ChildProcess {
    pid: Pid,
    shared: Arc<Shared>,
}

impl ChildProcess {
    /// Starts a command.
    pub(super) fn spawn(mut command: Command) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let waiting = Arc::clone(&shared);
        let (sender, receiver) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name("postgres-wait".to_owned())
            .spawn(move || {
                let spawned = command.spawn();
                // Closes this process's copies of the descriptors that the child inherits.
                drop(command);
                let pid = spawned.as_ref().map(Pid::from_child);
                // The receiver still exists, because it waits for this message below.
                let _ = sender
                    .send(pid.map_err(|error| io::Error::new(error.kind(), error.to_string())));
                if let Ok(child) = spawned {
                    waiting.wait_for(child);
                }
            })?;
        let pid = receiver.recv().map_err(io::Error::other)??;
        Ok(Self { pid, shared })
    }

    pub(super) fn pid(&self) -> Pid {
        self.pid
    }

    /// Sends a signal that makes the process stop, unless it has ended.
    pub(super) fn stop(&self, signal: Signal) -> io::Result<()> {
        let mut state = self.shared.lock();
        state.stopping = true;
        if state.exit.is_none() {
            kill_process(self.pid, signal)?;
        }
        Ok(())
    }

    /// Waits for the process to end, up to a timeout.
    pub(super) fn wait(&self, timeout: Duration) -> Option<Exit> {
        let is_running = |state: &mut State| state.exit.is_none();
        let waited = self
            .shared
            .ended
            .wait_timeout_while(self.shared.lock(), timeout, is_running);
        waited.unwrap_or_else(PoisonError::into_inner).0.exit
    }
}

/// The state that is shared with the waiting thread.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    stopping: bool,
    exit: Option<Exit>,
}

impl Shared {
    /// Waits for the process to end, and notifies waiting threads.
    fn wait_for(&self, mut child: Child) {
        // The process stays a zombie until the lock is held. If it were reaped earlier, `stop` could
        // send its signal to another process that has the same number by then.
        let id = WaitId::Pid(Pid::from_child(&child));
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(id.clone(), options), Err(Errno::INTR)) {}
        let mut state = self.lock();
        let exit = Exit(child.wait().ok());
        if !state.stopping {
            tracing::error!("the embedded Postgres exited unexpectedly ({exit})");
        }
        state.exit = Some(exit);
        drop(state);
        self.ended.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic can't leave the state inconsistent, so a poisoned lock can be used.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
