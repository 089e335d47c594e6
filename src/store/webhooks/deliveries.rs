//! The deliveries to a webhook and their attempts.

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

/// How many attempts of a delivery are returned: the latest ones.
const ATTEMPTS_LIMIT: usize = 20;

/// The status of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryStatus {
    /// It waits for its first or next attempt.
    Waiting,
    /// The receiver accepted it.
    Delivered,
    /// It is not tried again.
    GivenUp,
    /// It was not sent, because it reminds of a turn that is over.
    Dropped,
}

impl DeliveryStatus {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::GivenUp => "given_up",
            Self::Dropped => "dropped",
        }
    }

    fn parse(word: &str) -> Result<Self, StoreError> {
        [Self::Waiting, Self::Delivered, Self::GivenUp, Self::Dropped]
            .into_iter()
            .find(|status| status.word() == word)
            .ok_or_else(|| StoreError::corrupt(format_args!("a delivery with the status {word:?}")))
    }
}

/// An attempt at a delivery, and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The number of the attempt, from 1.
    pub number: u32,
    /// When it was made.
    pub at: Timestamp,
    /// The HTTP status code of the answer, if there was one.
    pub status_code: Option<u16>,
    /// Why the attempt failed.
    pub error: Option<String>,
}

/// The delivery of an event to a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its place in the order of all deliveries.
    pub place: i64,
    /// The event.
    pub event: EventId,
    /// The type of the event.
    pub about: NoticeType,
    /// The game that the event is about, if any.
    pub game: Option<GameId>,
    /// When the event happened, or when a reminder is due.
    pub at: Timestamp,
    /// The status.
    pub status: DeliveryStatus,
    /// When the next attempt is due; only while the delivery is waiting.
    pub due_at: Option<Timestamp>,
    /// The latest attempts, the oldest first.
    pub attempts: Vec<Attempt>,
}

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
    let status = DeliveryStatus::parse(&row.status)?;
    let older = attempts.len().saturating_sub(ATTEMPTS_LIMIT);
    Ok(Delivery {
        place: row.id,
        event: EventId::new(row.event_id),
        about: row.type_.parse().map_err(StoreError::corrupt)?,
        game: row.game_id.map(GameId::new),
        at: Timestamp::new(row.at),
        due_at: (status == DeliveryStatus::Waiting).then(|| Timestamp::new(row.due_at)),
        status,
        attempts: attempts.split_off(older),
    })
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = delivery_attempts, check_for_backend(diesel::pg::Pg))]
struct AttemptRow {
    delivery_id: i64,
    attempt: i32,
    at: DateTime<Utc>,
    status_code: Option<i16>,
    error: Option<String>,
}

impl From<AttemptRow> for Attempt {
    fn from(row: AttemptRow) -> Self {
        Self {
            number: row.attempt.unsigned_abs(),
            at: Timestamp::new(row.at),
            status_code: row.status_code.map(i16::unsigned_abs),
            error: row.error,
        }
    }
}

impl Store {
    /// Stores a test event, for this webhook only, that is due at once.
    pub async fn create_test(
        &self,
        webhook: WebhookId,
        event: EventId,
        at: Timestamp,
        body: &str,
        request: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let stored = connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, request, event.uuid(), None).await? {
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

    /// Returns the delivery of an event to a webhook; `None` when there is none or it has been deleted.
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

    /// Returns up to `limit` deliveries to a webhook, the newest first, starting with the one before the place `before`.
    pub async fn deliveries(
        &self,
        webhook: WebhookId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<DeliveryRow> = deliveries::table
            .filter(deliveries::webhook_id.eq(webhook.uuid()))
            .filter(deliveries::id.lt(before.unwrap_or(i64::MAX)))
            .order(deliveries::id.desc())
            .limit(limit.into())
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
            .select(AttemptRow::as_select())
            .load(&mut connection)
            .await?;
        let mut by_delivery: HashMap<i64, Vec<Attempt>> = HashMap::new();
        for row in attempts {
            let attempts = by_delivery.entry(row.delivery_id).or_default();
            attempts.push(row.into());
        }
        rows.into_iter()
            .map(|row| {
                let attempts = by_delivery.remove(&row.id).unwrap_or_default();
                delivery(row, attempts)
            })
            .collect()
    }
}
