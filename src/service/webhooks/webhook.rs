//! Webhooks: URLs of players' apps to which events are sent.

use std::fmt::Display;

use chrono::TimeDelta;
use url::Url;

use super::notices;
use crate::{
    auth::token::Token,
    game::notice::{NoticeType, Wanted},
    outbound::signature::Secret,
    service::{
        Service,
        error::{Field, ServiceError},
        idempotency::{KeyedRequest, Scope, forgotten},
        page::Page,
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

/// How long the old secret still signs after a rotation.
const OLD_SECRET: TimeDelta = TimeDelta::hours(24);

/// A webhook with a new secret. The answer to the creation or the rotation is the only one that shows the secret.
#[derive(Debug, Clone)]
pub struct ShownSecret {
    /// The webhook.
    pub webhook: StoredWebhook,
    /// The secret that signs its messages.
    pub secret: Secret,
}

impl Service {
    /// Creates a webhook for the caller.
    pub async fn create_webhook(
        &self,
        token: Option<&Token>,
        url: &str,
        events: Wanted,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<ShownSecret, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.idempotent(
            Scope::Player(owner),
            "webhooks",
            keyed.as_ref(),
            async |request| {
                let url = self.webhook_url(url)?;
                self.check_webhook_limit(owner).await?;
                let secret = Secret::new(self.env.bytes());
                let webhook = StoredWebhook {
                    id: WebhookId::new(self.env.id()),
                    url,
                    events: events.clone(),
                    disabled: None,
                    old_secret_until: None,
                    created_at: self.env.now(),
                };
                let outcome = self
                    .store
                    .create_webhook(owner, &webhook, secret.as_bytes(), request)
                    .await?;
                match outcome {
                    WriteOutcome::Yes => Ok(Some(ShownSecret { webhook, secret })),
                    // The player has deleted their account meanwhile.
                    WriteOutcome::TooLate => Err(ServiceError::Unauthenticated),
                    WriteOutcome::Repeated => Ok(None),
                }
            },
            async |previous| self.secret_again(owner, &previous).await,
        )
        .await
    }

    async fn check_webhook_limit(&self, owner: PlayerId) -> Result<(), ServiceError> {
        let limit = self.limits.webhooks;
        if self.store.count_webhooks(owner).await? >= limit {
            return Err(ServiceError::quota(format!(
                "You already have the maximum of {limit} webhooks. Delete one that you no longer use."
            )));
        }
        Ok(())
    }

    /// The secret that an earlier request created, and the webhook as it is now.
    async fn secret_again(
        &self,
        owner: PlayerId,
        previous: &PreviousRequest,
    ) -> Result<ShownSecret, ServiceError> {
        Ok(ShownSecret {
            webhook: self
                .webhook_of(owner, WebhookId::new(previous.created))
                .await?,
            secret: Secret::new(previous.random().ok_or_else(forgotten)?),
        })
    }

    /// Returns the caller's webhooks, the oldest first.
    pub async fn webhooks(
        &self,
        token: Option<&Token>,
    ) -> Result<Vec<StoredWebhook>, ServiceError> {
        let owner = self.identify(token).await?.id;
        Ok(self.store.webhooks(owner).await?)
    }

    /// Returns one of the caller's webhooks.
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

    /// Changes one of the caller's webhooks. Waiting deliveries are sent to a new address too.
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

    /// Deletes one of the caller's webhooks, with its deliveries.
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

    /// Gives one of the caller's webhooks a new secret. For a day, messages are signed with the old one too.
    pub async fn rotate_secret(
        &self,
        token: Option<&Token>,
        id: WebhookId,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<ShownSecret, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.webhook_of(owner, id).await?;
        self.idempotent(
            Scope::Player(owner),
            &format!("webhooks/{id}/rotate-secret"),
            keyed.as_ref(),
            async |request| {
                let secret = Secret::new(self.env.bytes());
                let old_until = Timestamp::new(self.env.now().moment() + OLD_SECRET);
                let outcome = self
                    .store
                    .rotate_secret(owner, id, secret.as_bytes(), old_until, request)
                    .await?;
                match outcome {
                    WriteOutcome::Yes => Ok(Some(ShownSecret {
                        webhook: self.webhook_of(owner, id).await?,
                        secret,
                    })),
                    WriteOutcome::TooLate => Err(NO_WEBHOOK),
                    WriteOutcome::Repeated => Ok(None),
                }
            },
            async |previous| self.secret_again(owner, &previous).await,
        )
        .await
    }

    /// Creates a test event for one of the caller's webhooks, which is sent at once. Its deliveries show how the
    /// webhook answered. When the webhook accepts it, waiting deliveries are sent again at once, too.
    pub async fn test_webhook(
        &self,
        token: Option<&Token>,
        id: WebhookId,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<Delivery, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.webhook_of(owner, id).await?;
        self.idempotent(
            Scope::Player(owner),
            &format!("webhooks/{id}/test"),
            keyed.as_ref(),
            async |request| {
                let (event, at) = (EventId::new(self.env.id()), self.env.now());
                let body = notices::test_body(owner, at);
                let outcome = self
                    .store
                    .create_test(id, event, at, &body, request)
                    .await?;
                Ok((outcome == WriteOutcome::Yes).then(|| new_test(event, at)))
            },
            async |previous| {
                let event = EventId::new(previous.created);
                let delivery = self.store.delivery(id, event).await?;
                let delivery = delivery.ok_or(ServiceError::NotFound("delivery"))?;
                Ok(new_test(event, delivery.at))
            },
        )
        .await
    }

    /// Returns a page of deliveries to one of the caller's webhooks, the newest first, from the one before `before` on.
    pub async fn deliveries(
        &self,
        token: Option<&Token>,
        id: WebhookId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Page<Delivery, i64>, ServiceError> {
        let owner = self.identify(token).await?.id;
        self.webhook_of(owner, id).await?;
        let deliveries = self
            .store
            .deliveries(id, before, limit.saturating_add(1))
            .await?;
        Ok(Page::first(deliveries, limit, |delivery| delivery.place))
    }

    /// The normalized URL of a webhook, after a check that the server may connect to it. A host name is resolved only
    /// when something is sent, and can resolve to other addresses each time, so its addresses are checked then.
    fn webhook_url(&self, url: &str) -> Result<String, ServiceError> {
        let invalid = |reason: &dyn Display| {
            let detail = format!("This address can't be used for a webhook: {reason}.");
            ServiceError::invalid(Field::WebhookUrl, detail)
        };
        let url = Url::parse(url).map_err(|error| invalid(&error))?;
        self.limits
            .webhook_reach
            .check_url(&url)
            .map_err(|error| invalid(&error))?;
        Ok(url.into())
    }
}

const NO_WEBHOOK: ServiceError = ServiceError::NotFound("webhook");

/// A delivery of a test event before its first attempt.
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
