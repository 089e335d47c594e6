//! Background workers: what each one does, and how all of them are started and stopped. Several instances may run the
//! same workers over one database.

pub mod cleanup;
pub mod due;
pub mod sender;

use tokio::{
    sync::watch,
    task::{JoinError, JoinHandle},
};

/// A background task of the server.
pub trait Worker: Sized + Send + 'static {
    /// The name of the worker in log lines.
    const NAME: &'static str;

    /// Works until `stop` is true, then finishes what it has begun.
    fn run(self, stop: watch::Receiver<bool>) -> impl Future<Output = ()> + Send;
}

/// The running workers of an instance.
#[derive(Default)]
pub struct Workers(Vec<Running>);

struct Running {
    name: &'static str,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

/// A worker panicked.
#[derive(Debug, thiserror::Error)]
#[error("the worker for {name} failed: {cause}")]
pub struct WorkerFailed {
    /// The name of the worker.
    pub name: &'static str,
    /// The panic.
    pub cause: JoinError,
}

impl Workers {
    /// Starts a worker.
    #[must_use]
    pub fn start<W: Worker>(mut self, worker: W) -> Self {
        let (stop, stopped) = watch::channel(false);
        self.0.push(Running {
            name: W::NAME,
            stop,
            task: tokio::spawn(worker.run(stopped)),
        });
        self
    }

    /// Stops the workers one after the other, in the order in which they were started, so that a worker can still
    /// process the last results of those before it. Returns the workers that failed.
    pub async fn stop(self) -> Vec<WorkerFailed> {
        let mut failed = Vec::new();
        for Running { name, stop, task } in self.0 {
            stop.send_replace(true);
            if let Err(cause) = task.await {
                failed.push(WorkerFailed { name, cause });
            }
        }
        failed
    }
}
