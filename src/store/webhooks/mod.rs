//! Webhooks in Postgres: where they are, and what is sent to them.

pub mod deliveries;
pub mod events;
pub mod outbox;
pub mod webhook;
