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

/// A webhook to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewWebhook)]
pub struct NewWebhookBody {
    /// The address that receives notices: an `https://` URL on the public internet, without a user name.
    #[schema(max_length = 2048, example = "https://ann.example/hooks/cardpost")]
    pub url: String,
    /// The types of events to send. The default is all types, including types that later versions add.
    #[serde(default)]
    #[schema(value_type = Option<Vec<NoticeType>>, min_items = 1)]
    events: Option<Wanted>,
}

impl NewWebhookBody {
    /// Returns the types of events to send.
    pub fn events(&self) -> Result<Wanted, Problem> {
        not_empty(self.events.clone().unwrap_or(Wanted::All))
    }
}

fn not_empty(events: Wanted) -> Result<Wanted, Problem> {
    match events {
        Wanted::Only(types) if types.is_empty() => Err(Problem::invalid(
            "/events",
            "List at least one type of event, or send null for all types.",
        )),
        events => Ok(events),
    }
}

/// Changes to a webhook. Omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookChange)]
pub struct WebhookChangeBody {
    /// The new address. Pending deliveries are sent there too.
    #[serde(default)]
    #[schema(max_length = 2048, example = "https://ann.example/hooks/cardpost")]
    url: Option<String>,
    /// The new types of events to send; `null` for all types.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<Vec<NoticeType>>, min_items = 1)]
    events: Option<Wanted>,
    /// Whether the webhook receives events. Disabling a webhook gives up its pending deliveries.
    #[serde(default)]
    enabled: Option<bool>,
}

/// Reads a field that is present, even if it is `null`, as `Some`. An omitted field keeps its default, `None`.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl TryFrom<WebhookChangeBody> for WebhookChange {
    type Error = Problem;

    fn try_from(body: WebhookChangeBody) -> Result<Self, Problem> {
        Ok(Self {
            url: body.url,
            events: body.events.map(not_empty).transpose()?,
            enabled: body.enabled,
        })
    }
}

/// Why a webhook is disabled.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DisabledBecause)]
pub enum DisabledBecauseBody {
    /// Its owner disabled it.
    Owner,
    /// The receiver answered 410 Gone.
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
    /// The address that receives notices.
    #[schema(example = "https://ann.example/hooks/cardpost")]
    url: String,
    /// The types of events to send; `null` for all types.
    #[schema(value_type = Option<Vec<NoticeType>>)]
    events: Wanted,
    /// Whether the webhook receives events.
    enabled: bool,
    /// When the webhook was disabled; `null` if it is enabled.
    disabled_at: Option<Timestamp>,
    /// Why the webhook was disabled; `null` if it is enabled.
    disabled_because: Option<DisabledBecauseBody>,
    /// When the previous secret expires; `null` if there is none. Until then, messages are signed with both secrets.
    old_secret_until: Option<Timestamp>,
    /// When it was created.
    created_at: Timestamp,
    /// The signing secret. It is shown only when it is created.
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
    /// All items, oldest first.
    pub items: Vec<WebhookBody>,
    /// Always `null`: the list has a single page.
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<String>,
}

/// The status of a delivery.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DeliveryStatus)]
pub enum DeliveryStatusBody {
    /// The delivery waits for its first attempt or for a retry.
    Waiting,
    /// The receiver accepted the event.
    Delivered,
    /// The delivery failed and is not retried.
    GivenUp,
    /// The delivery was dropped, because it is a reminder of a turn that has ended.
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

/// An attempt to deliver an event, and its result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeliveryAttempt)]
pub struct AttemptBody {
    /// The number of the attempt, starting at 1.
    attempt: u32,
    /// When it was created.
    at: Timestamp,
    /// The HTTP status of the response; `null` if there was no response.
    status: Option<u16>,
    /// Why the attempt failed, as a sentence; `null` if it succeeded.
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

/// The delivery of an event to a webhook.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Delivery)]
pub struct DeliveryBody {
    /// The id of the event, which every attempt sends as `webhook-id`.
    id: EventId,
    /// The type of the event.
    #[serde(rename = "type")]
    about: NoticeType,
    /// The game of the event; `null` if it has none.
    game: Option<GameId>,
    /// When the event happened, or is scheduled to happen.
    at: Timestamp,
    /// The status of the game.
    status: DeliveryStatusBody,
    /// When the next attempt is due; `null` unless the delivery is waiting.
    next_attempt_at: Option<Timestamp>,
    /// The 20 most recent attempts, oldest first.
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
    /// The deliveries, newest first.
    items: Vec<DeliveryBody>,
    /// The cursor of the next page; `null` on the last page.
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
