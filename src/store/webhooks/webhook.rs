//! Where players want to be told of events.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    Selectable, SelectableHelper,
    dsl::{count_star, exists},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    game::notice::Wanted,
    store::{
        Store,
        error::StoreError,
        games::load,
        idempotency::{self, IdempotentRequest},
        outcome::WriteOutcome,
        schema::{deliveries, players, webhooks},
    },
    types::{
        id::{PlayerId, WebhookId},
        time::Timestamp,
    },
};

/// The bytes of a secret, as they are stored.
pub type SecretBytes = [u8; 32];

/// Why a webhook is told nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisabledBecause {
    /// Its owner wanted so.
    Owner,
    /// It answered that it is gone for good.
    Gone,
    /// An event could not be delivered for a day.
    Failing,
}

impl DisabledBecause {
    pub(in crate::store) const fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Gone => "gone",
            Self::Failing => "failing",
        }
    }

    fn read(word: &str) -> Result<Self, StoreError> {
        [Self::Owner, Self::Gone, Self::Failing]
            .into_iter()
            .find(|because| because.word() == word)
            .ok_or_else(|| StoreError::corrupt(format_args!("disabled because {word:?}")))
    }
}

/// A webhook as it is stored, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredWebhook {
    /// The id.
    pub id: WebhookId,
    /// Where notices are sent.
    pub url: String,
    /// The types of events that are wanted.
    pub events: Wanted,
    /// Since when it is told nothing, and why.
    pub disabled: Option<(Timestamp, DisabledBecause)>,
    /// Until when the secret before signs too.
    pub old_secret_until: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// What changes about a webhook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WebhookChange {
    /// Another address.
    pub url: Option<String>,
    /// Other types of events.
    pub events: Option<Wanted>,
    /// Whether it is told anything.
    pub enabled: Option<bool>,
}

/// What is read of a webhook.
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
        (Some(at), Some(because)) => Some((Timestamp::new(at), DisabledBecause::read(&because)?)),
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
    /// Stores a new webhook of a player; it is too late for one who deleted themselves.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn create_webhook(
        &self,
        owner: PlayerId,
        new: &StoredWebhook,
        secret: &SecretBytes,
        once: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !lock(connection, owner.uuid()).await? {
                    return Ok(WriteOutcome::TooLate);
                }
                if !idempotency::remember(connection, once, new.id.uuid(), Some(secret)).await? {
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
                follow(connection, owner.uuid()).await?;
                Ok::<_, StoreError>(WriteOutcome::Yes)
            })
            .await
    }

    /// A player's webhooks, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
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

    /// A webhook of a player; `None` when they have no such webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
    ) -> Result<Option<StoredWebhook>, StoreError> {
        let mut connection = self.connection().await?;
        find(&mut connection, owner, id).await
    }

    /// Changes a webhook of a player, and gives it as it is then; `None` when they have no such webhook. What was on
    /// its way to one that is switched off, is given up, so that it doesn't come as old news when it is back on.
    ///
    /// # Errors
    /// When the database fails.
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
                lock(connection, owner.uuid()).await?;
                let Some(before) = find(connection, owner, id).await? else {
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
                match (change.enabled, before.disabled) {
                    (Some(true), Some(_)) => {
                        // What was written while it was being switched off.
                        give_up_on(connection, id).await?;
                        diesel::update(row)
                            .set((
                                webhooks::disabled_at.eq(None::<DateTime<Utc>>),
                                webhooks::disabled_because.eq(None::<String>),
                            ))
                            .execute(connection)
                            .await?;
                        follow(connection, owner.uuid()).await?;
                    }
                    (Some(false), None) => {
                        let because = DisabledBecause::Owner;
                        disable(connection, (owner.uuid(), id), now, because).await?;
                    }
                    (Some(true), None) | (Some(false), Some(_)) | (None, _) => {}
                }
                find(connection, owner, id).await
            })
            .await
    }

    /// Gives a webhook of a player another secret; the one before signs too until `old_until`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rotate_secret(
        &self,
        owner: PlayerId,
        id: WebhookId,
        secret: &SecretBytes,
        old_until: Timestamp,
        once: Option<&IdempotentRequest>,
    ) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                if !idempotency::remember(connection, once, id.uuid(), Some(secret)).await? {
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

    /// Deletes a webhook of a player, and what is on its way there; `false` when they have no such webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete_webhook(&self, owner: PlayerId, id: WebhookId) -> Result<bool, StoreError> {
        let mut connection = self.connection().await?;
        connection
            .transaction(async |connection| {
                lock(connection, owner.uuid()).await?;
                let row = webhooks::table
                    .find(id.uuid())
                    .filter(webhooks::player_id.eq(owner.uuid()));
                let deleted = diesel::delete(row).execute(connection).await?;
                if deleted > 0 {
                    diesel::delete(deliveries::table.filter(deliveries::webhook_id.eq(id.uuid())))
                        .execute(connection)
                        .await?;
                    follow(connection, owner.uuid()).await?;
                }
                Ok(deleted > 0)
            })
            .await
    }

    /// How many webhooks a player has.
    ///
    /// # Errors
    /// When the database fails.
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

/// Tells a webhook nothing more that could not be delivered to, and gives up what was on its way there.
pub(in crate::store) async fn give_up(
    connection: &mut AsyncPgConnection,
    id: WebhookId,
    at: Timestamp,
    because: DisabledBecause,
) -> Result<(), StoreError> {
    let owner: Option<Uuid> = webhooks::table
        .find(id.uuid())
        .select(webhooks::player_id)
        .get_result(connection)
        .await
        .optional()?;
    if let Some(owner) = owner {
        lock(connection, owner).await?;
        disable(connection, (owner, id), at, because).await?;
    }
    Ok(())
}

/// Switches off a webhook that is not, and gives up what was on its way there.
async fn disable(
    connection: &mut AsyncPgConnection,
    (owner, id): (Uuid, WebhookId),
    at: Timestamp,
    because: DisabledBecause,
) -> Result<(), StoreError> {
    let enabled = webhooks::table
        .find(id.uuid())
        .filter(webhooks::disabled_at.is_null());
    diesel::update(enabled)
        .set((
            webhooks::disabled_at.eq(at.moment()),
            webhooks::disabled_because.eq(because.word()),
        ))
        .execute(connection)
        .await?;
    give_up_on(connection, id).await?;
    follow(connection, owner).await
}

/// Makes others wait who change webhooks of the same player, until this transaction is over; `false` when the player
/// deleted themselves. It comes before every other lock, so that no two wait for each other.
async fn lock(connection: &mut AsyncPgConnection, owner: Uuid) -> Result<bool, StoreError> {
    let is_there: Option<Uuid> = players::table
        .find(owner)
        .filter(players::deleted_at.is_null())
        .select(players::id)
        .for_no_key_update()
        .get_result(connection)
        .await
        .optional()?;
    Ok(is_there.is_some())
}

/// Takes down whether a player has a webhook that is told of anything. Only who holds the [`lock`] knows.
async fn follow(connection: &mut AsyncPgConnection, owner: Uuid) -> Result<(), StoreError> {
    let enabled = webhooks::table
        .filter(webhooks::player_id.eq(owner))
        .filter(webhooks::disabled_at.is_null());
    let has_webhooks: bool = diesel::select(exists(enabled))
        .get_result(connection)
        .await?;
    diesel::update(players::table.find(owner))
        .filter(players::has_webhooks.ne(has_webhooks))
        .set(players::has_webhooks.eq(has_webhooks))
        .execute(connection)
        .await?;
    Ok(())
}

async fn give_up_on(connection: &mut AsyncPgConnection, id: WebhookId) -> Result<(), StoreError> {
    let waiting = deliveries::table
        .filter(deliveries::webhook_id.eq(id.uuid()))
        .filter(deliveries::status.eq("waiting"));
    diesel::update(waiting)
        .set(deliveries::status.eq("given_up"))
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes all webhooks of a player, and what is on its way there.
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

/// The secret of a row.
pub(in crate::store) fn secret(bytes: Vec<u8>) -> Result<SecretBytes, StoreError> {
    load::bytes(bytes)
}
