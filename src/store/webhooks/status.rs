//! Enabling and disabling webhooks.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, dsl::exists};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    store::{
        error::StoreError,
        schema::{deliveries, players, webhooks},
    },
    types::{id::WebhookId, time::Timestamp},
};

/// Why a webhook is disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisabledBecause {
    /// Its owner disabled it.
    Owner,
    /// It answered with 410 Gone.
    Gone,
    /// An event could not be delivered for a day.
    Failing,
}

impl DisabledBecause {
    const fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Gone => "gone",
            Self::Failing => "failing",
        }
    }

    pub(super) fn parse(word: &str) -> Result<Self, StoreError> {
        [Self::Owner, Self::Gone, Self::Failing]
            .into_iter()
            .find(|because| because.word() == word)
            .ok_or_else(|| StoreError::corrupt(format_args!("disabled because {word:?}")))
    }
}

/// Disables a webhook that could not be delivered to, and gives up its waiting deliveries.
pub(super) async fn disable_webhook(
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
        lock_owner(connection, owner).await?;
        disable(connection, (owner, id), at, because).await?;
    }
    Ok(())
}

/// Disables a webhook if it is enabled, and gives up its waiting deliveries. The owner must be locked.
pub(super) async fn disable(
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
    give_up_waiting(connection, id).await?;
    update_has_webhooks(connection, owner).await
}

/// Locks the owner of webhooks until the end of the transaction, against concurrent changes of their webhooks. Returns
/// `false` when the player has been deleted. This lock is taken before every other one, which prevents deadlocks.
pub(super) async fn lock_owner(
    connection: &mut AsyncPgConnection,
    owner: Uuid,
) -> Result<bool, StoreError> {
    let owner: Option<Uuid> = players::table
        .find(owner)
        .filter(players::deleted_at.is_null())
        .select(players::id)
        .for_no_key_update()
        .get_result(connection)
        .await
        .optional()?;
    Ok(owner.is_some())
}

/// Updates `players.has_webhooks`: whether the player has an enabled webhook. The owner must be locked.
pub(super) async fn update_has_webhooks(
    connection: &mut AsyncPgConnection,
    owner: Uuid,
) -> Result<(), StoreError> {
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

/// Gives up the waiting deliveries of a webhook.
pub(super) async fn give_up_waiting(
    connection: &mut AsyncPgConnection,
    id: WebhookId,
) -> Result<(), StoreError> {
    let waiting = deliveries::table
        .filter(deliveries::webhook_id.eq(id.uuid()))
        .filter(deliveries::status.eq("waiting"));
    diesel::update(waiting)
        .set(deliveries::status.eq("given_up"))
        .execute(connection)
        .await?;
    Ok(())
}
