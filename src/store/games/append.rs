//! The queue and the writers through which changes of games are stored.
//!
//! A transaction costs the database the same whether it stores one move or sixteen. So the changes that arrive while
//! all writers are busy are batched into one statement; an idle writer stores a change at once. A change that loses
//! its compare-and-set does not affect the others in its batch.

use std::sync::Arc;

use diesel_async::{AsyncPgConnection, RunQueryDsl, pooled_connection::deadpool::Pool};
use tokio::{
    sync::{Mutex, Notify, mpsc, oneshot, watch},
    task::JoinSet,
};
use uuid::Uuid;

use super::append_statement::{AppendEntries, AppendEntriesAndNotices};
use crate::{
    game::change::Change,
    store::{error::StoreError, notify::Notifier, webhooks::events::NoticeColumns},
};

/// The number of writers. Each uses one connection at a time.
const WRITERS: usize = 3;
/// The largest number of changes in one statement. More slow the statement down by more than they save.
const BATCH: usize = 16;
/// How many changes can wait in the queue. Beyond it, [`Appender::append`] waits for room.
const QUEUE: usize = 1024;

type Answer = oneshot::Sender<Result<bool, StoreError>>;

/// Stores changes of games.
#[derive(Clone)]
pub struct Appender {
    queue: mpsc::Sender<(Change, Answer)>,
    stop: watch::Sender<bool>,
    writers: Arc<Mutex<JoinSet<()>>>,
}

impl Appender {
    pub(in crate::store) fn new(
        pool: &Pool<AsyncPgConnection>,
        notifier: &Notifier,
        outbox: &Arc<Notify>,
    ) -> Self {
        let (queue, changes) = mpsc::channel(QUEUE);
        let changes = Arc::new(Mutex::new(changes));
        let (stop, stopped) = watch::channel(false);
        let mut writers = JoinSet::new();
        for _ in 0..WRITERS {
            let writer = Writer {
                pool: pool.clone(),
                notifier: notifier.clone(),
                outbox: Arc::clone(outbox),
            };
            writers.spawn(writer.run(Arc::clone(&changes), stopped.clone()));
        }
        Self {
            queue,
            stop,
            writers: Arc::new(Mutex::new(writers)),
        }
    }

    /// Stores a change and returns `true` after the commit. Returns `false` when the game no longer has the expected
    /// version; then nothing is stored.
    ///
    /// # Errors
    /// When the database is not available or refuses the statement. The change may have been stored nevertheless, if
    /// the connection broke before the answer arrived; a repetition then returns `false`.
    pub async fn append(&self, change: Change) -> Result<bool, StoreError> {
        let (answer, stored) = oneshot::channel();
        let stopping = || StoreError::Unavailable("the server is stopping".into());
        self.queue
            .send((change, answer))
            .await
            .map_err(|_| stopping())?;
        stored.await.unwrap_or_else(|_| Err(stopping()))
    }

    /// Stops accepting changes, and waits until those in the queue are stored.
    pub(in crate::store) async fn close(&self) {
        self.stop.send_replace(true);
        let mut writers = self.writers.lock().await;
        while writers.join_next().await.is_some() {}
    }
}

struct Writer {
    pool: Pool<AsyncPgConnection>,
    notifier: Notifier,
    /// Wakes the sender of webhook deliveries.
    outbox: Arc<Notify>,
}

impl Writer {
    /// Stores batches of changes until the server stops and the queue is empty.
    async fn run(
        self,
        changes: Arc<Mutex<mpsc::Receiver<(Change, Answer)>>>,
        mut stopped: watch::Receiver<bool>,
    ) {
        loop {
            let mut batch = Vec::with_capacity(BATCH);
            // The writer that holds the lock waits for the next change; the others wait for the lock.
            let received = async { changes.lock().await.recv_many(&mut batch, BATCH).await };
            tokio::select! {
                // Queued changes are stored even when the server is stopping.
                biased;
                received = received => if received == 0 { return },
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
            let (changes, answers): (Vec<Change>, Vec<Answer>) = batch.into_iter().unzip();
            match self.write(&changes).await {
                Ok(moved) => {
                    for (change, answer) in changes.iter().zip(answers) {
                        // Fails when the client has disconnected.
                        let _ = answer.send(Ok(moved.contains(&change.game.id().uuid())));
                    }
                }
                // A change that can't be stored must not fail the others.
                Err(_) if changes.len() > 1 => {
                    for (change, answer) in changes.into_iter().zip(answers) {
                        let one = [change];
                        let stored = self.write(&one).await;
                        let _ = answer.send(stored.map(|moved| !moved.is_empty()));
                    }
                }
                Err(error) => {
                    // The batch has one change, and so one answer.
                    if let Some(answer) = answers.into_iter().next() {
                        let _ = answer.send(Err(error));
                    }
                }
            }
        }
    }

    /// Stores changes, and publishes them after the commit, even when the caller no longer waits.
    async fn write(&self, changes: &[Change]) -> Result<Vec<Uuid>, StoreError> {
        let mut connection = self.pool.get().await?;
        let moved = append(&mut connection, changes).await?;
        for change in changes {
            if moved.contains(&change.game.id().uuid()) {
                self.notifier.publish(&change.game);
                if !change.notices.is_empty() {
                    self.outbox.notify_one();
                }
            }
        }
        Ok(moved)
    }
}

/// Stores changes with one statement. Returns the ids of the games that had the expected version.
pub(super) async fn append(
    connection: &mut AsyncPgConnection,
    changes: &[Change],
) -> Result<Vec<Uuid>, StoreError> {
    let entries = AppendEntries::of(changes)?;
    let notices = NoticeColumns::of(changes.iter().flat_map(|change| &change.notices));
    let moved = if notices.is_empty() {
        entries.get_results(connection).await?
    } else {
        AppendEntriesAndNotices { entries, notices }
            .get_results(connection)
            .await?
    };
    Ok(moved)
}
