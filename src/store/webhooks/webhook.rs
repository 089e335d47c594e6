//! Creating, changing and deleting webhooks.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    Selectable, SelectableHelper, dsl::count_star,
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::status::{self, DisabledBecause};
use crate::{
    game::notice::Wanted,
    store::{
        Store,
        error::StoreError,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::{deliveries, webhooks},
    },
    types::{
        id::{PlayerId, WebhookId},
        time::Timestamp,
    },
};

/// The bytes of a secret, as they are stored.
pub type SecretBytes = [u8; 32];

/// A webhook as it is stored, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredWebhook {
    /// The id.
    pub id: WebhookId,
    /// The URL to which events are sent.
    pub url: String,
    /// The types of events to which it subscribes.
    pub events: Wanted,
    /// When and why it was disabled.
    pub disabled: Option<(Timestamp, DisabledBecause)>,
    /// Until when the previous secret signs too.
    pub old_secret_until: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A change of a webhook. `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WebhookChange {
    /// The new URL.
    pub url: Option<String>,
    /// The new types of events.
    pub events: Option<Wanted>,
    /// Whether to enable or disable it.
    pub enabled: Option<bool>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhooks, check_for_backend(diesel::pg::Pg))]
struct WebhookRow {
    id: Uuid,
    url: String,
    events: Option<Vec<Option<String>>>,
    disabled_at: Option<DateTime<Utc>>,
    disabled_because: Option<String>,
    old_secret_until: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

fn webhook(row: WebhookRow) -> Result<StoredWebhook, StoreError> {
    let event = |word: Option<String>| {
        word.unwrap_or_default()
            .parse()
            .map_err(StoreError::corrupt)
    };
    let disabled = match (row.disabled_at, row.disabled_because) {
        (Some(at), Some(because)) => Some((Timestamp::new(at), DisabledBecause::parse(&because)?)),
        _ => None,
    };
    Ok(StoredWebhook {
        id: WebhookId::new(row.id),
        url: row.url,
        events: row
            .events
            .map(|events| events.into_iter().map(event).collect::<Result<_, _>>())
            .transpose()?
            .map_or(Wanted::All, Wanted::Only),
        disabled,
        old_secret_until: row.old_secret_until.map(Timestamp::new),
        created_at: Timestamp::new(row.created_at),
    })
}

fn words(events: &Wanted) -> Option<Vec<Option<&'static str>>> {
    match events {
        Wanted::All => None,
        Wanted::Only(types) => Some(types.iter().map(|about| Some(about.as_str())).collect()),
    }
}

impl Store {
    /// Stores a new webhook. Returns [`WriteOutcome::TooLate`] when the player has been deleted.
    pub async fn create_webhook(
        &self,
        owner: PlayerId,
        new: &StoredWebhook,
        secret: &SecretBytes,
        request: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !status::lock_owner(connection, owner.uuid()).await? {
                    return Ok(WriteOutcome::TooLate);
                }
                if !idempotency::remember(connection, request, new.id.uuid(), Some(secret)).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                diesel::insert_into(webhooks::table)
                    .values((
                        webhooks::id.eq(new.id.uuid()),
                        webhooks::player_id.eq(owner.uuid()),
                        webhooks::url.eq(&new.url),
                        webhooks::events.eq(words(&new.events)),
                        webhooks::secret.eq(&secret[..]),
                        webhooks::created_at.eq(new.created_at.moment()),
                    ))
                    .execute(connection)
                    .await?;
                status::update_has_webhooks(connection, owner.uuid()).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await
    }

    /// Returns a player's webhooks, the oldest first.
    pub async fn webhooks(&self, owner: PlayerId) -> Result<Vec<StoredWebhook>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<WebhookRow> = webhooks::table
            .filter(webhooks::player_id.eq(owner.uuid()))
            .order(webhooks::id)
            .select(WebhookRow::as_select())
            .load(&mut connection)
            .await?;
        rows.into_iter().map(webhook).collect()
    }

    /// Returns a webhook of a player; `None` when they have no such webhook.
    pub async fn webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
    ) -> Result<Option<StoredWebhook>, StoreError> {
        let mut connection = self.connection().await?;
        find(&mut connection, owner, id).await
    }

    /// Changes a webhook of a player and returns it; `None` when they have no such webhook. Disabling it gives up its
    /// waiting deliveries, so that they don't arrive late when it is enabled again.
    pub async fn change_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        change: &WebhookChange,
        now: Timestamp,
    ) -> Result<Option<StoredWebhook>, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                status::lock_owner(connection, owner.uuid()).await?;
                let Some(current) = find(connection, owner, id).await? else {
                    return Ok(None);
                };
                let row = webhooks::table.find(id.uuid());
                if let Some(url) = &change.url {
                    diesel::update(row)
                        .set(webhooks::url.eq(url))
                        .execute(connection)
                        .await?;
                }
                if let Some(events) = &change.events {
                    diesel::update(row)
                        .set(webhooks::events.eq(words(events)))
                        .execute(connection)
                        .await?;
                }
                match (change.enabled, current.disabled) {
                    (Some(true), Some(_)) => {
                        // Deliveries that were stored concurrently with the disabling.
                        status::give_up_waiting(connection, id).await?;
                        diesel::update(row)
                            .set((
                                webhooks::disabled_at.eq(None::<DateTime<Utc>>),
                                webhooks::disabled_because.eq(None::<String>),
                            ))
                            .execute(connection)
                            .await?;
                        status::update_has_webhooks(connection, owner.uuid()).await?;
                    }
                    (Some(false), None) => {
                        let because = DisabledBecause::Owner;
                        status::disable(connection, (owner.uuid(), id), now, because).await?;
                    }
                    (Some(true), None) | (Some(false), Some(_)) | (None, _) => {}
                }
                find(connection, owner, id).await
            })
            .await
    }

    /// Replaces the secret of a webhook. The previous secret signs too until `old_until`.
    pub async fn rotate_secret(
        &self,
        owner: PlayerId,
        id: WebhookId,
        secret: &SecretBytes,
        old_until: Timestamp,
        request: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, request, id.uuid(), Some(secret)).await? {
                    return Ok(WriteOutcome::Repeated);
                }
                let row = webhooks::table
                    .find(id.uuid())
                    .filter(webhooks::player_id.eq(owner.uuid()));
                let rotated = diesel::update(row)
                    .set((
                        webhooks::old_secret.eq(webhooks::secret.nullable()),
                        webhooks::old_secret_until.eq(old_until.moment()),
                        webhooks::secret.eq(&secret[..]),
                    ))
                    .execute(connection)
                    .await?;
                Ok::<_, StoreError>(if rotated > 0 {
                    WriteOutcome::Yes
                } else {
                    WriteOutcome::TooLate
                })
            })
            .await
    }

    /// Deletes a webhook of a player and its deliveries. Returns `false` when they have no such webhook.
    pub async fn delete_webhook(&self, owner: PlayerId, id: WebhookId) -> Result<bool, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                status::lock_owner(connection, owner.uuid()).await?;
                let row = webhooks::table
                    .find(id.uuid())
                    .filter(webhooks::player_id.eq(owner.uuid()));
                let deleted = diesel::delete(row).execute(connection).await?;
                if deleted > 0 {
                    diesel::delete(deliveries::table.filter(deliveries::webhook_id.eq(id.uuid())))
                        .execute(connection)
                        .await?;
                    status::update_has_webhooks(connection, owner.uuid()).await?;
                }
                Ok(deleted > 0)
            })
            .await
    }

    /// Returns how many webhooks a player has.
    pub async fn count_webhooks(&self, owner: PlayerId) -> Result<u64, StoreError> {
        let mut connection = self.connection().await?;
        let count: i64 = webhooks::table
            .filter(webhooks::player_id.eq(owner.uuid()))
            .select(count_star())
            .get_result(&mut connection)
            .await?;
        Ok(count.unsigned_abs())
    }
}

async fn find(
    connection: &mut AsyncPgConnection,
    owner: PlayerId,
    id: WebhookId,
) -> Result<Option<StoredWebhook>, StoreError> {
    let row: Option<WebhookRow> = webhooks::table
        .find(id.uuid())
        .filter(webhooks::player_id.eq(owner.uuid()))
        .select(WebhookRow::as_select())
        .get_result(connection)
        .await
        .optional()?;
    row.map(webhook).transpose()
}

/// Deletes all webhooks of a player and their deliveries.
pub(in crate::store) async fn delete_of(
    connection: &mut AsyncPgConnection,
    owner: PlayerId,
) -> Result<(), StoreError> {
    let deleted: Vec<Uuid> =
        diesel::delete(webhooks::table.filter(webhooks::player_id.eq(owner.uuid())))
            .returning(webhooks::id)
            .get_results(connection)
            .await?;
    diesel::delete(deliveries::table.filter(deliveries::webhook_id.eq_any(deleted)))
        .execute(connection)
        .await?;
    Ok(())
}
