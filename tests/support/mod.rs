//! What all tests share: a Postgres of their own, servers over it, and clients that check every answer.

pub mod bots;
pub mod client;
pub mod contract;
pub mod database;
pub mod env;
pub mod events;
pub mod fill;
pub mod pick;
pub mod played;
pub mod receiver;
pub mod sample;
pub mod server;
pub mod statements;
pub mod table;
pub mod walk;
pub mod webhooks;
