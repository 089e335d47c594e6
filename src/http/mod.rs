//! The REST API: the only layer that knows actix and status codes. Handlers take, call and convert.

pub mod body;
pub mod cursor;
pub mod dto;
mod examples;
pub mod handlers;
pub mod head;
pub mod headers;
pub mod metrics;
pub mod negotiation;
pub mod openapi;
mod outgoing;
pub mod prefer;
pub mod problem;
pub mod query;
pub mod rate;
pub mod record_query;
pub mod routes;
pub mod sse;
pub mod strict;
