//! The outbox: waking its sender, completing claimed deliveries, and deleting old ones.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    ExpressionMethods, QueryDsl,
    dsl::{exists, not},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use super::{
    claims::ClaimedDelivery,
    deliveries::{Attempt, DeliveryStatus},
    status::{self, DisabledBecause},
};
use crate::{
    game::notice::NoticeType,
    store::{
        Store,
        error::StoreError,
        schema::{deliveries, delivery_attempts, webhooks},
    },
    types::{
        id::{GameId, WebhookId},
        time::Timestamp,
    },
};

/// How long completed deliveries are kept.
const RETENTION: TimeDelta = TimeDelta::days(7);

/// The outcome of an attempt for its delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The receiver accepted it.
    Delivered,
    /// It is tried again at this time.
    Again(Timestamp),
    /// It is not tried again.
    GivenUp,
    /// It is not tried again, and the webhook is disabled.
    Disable(DisabledBecause),
}

impl Store {
    /// Wakes the sender of this instance. Those of other instances poll about every second.
    pub fn wake_outbox(&self) {
        self.outbox.notify_one();
    }

    /// Waits until [`Self::wake_outbox`] is called.
    pub async fn outbox_is_woken(&self) {
        self.outbox.notified().await;
    }

    /// Stores an attempt and its outcome. Stores nothing when another instance has claimed the delivery meanwhile,
    /// because this one exceeded its lease.
    pub async fn complete(
        &self,
        claimed: &ClaimedDelivery,
        attempt: &Attempt,
        outcome: DeliveryOutcome,
    ) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if let DeliveryOutcome::Disable(because) = outcome {
                    status::disable_webhook(connection, claimed.webhook, attempt.at, because)
                        .await?;
                }
                if !complete_delivery(connection, claimed, outcome).await? {
                    return Ok(());
                }
                if let DeliveryOutcome::Again(due_at) = outcome {
                    postpone_later(connection, claimed, attempt.at, due_at).await?;
                }
                insert_attempt(connection, claimed.place, attempt).await?;
                if claimed.about == NoticeType::Test && outcome == DeliveryOutcome::Delivered {
                    retry_now(connection, claimed.webhook, attempt.at).await?;
                }
                Ok::<_, StoreError>(())
            })
            .await?;
        Ok(())
    }

    /// Deletes old completed deliveries, and due deliveries of deleted webhooks. Returns how many were deleted.
    pub async fn forget_old_deliveries(&self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let mut connection = self.connection().await?;
        let completed = deliveries::table
            .filter(deliveries::status.ne("waiting"))
            .filter(deliveries::due_at.le(now - RETENTION));
        let old = diesel::delete(completed).execute(&mut connection).await?;
        let orphaned = deliveries::table
            .filter(deliveries::status.eq("waiting"))
            .filter(deliveries::due_at.le(now))
            .filter(not(exists(
                webhooks::table.filter(webhooks::id.eq(deliveries::webhook_id)),
            )));
        let orphaned = diesel::delete(orphaned).execute(&mut connection).await?;
        Ok(old + orphaned)
    }
}

/// Sets the status of a delivery. Returns `false` when another attempt has been started since.
async fn complete_delivery(
    connection: &mut AsyncPgConnection,
    claimed: &ClaimedDelivery,
    outcome: DeliveryOutcome,
) -> Result<bool, StoreError> {
    let (status, due_at) = match outcome {
        DeliveryOutcome::Delivered => (DeliveryStatus::Delivered, None),
        DeliveryOutcome::Again(at) => (DeliveryStatus::Waiting, Some(at)),
        DeliveryOutcome::GivenUp | DeliveryOutcome::Disable(_) => (DeliveryStatus::GivenUp, None),
    };
    let attempts = i32::try_from(claimed.attempt).unwrap_or(i32::MAX);
    let same_attempt = deliveries::table
        .find(claimed.place)
        .filter(deliveries::attempts.eq(attempts));
    // A delivery that was given up meanwhile, because the webhook was disabled, is not tried again. But it becomes
    // delivered if this attempt succeeded.
    let updated = match due_at {
        Some(due_at) => {
            let waiting = same_attempt.filter(deliveries::status.eq("waiting"));
            let again = (
                deliveries::due_at.eq(due_at.moment()),
                deliveries::leased_until.eq(None::<DateTime<Utc>>),
            );
            let rescheduled = diesel::update(waiting)
                .set(again)
                .execute(connection)
                .await?;
            if rescheduled > 0 {
                rescheduled
            } else {
                let is_given_up: bool = diesel::select(exists(same_attempt))
                    .get_result(connection)
                    .await?;
                usize::from(is_given_up)
            }
        }
        None => {
            diesel::update(same_attempt)
                .set((
                    deliveries::status.eq(status.word()),
                    deliveries::leased_until.eq(None::<DateTime<Utc>>),
                ))
                .execute(connection)
                .await?
        }
    };
    Ok(updated > 0)
}

/// Postpones the later deliveries of the same game until a delivery is tried again.
async fn postpone_later(
    connection: &mut AsyncPgConnection,
    claimed: &ClaimedDelivery,
    now: Timestamp,
    due_at: Timestamp,
) -> Result<(), StoreError> {
    let later = deliveries::table
        .filter(deliveries::webhook_id.eq(claimed.webhook.uuid()))
        .filter(deliveries::game_id.eq(claimed.game.map(GameId::uuid)))
        .filter(deliveries::status.eq("waiting"))
        .filter(deliveries::id.gt(claimed.place))
        .filter(deliveries::at.le(now.moment()))
        .filter(deliveries::due_at.lt(due_at.moment()));
    diesel::update(later)
        .set(deliveries::due_at.eq(due_at.moment()))
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_attempt(
    connection: &mut AsyncPgConnection,
    delivery: i64,
    attempt: &Attempt,
) -> Result<(), StoreError> {
    diesel::insert_into(delivery_attempts::table)
        .values((
            delivery_attempts::delivery_id.eq(delivery),
            delivery_attempts::attempt.eq(i32::try_from(attempt.number).unwrap_or(i32::MAX)),
            delivery_attempts::at.eq(attempt.at.moment()),
            delivery_attempts::status_code.eq(attempt
                .status_code
                .and_then(|code| i16::try_from(code).ok())),
            delivery_attempts::error.eq(&attempt.error),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Makes postponed deliveries due now, after a test was delivered.
async fn retry_now(
    connection: &mut AsyncPgConnection,
    webhook: WebhookId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let waiting = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook.uuid()))
        .filter(deliveries::status.eq("waiting"))
        .filter(deliveries::leased_until.is_null())
        .filter(deliveries::at.le(now.moment()))
        .filter(deliveries::due_at.gt(now.moment()));
    diesel::update(waiting)
        .set(deliveries::due_at.eq(now.moment()))
        .execute(connection)
        .await?;
    Ok(())
}
