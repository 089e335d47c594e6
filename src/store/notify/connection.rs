//! One connection to the other instances, for hearing and telling.

use std::{pin::pin, time::Duration};

use diesel::{dsl::sql, pg::PgNotification, sql_types::Integer};
use diesel_async::{
    AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _,
};
use futures_util::StreamExt as _;
use tokio::{
    sync::{broadcast, mpsc},
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use super::{Changed, News};
use crate::store::{error::StoreError, games::append_statement::Notify};

/// A lost notification only delays, so that none has to be on the disk before the next is sent.
const SETUP: &str = "SET synchronous_commit = off; LISTEN cardpost";
/// How long an answer may take until the connection counts as broken.
const PATIENCE: Duration = Duration::from_secs(5);
/// After so long a silence the connection is tried: one whose other end is gone would be silent for ever.
const SILENCE: Duration = Duration::from_secs(30);
/// How long changes gather where there are many. Each telling is a transaction of its own: without this pause there
/// would be one for every few moves, and they would cost the database as much as the moves do.
const GATHER: Duration = Duration::from_millis(5);
/// How many changes are told with one statement.
const TOLD_AT_ONCE: usize = 256;
/// How long after a failure the connection is made again, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// The longest text that Postgres takes along with a notification, in bytes.
const LONGEST: usize = 7999;

/// Keeps the connection up, for as long as somebody has something to tell.
pub(super) async fn keep_up(
    url: String,
    mut outbox: mpsc::Receiver<Changed>,
    news: broadcast::Sender<News>,
) {
    let (first, longest) = PAUSES;
    let mut pause = first;
    loop {
        let cause = match connect(&url).await {
            Ok(line) => {
                pause = first;
                // What happened while nobody listened.
                let _ = news.send(News::Missed);
                match line.talk(&mut outbox, &news).await {
                    Ok(()) => return,
                    Err(cause) => cause,
                }
            }
            Err(cause) => cause,
        };
        tracing::warn!(%cause, "no notifications: other instances are heard of later");
        sleep(pause).await;
        pause = (pause * 2).min(longest);
    }
}

/// A connection that listens.
struct Line {
    connection: AsyncPgConnection,
    /// What Postgres calls the sender of what is told over this connection.
    own: i32,
}

async fn connect(url: &str) -> Result<Line, StoreError> {
    let connecting = async {
        let mut connection = AsyncPgConnection::establish(url)
            .await
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        connection.batch_execute(SETUP).await?;
        let own = diesel::select(sql::<Integer>("pg_backend_pid()"))
            .get_result(&mut connection)
            .await?;
        Ok(Line { connection, own })
    };
    timeout(PATIENCE, connecting)
        .await
        .unwrap_or_else(|_| Err(too_slow()))
}

fn too_slow() -> StoreError {
    StoreError::Unavailable("it does not answer".into())
}

impl Line {
    /// Hears and tells until the connection breaks, or nobody has anything to tell any more.
    async fn talk(
        mut self,
        outbox: &mut mpsc::Receiver<Changed>,
        news: &broadcast::Sender<News>,
    ) -> Result<(), StoreError> {
        let mut pace = interval(GATHER);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let mut told = Vec::new();
            let gather = async {
                pace.tick().await;
                outbox.recv_many(&mut told, TOLD_AT_ONCE).await
            };
            let heard = {
                let mut notifications = pin!(self.connection.notifications_stream());
                tokio::select! {
                    heard = notifications.next() => Some(heard),
                    taken = gather => {
                        if taken == 0 {
                            return Ok(());
                        }
                        None
                    }
                    () = sleep(SILENCE) => None,
                }
            };
            match heard {
                Some(Some(notification)) => self.hear(&notification?, news),
                Some(None) => {
                    return Err(StoreError::Unavailable("the connection is gone".into()));
                }
                None => timeout(PATIENCE, tell(&mut self.connection, told))
                    .await
                    .unwrap_or_else(|_| Err(too_slow()))?,
            }
        }
    }

    fn hear(&self, notification: &PgNotification, news: &broadcast::Sender<News>) {
        // What this instance did was told here before it went out.
        if notification.process_id == self.own {
            return;
        }
        match serde_json::from_str(&notification.payload) {
            Ok(changed) => {
                let _ = news.send(News::Changed(changed));
            }
            // An instance of another version: what it said is seen later.
            Err(cause) => tracing::warn!(%cause, "a notification can't be read"),
        }
    }
}

/// Tells the other instances, with nothing to tell too: then it is only seen whether the connection works.
async fn tell(
    connection: &mut AsyncPgConnection,
    mut told: Vec<Changed>,
) -> Result<(), StoreError> {
    // Of several changes of one game the last one says all.
    told.reverse();
    told.sort_by_key(|changed| changed.game);
    told.dedup_by_key(|changed| changed.game);
    let payloads = told
        .iter()
        .map(payload)
        .collect::<Result<Vec<String>, _>>()
        .map_err(StoreError::corrupt)?;
    Notify {
        payloads: &payloads,
    }
    .execute(connection)
    .await?;
    Ok(())
}

fn payload(changed: &Changed) -> serde_json::Result<String> {
    let full = serde_json::to_string(changed)?;
    if full.len() <= LONGEST {
        return Ok(full);
    }
    // Whoever watches the game is woken; those who watch all their games see it later.
    serde_json::to_string(&Changed {
        players: Vec::new(),
        ..changed.clone()
    })
}
