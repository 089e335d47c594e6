//! What the sender of webhooks hands to the HTTP client.

use std::{future::Future, pin::Pin};

use crate::types::id::EventId;

/// A request that tells a webhook of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookRequest {
    /// Where it goes.
    pub url: String,
    /// `webhook-id`: the same for every attempt.
    pub id: EventId,
    /// `webhook-timestamp`: when this attempt is made, in seconds of the Unix epoch.
    pub timestamp: i64,
    /// `webhook-signature`: one signature for each secret that is good, with spaces between.
    pub signature: String,
    /// The body, as JSON.
    pub body: String,
}

/// Why a parcel was not answered. It is shown to the webhook's owner, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DeliveryError(pub String);

/// What becomes of a parcel: the status code of the answer, whatever it is.
pub type Delivering<'a> = Pin<Box<dyn Future<Output = Result<u16, DeliveryError>> + Send + 'a>>;

/// Who carries parcels to the outside world.
pub trait WebhookTransport: Send + Sync {
    /// Sends a parcel. Ends within seconds, whatever the receiver does.
    fn send<'a>(&'a self, request: &'a WebhookRequest) -> Delivering<'a>;
}
