//! The interface between the sender of webhooks and the HTTP client.

use std::{future::Future, pin::Pin};

use crate::types::id::EventId;

/// A request that delivers an event to a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookRequest {
    /// The URL of the webhook.
    pub url: String,
    /// The header `webhook-id`, which is the same for every attempt.
    pub id: EventId,
    /// The header `webhook-timestamp`: the time of this attempt, in seconds of the Unix epoch.
    pub timestamp: i64,
    /// The header `webhook-signature`: a signature for each valid secret, separated by spaces.
    pub signature: String,
    /// The body, as JSON.
    pub body: String,
}

/// Why a request got no answer, as a sentence. The owner of the webhook sees it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DeliveryError(pub String);

/// A request in flight. Resolves to the status code of the answer, which may be any.
pub type DeliveryFuture<'a> = Pin<Box<dyn Future<Output = Result<u16, DeliveryError>> + Send + 'a>>;

/// Sends requests to webhooks.
pub trait WebhookTransport: Send + Sync {
    /// Sends a request. Completes within seconds, whatever the receiver does.
    fn send<'a>(&'a self, request: &'a WebhookRequest) -> DeliveryFuture<'a>;
}
