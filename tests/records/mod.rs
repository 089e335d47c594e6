//! Logs, hashes, records that are played again, and records that are checked.

mod entries;
mod handwritten;
mod laws;
mod told;
pub mod verify;
