//! What was sent to a webhook, is on its way there, and how it answered.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    game::notice::NoticeType,
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::{deliveries, delivery_attempts},
    },
    types::{
        id::{EventId, GameId, WebhookId},
        time::Timestamp,
    },
};

/// How many of the attempts at one delivery are told, the latest ones.
const ATTEMPTS_TOLD: usize = 20;

/// How far a delivery has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryStatus {
    /// It is to be sent, for the first time or again.
    Waiting,
    /// The receiver took it.
    Delivered,
    /// It is not tried again.
    GivenUp,
    /// It reminds of a turn that is over.
    Dropped,
}

impl DeliveryStatus {
    pub(in crate::store) const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::GivenUp => "given_up",
            Self::Dropped => "dropped",
        }
    }

    fn read(word: &str) -> Result<Self, StoreError> {
        [Self::Waiting, Self::Delivered, Self::GivenUp, Self::Dropped]
            .into_iter()
            .find(|status| status.word() == word)
            .ok_or_else(|| StoreError::corrupt(format_args!("a delivery that is {word:?}")))
    }
}

/// An attempt to deliver, and how it was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Which one it is, from 1.
    pub number: u32,
    /// When it was made.
    pub at: Timestamp,
    /// The status code of the answer, if there was one.
    pub status_code: Option<u16>,
    /// Why it does not count as delivered.
    pub error: Option<String>,
}

/// An event on its way to a webhook, or past it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its place among those of all webhooks.
    pub place: i64,
    /// The event.
    pub event: EventId,
    /// What it is about.
    pub about: NoticeType,
    /// The game that it is about, if it is about one.
    pub game: Option<GameId>,
    /// When it happened, or is to happen.
    pub at: Timestamp,
    /// How far it has come.
    pub status: DeliveryStatus,
    /// When the next attempt is due; of a delivery that waits.
    pub due_at: Option<Timestamp>,
    /// The latest attempts, the oldest first.
    pub attempts: Vec<Attempt>,
}

type AttemptRow = (i64, i32, DateTime<Utc>, Option<i16>, Option<String>);

/// What is read of a delivery.
#[derive(Queryable, Selectable)]
#[diesel(table_name = deliveries, check_for_backend(diesel::pg::Pg))]
struct DeliveryRow {
    id: i64,
    event_id: Uuid,
    type_: String,
    game_id: Option<Uuid>,
    at: DateTime<Utc>,
    status: String,
    due_at: DateTime<Utc>,
}

fn delivery(row: DeliveryRow, mut attempts: Vec<Attempt>) -> Result<Delivery, StoreError> {
    let status = DeliveryStatus::read(&row.status)?;
    let old = attempts.len().saturating_sub(ATTEMPTS_TOLD);
    Ok(Delivery {
        place: row.id,
        event: EventId::new(row.event_id),
        about: row.type_.parse().map_err(StoreError::corrupt)?,
        game: row.game_id.map(GameId::new),
        at: Timestamp::new(row.at),
        due_at: (status == DeliveryStatus::Waiting).then(|| Timestamp::new(row.due_at)),
        status,
        attempts: attempts.split_off(old),
    })
}

fn attempt((delivery, number, at, status_code, error): AttemptRow) -> (i64, Attempt) {
    let attempt = Attempt {
        number: number.unsigned_abs(),
        at: Timestamp::new(at),
        status_code: status_code.map(i16::unsigned_abs),
        error,
    };
    (delivery, attempt)
}

impl Store {
    /// Stores a test call that is due at once: an event that only this webhook is told.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn create_test(
        &self,
        webhook: WebhookId,
        event: EventId,
        at: Timestamp,
        body: &str,
        once: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let stored = connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, once, event.uuid(), None).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                diesel::insert_into(deliveries::table)
                    .values((
                        deliveries::webhook_id.eq(webhook.uuid()),
                        deliveries::event_id.eq(event.uuid()),
                        deliveries::type_.eq(NoticeType::Test.as_str()),
                        deliveries::body.eq(body),
                        deliveries::at.eq(at.moment()),
                        deliveries::due_at.eq(at.moment()),
                    ))
                    .execute(connection)
                    .await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await?;
        self.wake_outbox();
        Ok(stored)
    }

    /// The delivery of an event to a webhook; `None` when there is none, or none any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delivery(
        &self,
        webhook: WebhookId,
        event: EventId,
    ) -> Result<Option<Delivery>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<DeliveryRow> = deliveries::table
            .filter(deliveries::webhook_id.eq(webhook.uuid()))
            .filter(deliveries::event_id.eq(event.uuid()))
            .select(DeliveryRow::as_select())
            .load(&mut connection)
            .await?;
        drop(connection);
        Ok(self.with_attempts(rows).await?.pop())
    }

    /// Deliveries to a webhook, the newest first, from the one before `before` on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn deliveries(
        &self,
        webhook: WebhookId,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<DeliveryRow> = deliveries::table
            .filter(deliveries::webhook_id.eq(webhook.uuid()))
            .filter(deliveries::id.lt(before.unwrap_or(i64::MAX)))
            .order(deliveries::id.desc())
            .limit(most.into())
            .select(DeliveryRow::as_select())
            .load(&mut connection)
            .await?;
        drop(connection);
        self.with_attempts(rows).await
    }

    async fn with_attempts(&self, rows: Vec<DeliveryRow>) -> Result<Vec<Delivery>, StoreError> {
        let mut connection = self.connection().await?;
        let attempts: Vec<AttemptRow> = delivery_attempts::table
            .filter(delivery_attempts::delivery_id.eq_any(rows.iter().map(|row| row.id)))
            .order((delivery_attempts::delivery_id, delivery_attempts::attempt))
            .load(&mut connection)
            .await?;
        let mut by_delivery: HashMap<i64, Vec<Attempt>> = HashMap::new();
        for (delivery, attempt) in attempts.into_iter().map(attempt) {
            by_delivery.entry(delivery).or_default().push(attempt);
        }
        rows.into_iter()
            .map(|row| {
                let attempts = by_delivery.remove(&row.id).unwrap_or_default();
                delivery(row, attempts)
            })
            .collect()
    }
}
