//! Claiming the deliveries that are due.
//!
//! A claim is a lease. No transaction is open while a request is sent. When an instance dies meanwhile, the lease
//! expires, and another instance sends the delivery again with the same id.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, QueryableByName,
    dsl::{exists, not},
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Array, BigInt, Binary, Nullable, Text, Timestamptz, Untyped, Uuid as SqlUuid},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{deliveries::DeliveryStatus, webhook::SecretBytes};
use crate::{
    game::notice::NoticeType,
    store::{
        Store, decode,
        error::StoreError,
        schema::{deliveries, games},
    },
    types::{
        id::{EventId, GameId, WebhookId},
        time::Timestamp,
    },
};

/// Says which of the due deliveries an instance claims.
#[derive(Debug)]
pub struct ClaimRequest<'a> {
    /// The current time.
    pub now: Timestamp,
    /// When the lease expires.
    pub leased_until: Timestamp,
    /// The largest number of deliveries.
    pub limit: usize,
    /// The largest number of deliveries for one webhook: a slow webhook must not block the others.
    pub limit_per_webhook: usize,
    /// The webhooks for which nothing is claimed.
    pub busy: &'a [WebhookId],
}

/// A delivery that an instance has leased.
#[derive(Debug, Clone)]
pub struct ClaimedDelivery {
    /// Its place in the order of all deliveries.
    pub place: i64,
    /// The webhook.
    pub webhook: WebhookId,
    /// The URL that it is sent to.
    pub url: String,
    /// The secret that it is signed with.
    pub secret: SecretBytes,
    /// The previous secret, while that signs too.
    pub old_secret: Option<SecretBytes>,
    /// The event.
    pub event: EventId,
    /// The type of the event.
    pub about: NoticeType,
    /// The game that the event is about, if any.
    pub game: Option<GameId>,
    /// The body of the request.
    pub body: String,
    /// The number of this attempt, from 1.
    pub attempt: u32,
    /// When the first attempt was made.
    pub first_attempt_at: Timestamp,
}

impl Store {
    /// Claims deliveries that are due, in the order of their places, after dropping the reminders of turns that are
    /// over.
    pub async fn claim_due(
        &self,
        claim: &ClaimRequest<'_>,
    ) -> Result<Vec<ClaimedDelivery>, StoreError> {
        let now = claim.now;
        let busy: Vec<Uuid> = claim.busy.iter().map(|webhook| webhook.uuid()).collect();
        let statement = ClaimDue {
            now: now.moment(),
            leased_until: claim.leased_until.moment(),
            limit: i64::try_from(claim.limit).unwrap_or(i64::MAX),
            limit_per_webhook: i64::try_from(claim.limit_per_webhook).unwrap_or(i64::MAX),
            busy: &busy,
        };
        let mut connection = self.connection().await?;
        let rows: Vec<ClaimedRow> = connection
            .transaction(async |connection| {
                drop_reminders(connection, now).await?;
                Ok::<_, StoreError>(statement.get_results(connection).await?)
            })
            .await?;
        let mut claimed: Vec<ClaimedDelivery> = rows
            .into_iter()
            .map(|row| row.delivery(now))
            .collect::<Result<_, _>>()?;
        claimed.sort_by_key(|claimed| claimed.place);
        Ok(claimed)
    }
}

/// Drops the due reminders of turns that are over, including those that could not be delivered in time.
async fn drop_reminders(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<(), StoreError> {
    let current_turn = games::table
        .filter(games::id.nullable().eq(deliveries::game_id))
        .filter(games::status.eq("playing"))
        .filter(games::turn_since.nullable().eq(deliveries::turn_since));
    let obsolete = deliveries::table
        .filter(deliveries::status.eq("waiting"))
        .filter(deliveries::due_at.le(now.moment()))
        .filter(deliveries::turn_since.is_not_null())
        .filter(
            deliveries::leased_until
                .is_null()
                .or(deliveries::leased_until.assume_not_null().le(now.moment())),
        )
        .filter(not(exists(current_turn)));
    diesel::update(obsolete)
        .set(deliveries::status.eq(DeliveryStatus::Dropped.word()))
        .execute(connection)
        .await?;
    Ok(())
}

/// Claims deliveries that are due. Only the first waiting delivery of each game and webhook is eligible, so that the
/// events of a game arrive in order. A delivery that waits for another attempt blocks the later ones; a reminder blocks
/// them only from its own time on.
struct ClaimDue<'a> {
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: i64,
    limit_per_webhook: i64,
    busy: &'a [Uuid],
}

impl QueryFragment<Pg> for ClaimDue<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        // A test is sent even to a disabled webhook, so that its owner can find out whether it works again.
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
        out.push_bind_param::<BigInt, _>(&self.limit_per_webhook)?;
        out.push_sql(" FOR UPDATE OF d SKIP LOCKED) AS next LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.limit)?;
        out.push_sql(
            "), claimed AS (UPDATE deliveries SET attempts = deliveries.attempts + 1, leased_until = ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.leased_until)?;
        out.push_sql(", first_attempt_at = COALESCE(deliveries.first_attempt_at, ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(
            ") FROM due WHERE deliveries.id = due.id RETURNING deliveries.*) \
             SELECT t.id, t.webhook_id, w.url, w.secret, CASE WHEN w.old_secret_until > ",
        );
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(
            " THEN w.old_secret END AS old_secret, t.event_id, t.type, t.game_id, t.body, t.attempts, t.first_attempt_at \
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
    type SqlType = Untyped;
}

/// A row of [`ClaimDue`].
#[derive(QueryableByName)]
#[diesel(table_name = deliveries, check_for_backend(Pg))]
struct ClaimedRow {
    id: i64,
    webhook_id: Uuid,
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Binary)]
    secret: Vec<u8>,
    #[diesel(sql_type = Nullable<Binary>)]
    old_secret: Option<Vec<u8>>,
    event_id: Uuid,
    #[diesel(sql_type = Text)]
    r#type: String,
    game_id: Option<Uuid>,
    body: String,
    attempts: i32,
    first_attempt_at: Option<DateTime<Utc>>,
}

impl ClaimedRow {
    fn delivery(self, now: Timestamp) -> Result<ClaimedDelivery, StoreError> {
        Ok(ClaimedDelivery {
            place: self.id,
            webhook: WebhookId::new(self.webhook_id),
            url: self.url,
            secret: decode::bytes(&self.secret)?,
            old_secret: self.old_secret.as_deref().map(decode::bytes).transpose()?,
            event: EventId::new(self.event_id),
            about: self.r#type.parse().map_err(StoreError::corrupt)?,
            game: self.game_id.map(GameId::new),
            body: self.body,
            attempt: self.attempts.unsigned_abs(),
            first_attempt_at: self.first_attempt_at.map_or(now, Timestamp::new),
        })
    }
}
