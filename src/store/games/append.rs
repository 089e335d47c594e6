//! Writing moves: many at once where many come at once.
//!
//! A transaction costs the database the same whether it stores one move or sixteen. So while a write is on its way,
//! the changes that arrive are collected and go out together, as one statement; when nothing is on its way, a change
//! goes out at once. One that loses its compare-and-set doesn't touch the others.

use std::sync::Arc;

use diesel_async::{AsyncPgConnection, RunQueryDsl, pooled_connection::deadpool::Pool};
use tokio::{
    sync::{Mutex, Notify, mpsc, oneshot, watch},
    task::JoinSet,
};
use uuid::Uuid;

use super::load;
use crate::{
    game::change::Change,
    store::{
        error::StoreError,
        games::append_statement::{AppendAndTell, AppendEntries},
        notify::Notifier,
        webhooks::events::NoticeColumns,
    },
    types::time::Timestamp,
};

/// How many writes can be on their way at once, each on a connection of its own.
const WRITERS: usize = 3;
/// The most changes that go out as one statement: more make the statement slower than they save.
const MOST_AT_ONCE: usize = 16;
/// How many changes can wait; further ones wait to be taken in.
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

    /// Stores a change, unless the game is not where it was any more: then nothing is stored and the answer is
    /// `false`. A `true` is given after the commit.
    ///
    /// # Errors
    /// When the database can't be reached or refuses. The change may still have been stored, if the connection
    /// broke in between; whoever repeats it will find out.
    pub async fn append(&self, change: Change) -> Result<bool, StoreError> {
        let (answer, stored) = oneshot::channel();
        let gone = || StoreError::Unavailable("the server is stopping".into());
        self.queue
            .send((change, answer))
            .await
            .map_err(|_| gone())?;
        stored.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Waits for what was taken in, and takes nothing more.
    pub(in crate::store) async fn close(&self) {
        self.stop.send_replace(true);
        let mut writers = self.writers.lock().await;
        while writers.join_next().await.is_some() {}
    }
}

/// One writer, with what it needs.
struct Writer {
    pool: Pool<AsyncPgConnection>,
    notifier: Notifier,
    /// Woken when there may be something to deliver.
    outbox: Arc<Notify>,
}

impl Writer {
    /// Takes what has gathered, writes it, and begins again.
    async fn run(
        self,
        changes: Arc<Mutex<mpsc::Receiver<(Change, Answer)>>>,
        mut stopped: watch::Receiver<bool>,
    ) {
        loop {
            let mut batch = Vec::with_capacity(MOST_AT_ONCE);
            // Whoever holds the lock waits for the first change; the others wait for the lock.
            let taken = async {
                changes
                    .lock()
                    .await
                    .recv_many(&mut batch, MOST_AT_ONCE)
                    .await
            };
            tokio::select! {
                // What is there is written, even when the server is stopping.
                biased;
                taken = taken => if taken == 0 { return },
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
            let (changes, answers): (Vec<Change>, Vec<Answer>) = batch.into_iter().unzip();
            match self.write(&changes).await {
                Ok(moved) => {
                    for (change, answer) in changes.iter().zip(answers) {
                        // A client that hung up is not told.
                        let _ = answer.send(Ok(moved.contains(&change.game.id().uuid())));
                    }
                }
                // One change that can't be stored must not take the others with it.
                Err(_) if changes.len() > 1 => {
                    for (change, answer) in changes.into_iter().zip(answers) {
                        let one = [change];
                        let stored = self.write(&one).await;
                        let _ = answer.send(stored.map(|moved| !moved.is_empty()));
                    }
                }
                Err(error) => {
                    // There is one change, and so one answer.
                    if let Some(answer) = answers.into_iter().next() {
                        let _ = answer.send(Err(error));
                    }
                }
            }
        }
    }

    /// Stores changes, and tells of them once they are committed, whether the one who asked still waits or not.
    async fn write(&self, changes: &[Change]) -> Result<Vec<Uuid>, StoreError> {
        let mut connection = self.pool.get().await?;
        let moved = append(&mut connection, changes).await?;
        for change in changes {
            if moved.contains(&change.game.id().uuid()) {
                self.notifier.tell(&change.game);
                if !change.notices.is_empty() {
                    self.outbox.notify_one();
                }
            }
        }
        Ok(moved)
    }
}

/// Stores changes by one statement. Gives the games that were still where they had to be.
pub(in crate::store) async fn append(
    connection: &mut AsyncPgConnection,
    changes: &[Change],
) -> Result<Vec<Uuid>, StoreError> {
    let entries = entries(changes)?;
    let notices = NoticeColumns::of(changes.iter().flat_map(|change| &change.notices));
    let moved = if notices.is_empty() {
        entries.get_results(connection).await?
    } else {
        let both = AppendAndTell { entries, notices };
        both.get_results(connection).await?
    };
    Ok(moved)
}

/// The statement that stores these changes, without what players are told of them.
fn entries(changes: &[Change]) -> Result<AppendEntries, StoreError> {
    let mut all = AppendEntries::default();
    for Change {
        before,
        game,
        written,
        schedule,
        notices: _,
    } in changes
    {
        let id = game.id().uuid();
        all.ids.push(id);
        all.before.push(load::position(*before));
        all.versions.push(load::position(game.version));
        all.heads.push(game.head.as_bytes().to_vec());
        all.statuses.push(load::status_word(game.status));
        all.snapshots.push(load::snapshot(game)?);
        all.turn_seats.push(load::turn_seat(game));
        all.turns_since.push(game.turn.since.moment());
        all.results.push(
            game.result
                .as_ref()
                .map(serde_json::to_string)
                .transpose()
                .map_err(StoreError::corrupt)?,
        );
        all.started_at.push(game.started_at.map(Timestamp::moment));
        all.finished_at
            .push(game.finished_at.map(Timestamp::moment));
        all.timings.push(load::timing(game)?);
        all.deadlines.push(schedule.deadline.map(Timestamp::moment));
        all.dues.push(schedule.due.map(Timestamp::moment));
        for entry in written {
            all.entry_games.push(id);
            all.entry_seqs.push(load::position(entry.logged.entry.seq));
            all.entries.push(entry.json.clone());
            all.entry_hashes.push(entry.logged.hash.as_bytes().to_vec());
        }
    }
    Ok(all)
}
