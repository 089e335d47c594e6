//! Forms of responses: caching, content negotiation, entity tags and event streams.

pub mod cache;
pub mod etag;
pub mod negotiation;
pub mod sse;
