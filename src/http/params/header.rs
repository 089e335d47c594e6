//! Request headers that several operations take, as the document describes them.

use utoipa::IntoParams;

/// The header `Idempotency-Key`, which handlers read with `extract::idempotency_key`.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IdempotencyKeyHeader {
    /// A request with the same key and body as an earlier one gets the same answer, for 24 hours.
    #[param(rename = "Idempotency-Key")]
    pub key: Option<String>,
}

/// The header `If-None-Match`, which handlers compare with `respond::etag`.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IfNoneMatchHeader {
    /// The entity tag that the client already has.
    #[param(rename = "If-None-Match")]
    pub tag: Option<String>,
}

/// The header `Last-Event-ID`, which handlers read with `respond::sse`.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
pub struct LastEventIdHeader {
    /// The id of the last event that the client received. Takes precedence over `after`.
    #[param(rename = "Last-Event-ID")]
    pub id: Option<String>,
}
