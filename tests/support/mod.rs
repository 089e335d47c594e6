//! What all tests share: a Postgres of their own, servers over it, and clients that check every answer.

pub mod bots;
pub mod client;
pub mod contract;
pub mod database;
pub mod events;
pub mod fill;
pub mod pick;
pub mod receiver;
pub mod server;
pub mod statements;
pub mod table;
pub mod world;
