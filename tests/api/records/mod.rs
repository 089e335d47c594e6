//! Records over HTTP.

pub mod chain;
pub mod downloads;
pub mod replay;
pub mod stream;
pub mod verify;
