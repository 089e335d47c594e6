//! Cardpost: card games played by request, with records that outlive the server.

pub mod engine;
pub mod record;
