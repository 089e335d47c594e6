//! Webhooks and deliveries on the wire.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::{
    game::notice::{NoticeType, Wanted},
    http::problem::Problem,
    service::{
        page::Page,
        webhooks::webhook::{
            Attempt, Delivery, DeliveryStatus, DisabledBecause, ShownSecret, StoredWebhook,
            WebhookChange,
        },
    },
    types::{
        id::{EventId, GameId, WebhookId},
        time::Timestamp,
    },
};

/// Where somebody wants to be told of events.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewWebhook)]
pub struct NewWebhookBody {
    /// Where notices are sent: an address on the public internet that begins with `https://`, without a user name.
    #[schema(max_length = 2048, example = "https://ann.example/hooks/cardpost")]
    pub url: String,
    /// The events that are wanted. Without it all are, those too that later versions add.
    #[serde(default)]
    #[schema(value_type = Option<Vec<NoticeType>>, min_items = 1)]
    events: Option<Wanted>,
}

impl NewWebhookBody {
    /// The events that are wanted.
    ///
    /// # Errors
    /// When none are.
    pub fn events(&self) -> Result<Wanted, Problem> {
        some(self.events.clone().unwrap_or(Wanted::All))
    }
}

fn some(events: Wanted) -> Result<Wanted, Problem> {
    match events {
        Wanted::Only(types) if types.is_empty() => Err(Problem::invalid(
            "/events",
            "Name the events that you want, or none of them by null, for all.",
        )),
        events => Ok(events),
    }
}

/// What changes about a webhook. What is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookChange)]
pub struct WebhookChangeBody {
    /// Another address. What waits to be sent goes there too.
    #[serde(default)]
    #[schema(max_length = 2048, example = "https://ann.example/hooks/cardpost")]
    url: Option<String>,
    /// Other events; `null`: all.
    #[serde(default, deserialize_with = "even_null")]
    #[schema(value_type = Option<Vec<NoticeType>>, min_items = 1)]
    events: Option<Wanted>,
    /// Whether it is told anything. What waits to be sent to one that is switched off, is given up.
    #[serde(default)]
    enabled: Option<bool>,
}

/// A field that is there, whether it is `null` or not. One that is not there is never read.
fn even_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl TryFrom<WebhookChangeBody> for WebhookChange {
    type Error = Problem;

    fn try_from(body: WebhookChangeBody) -> Result<Self, Problem> {
        Ok(Self {
            url: body.url,
            events: body.events.map(some).transpose()?,
            enabled: body.enabled,
        })
    }
}

/// Why a webhook is told nothing.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DisabledBecause)]
pub enum DisabledBecauseBody {
    /// Its owner wanted so.
    Owner,
    /// It answered 410: it is gone for good.
    Gone,
    /// An event could not be delivered for a day.
    Failing,
}

impl From<DisabledBecause> for DisabledBecauseBody {
    fn from(because: DisabledBecause) -> Self {
        match because {
            DisabledBecause::Owner => Self::Owner,
            DisabledBecause::Gone => Self::Gone,
            DisabledBecause::Failing => Self::Failing,
        }
    }
}

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookBody {
    /// The id.
    id: WebhookId,
    /// Where notices are sent.
    #[schema(example = "https://ann.example/hooks/cardpost")]
    url: String,
    /// The events that are wanted; `null`: all.
    #[schema(value_type = Option<Vec<NoticeType>>)]
    events: Wanted,
    /// Whether it is told anything.
    enabled: bool,
    /// Since when it isn't.
    disabled_at: Option<Timestamp>,
    /// Why it isn't.
    disabled_because: Option<DisabledBecauseBody>,
    /// Until when messages are signed with the secret before, too.
    old_secret_until: Option<Timestamp>,
    /// When it was made.
    created_at: Timestamp,
    /// What its messages are signed with. It is shown when it is made, and not again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "whsec_…")]
    secret: Option<String>,
}

impl WebhookBody {
    /// The id.
    pub const fn id(&self) -> WebhookId {
        self.id
    }
}

impl From<ShownSecret> for WebhookBody {
    fn from(shown: ShownSecret) -> Self {
        Self {
            secret: Some(shown.secret.to_string()),
            ..shown.webhook.into()
        }
    }
}

impl From<StoredWebhook> for WebhookBody {
    fn from(webhook: StoredWebhook) -> Self {
        let (disabled_at, disabled_because) = webhook.disabled.unzip();
        Self {
            id: webhook.id,
            url: webhook.url,
            events: webhook.events,
            enabled: disabled_at.is_none(),
            disabled_at,
            disabled_because: disabled_because.map(Into::into),
            old_secret_until: webhook.old_secret_until,
            created_at: webhook.created_at,
            secret: None,
        }
    }
}

/// A player's webhooks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhooks)]
pub struct WebhooksBody {
    /// All of them, the oldest first.
    pub items: Vec<WebhookBody>,
    /// Always `null`: a player has few webhooks.
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<String>,
}

/// How far a delivery has come.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DeliveryStatus)]
pub enum DeliveryStatusBody {
    /// It is to be sent, for the first time or again.
    Waiting,
    /// The receiver took it.
    Delivered,
    /// It is not tried again.
    GivenUp,
    /// It reminds of a turn that is over.
    Dropped,
}

impl From<DeliveryStatus> for DeliveryStatusBody {
    fn from(status: DeliveryStatus) -> Self {
        match status {
            DeliveryStatus::Waiting => Self::Waiting,
            DeliveryStatus::Delivered => Self::Delivered,
            DeliveryStatus::GivenUp => Self::GivenUp,
            DeliveryStatus::Dropped => Self::Dropped,
        }
    }
}

/// An attempt to deliver, and how it was answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeliveryAttempt)]
pub struct AttemptBody {
    /// Which one it is, from 1.
    attempt: u32,
    /// When it was made.
    at: Timestamp,
    /// The status of the answer; `null` when there was none.
    status: Option<u16>,
    /// Why it does not count as delivered, as a sentence; `null` when it does.
    #[schema(example = "The receiver reports an internal error.")]
    error: Option<String>,
}

impl From<Attempt> for AttemptBody {
    fn from(attempt: Attempt) -> Self {
        Self {
            attempt: attempt.number,
            at: attempt.at,
            status: attempt.status_code,
            error: attempt.error,
        }
    }
}

/// An event on its way to a webhook, or past it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Delivery)]
pub struct DeliveryBody {
    /// The id of the event: what every attempt carries as `webhook-id`.
    id: EventId,
    /// What it is about.
    #[serde(rename = "type")]
    about: NoticeType,
    /// The game that it is about, if it is about one.
    game: Option<GameId>,
    /// When it happened, or is to happen.
    at: Timestamp,
    /// How far it has come.
    status: DeliveryStatusBody,
    /// When the next attempt is due, while it waits.
    next_attempt_at: Option<Timestamp>,
    /// The attempts that were made, the oldest first: the latest 20.
    attempts: Vec<AttemptBody>,
}

impl From<Delivery> for DeliveryBody {
    fn from(delivery: Delivery) -> Self {
        Self {
            id: delivery.event,
            about: delivery.about,
            game: delivery.game,
            at: delivery.at,
            status: delivery.status.into(),
            next_attempt_at: delivery.due_at,
            attempts: delivery.attempts.into_iter().map(Into::into).collect(),
        }
    }
}

/// A page of deliveries.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Deliveries)]
pub struct DeliveriesBody {
    /// The deliveries, the newest first.
    items: Vec<DeliveryBody>,
    /// Where the next page begins; `null` on the last one.
    next_cursor: Option<String>,
}

impl From<Page<Delivery, i64>> for DeliveriesBody {
    fn from(page: Page<Delivery, i64>) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next.map(|place| place.to_string()),
        }
    }
}
