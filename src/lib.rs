//! Cardpost: card games played by request, with records that outlive the server.

pub mod auth;
pub mod engine;
pub mod record;
pub mod service;
pub mod store;
