//! Extractors: headers, path ids and bodies of requests.

pub mod address;
pub mod bearer;
pub mod id;
pub mod idempotency_key;
pub mod json;
pub mod prefer;
