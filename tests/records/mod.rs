//! Logs, hashes, records that are played again, and records that are checked.

mod again;
mod complete;
mod coverage;
mod documented;
mod endings;
mod entries;
mod handwritten;
mod laws;
mod told;
pub mod verify;
mod words;
