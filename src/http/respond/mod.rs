//! Forms of responses: content negotiation and event streams.

pub mod negotiation;
pub mod sse;
