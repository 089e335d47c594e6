//! Webhooks: registering them, and the notices that are sent to them.

pub mod notices;
pub mod webhook;
