//! Webhooks: where a player's apps are told of events.

use std::time::Duration;

use chrono::TimeDelta;
use url::Url;

use super::notices;
use crate::{
    auth::token::Token,
    game::notice::{NoticeType, Wanted},
    outbound::signature::Secret,
    service::{
        Service,
        error::{FieldError, ServiceError},
        idempotency::{Key, Scope},
    },
    store::{idempotency::PreviousRequest, outcome::WriteOutcome},
    types::{
        id::{EventId, PlayerId, WebhookId},
        time::Timestamp,
    },
};

pub use crate::store::webhooks::{
    deliveries::{Attempt, Delivery, DeliveryStatus},
    status::DisabledBecause,
    webhook::{StoredWebhook, WebhookChange},
};

/// For how long the secret before a rotation signs too.
const OLD_SECRET: TimeDelta = TimeDelta::hours(24);

/// A webhook that was just made, or given another secret; with the secret that is shown this once.
#[derive(Debug, Clone)]
pub struct ShownSecret {
    /// The webhook.
    pub webhook: StoredWebhook,
    /// What its messages are signed with.
    pub secret: Secret,
}

/// A page of deliveries, and where the next one begins.
#[derive(Debug, Clone)]
pub struct DeliveryPage {
    /// The deliveries, the newest first.
    pub items: Vec<Delivery>,
    /// The place of the last one, where there are more.
    pub next: Option<i64>,
}

impl Service {
    /// Makes a webhook for the player.
    ///
    /// # Errors
    /// When the token is nobody's, the server may not be sent to this address, the player has too many webhooks, a
    /// key was used for another request, or the database fails.
    pub async fn create_webhook(
        &self,
        token: Option<&Token>,
        url: &str,
        events: Wanted,
        key: Option<Key<'_>>,
    ) -> Result<ShownSecret, ServiceError> {
        let owner = self.identify(token).await?.id;
        let once = key
            .as_ref()
            .map(|key| self.once(Scope::Player(owner), "webhooks", key));
        if let Some(before) = self.before(once.as_ref()).await? {
            return self.secret_before(owner, &before).await;
        }
        let url = self.webhook_url(url)?;
        if self.store.count_webhooks(owner).await? >= self.limits.webhooks {
            return Err(ServiceError::QuotaExceeded {
                reason: format!(
                    "You have {} webhooks, and more are not given: delete one that you don't use.",
                    self.limits.webhooks
                ),
                retry_after: Duration::from_mins(1),
            });
        }
        let secret = Secret::new(self.env.bytes());
        let webhook = StoredWebhook {
            id: WebhookId::new(self.env.id()),
            url,
            events,
            disabled: None,
            old_secret_until: None,
            created_at: self.env.now(),
        };
        let created = self
            .store
            .create_webhook(owner, &webhook, secret.as_bytes(), once.as_ref());
        match created.await? {
            WriteOutcome::Yes => Ok(ShownSecret { webhook, secret }),
            WriteOutcome::TooLate => Err(ServiceError::Unauthenticated),
            WriteOutcome::Repeated => {
                let before = self.before(once.as_ref()).await?.ok_or_else(forgotten)?;
                self.secret_before(owner, &before).await
            }
        }
    }

    /// What a request showed when it came first: the secret of that time, and the webhook of today.
    async fn secret_before(
        &self,
        owner: PlayerId,
        before: &PreviousRequest,
    ) -> Result<ShownSecret, ServiceError> {
        let secret = before
            .nonce
            .as_deref()
            .and_then(|secret| secret.try_into().ok());
        Ok(ShownSecret {
            webhook: self
                .webhook_of(owner, WebhookId::new(before.created))
                .await?,
            secret: Secret::new(secret.ok_or_else(forgotten)?),
        })
    }

    /// The player's webhooks, the oldest first.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn webhooks(
        &self,
        token: Option<&Token>,
    ) -> Result<Vec<StoredWebhook>, ServiceError> {
        let owner = self.identify(token).await?.id;
        Ok(self.store.webhooks(owner).await?)
    }

    /// One of the player's webhooks.
    ///
    /// # Errors
    /// When the token is nobody's, the player has no webhook with this id, or the database fails.
    pub async fn webhook(
        &self,
        token: Option<&Token>,
        id: WebhookId,
    ) -> Result<StoredWebhook, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.webhook_of(owner, id).await
    }

    async fn webhook_of(
        &self,
        owner: PlayerId,
        id: WebhookId,
    ) -> Result<StoredWebhook, ServiceError> {
        self.store.webhook(owner, id).await?.ok_or(NO_WEBHOOK)
    }

    /// Changes one of the player's webhooks. What waits to be sent goes to a new address too.
    ///
    /// # Errors
    /// When the token is nobody's, the player has no webhook with this id, the server may not be sent to the address,
    /// or the database fails.
    pub async fn change_webhook(
        &self,
        token: Option<&Token>,
        id: WebhookId,
        change: WebhookChange,
    ) -> Result<StoredWebhook, ServiceError> {
        let owner = self.identify(token).await?.id;
        let change = WebhookChange {
            url: change.url.map(|url| self.webhook_url(&url)).transpose()?,
            ..change
        };
        let now = self.env.now();
        let changed = self.store.change_webhook(owner, id, &change, now).await?;
        changed.ok_or(NO_WEBHOOK)
    }

    /// Deletes one of the player's webhooks, and what is on its way there.
    ///
    /// # Errors
    /// When the token is nobody's, the player has no webhook with this id, or the database fails.
    pub async fn delete_webhook(
        &self,
        token: Option<&Token>,
        id: WebhookId,
    ) -> Result<(), ServiceError> {
        let owner = self.identify(token).await?.id;
        if self.store.delete_webhook(owner, id).await? {
            Ok(())
        } else {
            Err(NO_WEBHOOK)
        }
    }

    /// Gives one of the player's webhooks another secret. For a day, messages are signed with the one before too.
    ///
    /// # Errors
    /// When the token is nobody's, the player has no webhook with this id, a key was used for another request, or
    /// the database fails.
    pub async fn rotate_secret(
        &self,
        token: Option<&Token>,
        id: WebhookId,
        key: Option<Key<'_>>,
    ) -> Result<ShownSecret, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.webhook_of(owner, id).await?;
        let action = format!("webhooks/{id}/rotate-secret");
        let once = key
            .as_ref()
            .map(|key| self.once(Scope::Player(owner), &action, key));
        if let Some(before) = self.before(once.as_ref()).await? {
            return self.secret_before(owner, &before).await;
        }
        let secret = Secret::new(self.env.bytes());
        let old_until = Timestamp::new(self.env.now().moment() + OLD_SECRET);
        let rotated =
            self.store
                .rotate_secret(owner, id, secret.as_bytes(), old_until, once.as_ref());
        match rotated.await? {
            WriteOutcome::Yes => Ok(ShownSecret {
                webhook: self.webhook_of(owner, id).await?,
                secret,
            }),
            WriteOutcome::TooLate => Err(NO_WEBHOOK),
            WriteOutcome::Repeated => {
                let before = self.before(once.as_ref()).await?.ok_or_else(forgotten)?;
                self.secret_before(owner, &before).await
            }
        }
    }

    /// Sends one of the player's webhooks a test, at once. How it was answered is told by its deliveries. When it
    /// arrives, what waits to be sent again is sent at once too.
    ///
    /// # Errors
    /// When the token is nobody's, the player has no webhook with this id, a key was used for another request, or
    /// the database fails.
    pub async fn test_webhook(
        &self,
        token: Option<&Token>,
        id: WebhookId,
        key: Option<Key<'_>>,
    ) -> Result<Delivery, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.webhook_of(owner, id).await?;
        let action = format!("webhooks/{id}/test");
        let once = key
            .as_ref()
            .map(|key| self.once(Scope::Player(owner), &action, key));
        if let Some(before) = self.before(once.as_ref()).await? {
            return self.test_before(id, &before).await;
        }
        let (event, at) = (EventId::new(self.env.id()), self.env.now());
        let body = notices::test_body(owner, at);
        let stored = self.store.create_test(id, event, at, &body, once.as_ref());
        match stored.await? {
            WriteOutcome::Yes => Ok(new_test(event, at)),
            WriteOutcome::Repeated | WriteOutcome::TooLate => {
                let before = self.before(once.as_ref()).await?.ok_or_else(forgotten)?;
                self.test_before(id, &before).await
            }
        }
    }

    /// The test that a request made when it came first, as it was then.
    async fn test_before(
        &self,
        id: WebhookId,
        before: &PreviousRequest,
    ) -> Result<Delivery, ServiceError> {
        let event = EventId::new(before.created);
        let delivery = self.store.delivery(id, event).await?;
        let delivery = delivery.ok_or(ServiceError::NotFound("delivery"))?;
        Ok(new_test(event, delivery.at))
    }

    /// Deliveries to one of the player's webhooks, the newest first, from the one before `before` on.
    ///
    /// # Errors
    /// When the token is nobody's, the player has no webhook with this id, or the database fails.
    pub async fn deliveries(
        &self,
        token: Option<&Token>,
        id: WebhookId,
        before: Option<i64>,
        most: u32,
    ) -> Result<DeliveryPage, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.webhook_of(owner, id).await?;
        let mut items = self
            .store
            .deliveries(id, before, most.saturating_add(1))
            .await?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let more = items.len() > most;
        items.truncate(most);
        let next = items.last().map(|last| last.place).filter(|_| more);
        Ok(DeliveryPage { items, next })
    }

    /// Forgets deliveries that were settled long ago.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_old_deliveries(&self) -> Result<usize, ServiceError> {
        let now = self.env.now().moment();
        Ok(self.store.forget_old_deliveries(now).await?)
    }

    /// The address of a webhook, if the server may be sent there. What a name resolves to is only found out when
    /// something is sent, and can be something else each time.
    fn webhook_url(&self, url: &str) -> Result<String, ServiceError> {
        let flaw = |reason: &dyn std::fmt::Display| {
            let detail = format!("A webhook can't be there: {reason}.");
            ServiceError::Invalid(vec![FieldError::new("/url", detail)])
        };
        let url = Url::parse(url).map_err(|error| flaw(&error))?;
        self.limits
            .webhook_reach
            .check_url(&url)
            .map_err(|error| flaw(&error))?;
        Ok(url.into())
    }
}

const NO_WEBHOOK: ServiceError = ServiceError::NotFound("webhook");

/// A test that was just made.
fn new_test(event: EventId, at: Timestamp) -> Delivery {
    Delivery {
        place: 0,
        event,
        about: NoticeType::Test,
        game: None,
        at,
        status: DeliveryStatus::Waiting,
        due_at: Some(at),
        attempts: Vec::new(),
    }
}

fn forgotten() -> ServiceError {
    ServiceError::Internal("a key is remembered, and what it created is not".into())
}
