//! What is to be sent to webhooks: taken by whichever instance is free, and settled by how it was answered.
//!
//! Taking is a lease. No transaction is open while a request is under way; an instance that dies in the middle leaves
//! its deliveries to the others when the lease is over, who send them again, with the same id.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl,
    dsl::{exists, not},
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Array, BigInt, Binary, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    deliveries::{Attempt, DeliveryStatus},
    webhook::{self as webhook_rows, DisabledBecause, SecretBytes},
};
use crate::{
    game::notice::NoticeType,
    store::{
        Store,
        error::StoreError,
        schema::{deliveries, delivery_attempts, games, webhooks},
    },
    types::{
        id::{EventId, GameId, WebhookId},
        time::Timestamp,
    },
};

/// How long deliveries are remembered that are settled.
const MEMORY: TimeDelta = TimeDelta::days(7);

/// What an instance takes of what is due.
#[derive(Debug)]
pub struct ClaimRequest<'a> {
    /// The moment.
    pub now: Timestamp,
    /// Until when the instance has to itself what it takes.
    pub leased_until: Timestamp,
    /// How many at most.
    pub most: usize,
    /// How many at most for one webhook: a slow one must not keep all others waiting.
    pub most_for_one: usize,
    /// The webhooks that nothing is taken for.
    pub busy: &'a [WebhookId],
}

/// A delivery that an instance has to itself for a while.
#[derive(Debug, Clone)]
pub struct ClaimedDelivery {
    /// Its place among those of all webhooks.
    pub place: i64,
    /// The webhook.
    pub webhook: WebhookId,
    /// Where it is sent.
    pub url: String,
    /// What it is signed with.
    pub secret: SecretBytes,
    /// What it is signed with too: the secret before, while that is still good.
    pub old_secret: Option<SecretBytes>,
    /// What it is told by.
    pub event: EventId,
    /// What it is about.
    pub about: NoticeType,
    /// The game that it is about, if it is about one.
    pub game: Option<GameId>,
    /// What is sent.
    pub body: String,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// When the first one was made.
    pub first_attempt_at: Timestamp,
}

/// What becomes of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The receiver took it.
    Delivered,
    /// It is tried again then.
    Again(Timestamp),
    /// It is not tried again.
    GivenUp,
    /// It is not tried again, and the webhook is told nothing more.
    Disable(DisabledBecause),
}

/// Takes deliveries that are due: those whose turn it is in their game, for their webhook, so that the events of a
/// game arrive in their order. What waits to be sent again holds up what came later; a reminder does only from the
/// moment that it is for.
struct ClaimDue<'a> {
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    most: i64,
    most_for_one: i64,
    busy: &'a [Uuid],
}

impl QueryFragment<Pg> for ClaimDue<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        // A test call is made even to a webhook that is switched off: its owner wants to know whether it works again.
        out.push_sql(
            "WITH due AS MATERIALIZED (SELECT next.id FROM \
             (SELECT DISTINCT webhook_id FROM deliveries WHERE status = 'waiting' AND due_at <= ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(") AS hot JOIN webhooks w ON w.id = hot.webhook_id AND w.id <> ALL (");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.busy)?;
        out.push_sql(
            ") CROSS JOIN LATERAL (SELECT d.id FROM deliveries d \
             WHERE d.webhook_id = w.id AND d.status = 'waiting' \
             AND (w.disabled_at IS NULL OR d.type = 'webhook.test') AND d.due_at <= ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(" AND (d.leased_until IS NULL OR d.leased_until <= ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(
            ") AND NOT EXISTS (SELECT FROM deliveries e WHERE e.webhook_id = d.webhook_id \
             AND e.game_id = d.game_id AND e.status = 'waiting' AND e.id < d.id AND e.at <= ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(") ORDER BY d.id LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most_for_one)?;
        out.push_sql(" FOR UPDATE OF d SKIP LOCKED) AS next LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(
            "), claimed AS (UPDATE deliveries SET attempts = deliveries.attempts + 1, leased_until = ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.leased_until)?;
        out.push_sql(", first_attempt_at = COALESCE(deliveries.first_attempt_at, ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(
            ") FROM due WHERE deliveries.id = due.id RETURNING deliveries.*) \
             SELECT t.id, w.id, w.url, w.secret, CASE WHEN w.old_secret_until > ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(
            " THEN w.old_secret END, t.event_id, t.type, t.game_id, t.body, t.attempts, t.first_attempt_at \
             FROM claimed t JOIN webhooks w ON w.id = t.webhook_id",
        );
        Ok(())
    }
}

impl QueryId for ClaimDue<'_> {
    type QueryId = ClaimDue<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for ClaimDue<'_> {
    type SqlType = (
        BigInt,
        SqlUuid,
        Text,
        Binary,
        Nullable<Binary>,
        SqlUuid,
        Text,
        Nullable<SqlUuid>,
        Text,
        Integer,
        Nullable<Timestamptz>,
    );
}

type ClaimedRow = (
    i64,
    Uuid,
    String,
    Vec<u8>,
    Option<Vec<u8>>,
    Uuid,
    String,
    Option<Uuid>,
    String,
    i32,
    Option<DateTime<Utc>>,
);

fn claimed_row(row: ClaimedRow, now: Timestamp) -> Result<ClaimedDelivery, StoreError> {
    let (place, webhook, url, secret, old_secret, event, about, game, body, attempt, first) = row;
    Ok(ClaimedDelivery {
        place,
        webhook: WebhookId::new(webhook),
        url,
        secret: webhook_rows::secret(secret)?,
        old_secret: old_secret.map(webhook_rows::secret).transpose()?,
        event: EventId::new(event),
        about: about.parse().map_err(StoreError::corrupt)?,
        game: game.map(GameId::new),
        body,
        attempt: attempt.unsigned_abs(),
        first_attempt_at: first.map_or(now, Timestamp::new),
    })
}

impl Store {
    /// Lets this instance look at once whether there is something to send. The others look about every second.
    pub fn wake_outbox(&self) {
        self.outbox.notify_one();
    }

    /// Waits until there may be something to send.
    pub async fn outbox_is_woken(&self) {
        self.outbox.notified().await;
    }

    /// Takes deliveries that are due, after dropping the reminders of turns that are over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_due(
        &self,
        claim: &ClaimRequest<'_>,
    ) -> Result<Vec<ClaimedDelivery>, StoreError> {
        let now = claim.now;
        let busy: Vec<Uuid> = claim.busy.iter().map(|webhook| webhook.uuid()).collect();
        let take = ClaimDue {
            now: now.moment(),
            leased_until: claim.leased_until.moment(),
            most: i64::try_from(claim.most).unwrap_or(i64::MAX),
            most_for_one: i64::try_from(claim.most_for_one).unwrap_or(i64::MAX),
            busy: &busy,
        };
        let mut connection = self.connection().await?;
        let rows: Vec<ClaimedRow> = connection
            .transaction(async |connection| {
                drop_reminders(connection, now).await?;
                Ok::<_, StoreError>(take.get_results(connection).await?)
            })
            .await?;
        let mut claimed: Vec<ClaimedDelivery> = rows
            .into_iter()
            .map(|row| claimed_row(row, now))
            .collect::<Result<_, _>>()?;
        claimed.sort_by_key(|claimed| claimed.place);
        Ok(claimed)
    }

    /// Takes down how an attempt was answered and what becomes of the delivery; unless another instance has taken it
    /// meanwhile, because this one took longer than its lease.
    ///
    /// # Errors
    /// When the database fails.
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
                    webhook_rows::give_up(connection, claimed.webhook, attempt.at, because).await?;
                }
                if !complete_delivery(connection, claimed, outcome).await? {
                    return Ok(());
                }
                if let DeliveryOutcome::Again(due_at) = outcome {
                    put_off_behind(connection, claimed, attempt.at, due_at).await?;
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

    /// Forgets deliveries that were settled long ago, and those whose webhook is gone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_old_deliveries(&self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let mut connection = self.connection().await?;
        let settled = deliveries::table
            .filter(deliveries::status.ne("waiting"))
            .filter(deliveries::due_at.le(now - MEMORY));
        let old = diesel::delete(settled).execute(&mut connection).await?;
        let homeless = deliveries::table
            .filter(deliveries::status.eq("waiting"))
            .filter(deliveries::due_at.le(now))
            .filter(not(exists(
                webhooks::table.filter(webhooks::id.eq(deliveries::webhook_id)),
            )));
        let homeless = diesel::delete(homeless).execute(&mut connection).await?;
        Ok(old + homeless)
    }
}

/// Drops reminders of turns that are over, those too that could not be delivered while the turn lasted.
async fn drop_reminders(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<(), StoreError> {
    let turn_lasts = games::table
        .filter(games::id.nullable().eq(deliveries::game_id))
        .filter(games::status.eq("playing"))
        .filter(games::turn_since.nullable().eq(deliveries::turn_since));
    let late = deliveries::table
        .filter(deliveries::status.eq("waiting"))
        .filter(deliveries::due_at.le(now.moment()))
        .filter(deliveries::turn_since.is_not_null())
        .filter(
            deliveries::leased_until
                .is_null()
                .or(deliveries::leased_until.assume_not_null().le(now.moment())),
        )
        .filter(not(exists(turn_lasts)));
    diesel::update(late)
        .set(deliveries::status.eq(DeliveryStatus::Dropped.word()))
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether the delivery was still this attempt's to settle.
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
    let mine = deliveries::table
        .find(claimed.place)
        .filter(deliveries::attempts.eq(attempts));
    // One that was given up meanwhile, because the webhook was switched off, is not taken up again; but it is told if
    // it did arrive.
    let settled = match due_at {
        Some(due_at) => {
            let waiting = mine.filter(deliveries::status.eq("waiting"));
            let again = (
                deliveries::due_at.eq(due_at.moment()),
                deliveries::leased_until.eq(None::<DateTime<Utc>>),
            );
            let moved = diesel::update(waiting)
                .set(again)
                .execute(connection)
                .await?;
            if moved > 0 {
                moved
            } else {
                let is_there: bool = diesel::select(exists(mine)).get_result(connection).await?;
                usize::from(is_there)
            }
        }
        None => {
            diesel::update(mine)
                .set((
                    deliveries::status.eq(status.word()),
                    deliveries::leased_until.eq(None::<DateTime<Utc>>),
                ))
                .execute(connection)
                .await?
        }
    };
    Ok(settled > 0)
}

/// Lets what happened in the same game after what is to be sent again wait with it.
async fn put_off_behind(
    connection: &mut AsyncPgConnection,
    claimed: &ClaimedDelivery,
    now: Timestamp,
    due_at: Timestamp,
) -> Result<(), StoreError> {
    let behind = deliveries::table
        .filter(deliveries::webhook_id.eq(claimed.webhook.uuid()))
        .filter(deliveries::game_id.eq(claimed.game.map(GameId::uuid)))
        .filter(deliveries::status.eq("waiting"))
        .filter(deliveries::id.gt(claimed.place))
        .filter(deliveries::at.le(now.moment()))
        .filter(deliveries::due_at.lt(due_at.moment()));
    diesel::update(behind)
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

/// A test call arrived: what waits to be sent again is due now, and what comes behind it.
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
