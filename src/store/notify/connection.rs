//! The Postgres connection over which an instance sends and receives notifications.

use std::{pin::pin, time::Duration};

use diesel::{
    dsl::sql,
    pg::{Pg, PgNotification},
    query_builder::{AstPass, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Array, Integer, Text},
};
use diesel_async::{
    AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _,
};
use futures_util::StreamExt as _;
use tokio::{
    sync::{broadcast, mpsc},
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use super::{GameChanged, Notification};
use crate::store::error::StoreError;

/// A lost notification only causes a delay, so that no commit has to wait for the disk.
const SETUP: &str = "SET synchronous_commit = off; LISTEN cardpost";
/// How long an answer may take before the connection counts as broken.
const TIMEOUT: Duration = Duration::from_secs(5);
/// After this long without a notification, the connection is tested: a dead peer would stay silent for ever.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// How long changes are batched. Each batch is a transaction: without this interval there would be one for every few
/// moves, and they would cost the database as much as the moves do.
const BATCH_INTERVAL: Duration = Duration::from_millis(5);
/// The largest number of changes that are sent with one statement.
const BATCH: usize = 256;
/// The delay before reconnecting after a failure: the first one and the longest one.
const BACK_OFF: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// The longest payload that Postgres accepts, in bytes.
const MAX_PAYLOAD: usize = 7999;

/// Maintains the connection until all senders of `queue` are dropped.
pub(super) async fn maintain(
    url: String,
    mut queue: mpsc::Receiver<GameChanged>,
    subscribers: broadcast::Sender<Notification>,
) {
    let (first, longest) = BACK_OFF;
    let mut delay = first;
    loop {
        let cause = match NotifyConnection::open(&url).await {
            Ok(connection) => {
                delay = first;
                // Changes may have been missed before the connection was open.
                let _ = subscribers.send(Notification::Missed);
                match connection.run(&mut queue, &subscribers).await {
                    Ok(()) => return,
                    Err(cause) => cause,
                }
            }
            Err(cause) => cause,
        };
        tracing::warn!(
            %cause,
            "The connection for notifications failed; changes by other instances are noticed late."
        );
        sleep(delay).await;
        delay = (delay * 2).min(longest);
    }
}

/// A connection that listens.
struct NotifyConnection {
    connection: AsyncPgConnection,
    /// The process id that Postgres reports as the sender of this connection's notifications.
    own_pid: i32,
}

impl NotifyConnection {
    async fn open(url: &str) -> Result<Self, StoreError> {
        let connecting = async {
            let mut connection = AsyncPgConnection::establish(url)
                .await
                .map_err(|error| StoreError::Unavailable(error.to_string()))?;
            connection.batch_execute(SETUP).await?;
            let own_pid = diesel::select(sql::<Integer>("pg_backend_pid()"))
                .get_result(&mut connection)
                .await?;
            Ok(Self {
                connection,
                own_pid,
            })
        };
        timeout(TIMEOUT, connecting)
            .await
            .unwrap_or_else(|_| Err(timed_out()))
    }

    /// Sends and receives until the connection breaks, or until all senders of `queue` are dropped.
    async fn run(
        mut self,
        queue: &mut mpsc::Receiver<GameChanged>,
        subscribers: &broadcast::Sender<Notification>,
    ) -> Result<(), StoreError> {
        let mut ticks = interval(BATCH_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let mut batch = Vec::new();
            let fill = async {
                ticks.tick().await;
                queue.recv_many(&mut batch, BATCH).await
            };
            let received = {
                let mut notifications = pin!(self.connection.notifications_stream());
                tokio::select! {
                    received = notifications.next() => Some(received),
                    count = fill => {
                        if count == 0 {
                            return Ok(());
                        }
                        None
                    }
                    () = sleep(KEEPALIVE) => None,
                }
            };
            match received {
                Some(Some(notification)) => self.forward(&notification?, subscribers),
                Some(None) => {
                    return Err(StoreError::Unavailable("the connection was closed".into()));
                }
                None => timeout(TIMEOUT, send(&mut self.connection, batch))
                    .await
                    .unwrap_or_else(|_| Err(timed_out()))?,
            }
        }
    }

    fn forward(
        &self,
        notification: &PgNotification,
        subscribers: &broadcast::Sender<Notification>,
    ) {
        // This instance's own changes were published to its subscribers before they were sent.
        if notification.process_id == self.own_pid {
            return;
        }
        match serde_json::from_str(&notification.payload) {
            Ok(changed) => {
                let _ = subscribers.send(Notification::Changed(changed));
            }
            // From an instance of another version. The change is found by polling.
            Err(cause) => tracing::warn!(%cause, "A notification could not be parsed."),
        }
    }
}

fn timed_out() -> StoreError {
    StoreError::Unavailable("it does not answer".into())
}

/// Sends changes to the other instances. An empty batch is sent too, which tests the connection.
async fn send(
    connection: &mut AsyncPgConnection,
    mut batch: Vec<GameChanged>,
) -> Result<(), StoreError> {
    // The last change of a game covers the earlier ones.
    batch.reverse();
    batch.sort_by_key(|changed| changed.game);
    batch.dedup_by_key(|changed| changed.game);
    let payloads = batch
        .iter()
        .map(payload)
        .collect::<Result<Vec<String>, _>>()
        .map_err(StoreError::corrupt)?;
    SendNotifications {
        payloads: &payloads,
    }
    .execute(connection)
    .await?;
    Ok(())
}

fn payload(changed: &GameChanged) -> serde_json::Result<String> {
    let full = serde_json::to_string(changed)?;
    if full.len() <= MAX_PAYLOAD {
        return Ok(full);
    }
    // Without the players, the subscribers of the game are notified; those of a player find the change by polling.
    serde_json::to_string(&GameChanged {
        players: Vec::new(),
        ..changed.clone()
    })
}

/// Sends a notification with each payload to every listening instance.
struct SendNotifications<'a> {
    /// At most [`MAX_PAYLOAD`] bytes each.
    payloads: &'a [String],
}

impl QueryFragment<Pg> for SendNotifications<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT count(pg_notify('cardpost', payload)) FROM unnest(");
        out.push_bind_param::<Array<Text>, _>(&self.payloads)?;
        out.push_sql(") AS payload");
        Ok(())
    }
}

impl QueryId for SendNotifications<'_> {
    type QueryId = SendNotifications<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}
