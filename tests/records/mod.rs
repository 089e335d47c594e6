//! Logs, hashes, and records that are played again.

mod entries;
mod handwritten;
mod laws;
mod told;
