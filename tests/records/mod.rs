//! Logs, hashes, records that are played again, and records that are checked.

mod documented;
mod entries;
mod handwritten;
mod laws;
mod told;
pub mod verify;
