//! Webhooks and their deliveries in Postgres.

pub mod claims;
pub mod deliveries;
pub mod events;
pub mod outbox;
pub mod status;
pub mod webhook;
