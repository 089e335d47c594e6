//! Tests of logs, hashes, replays and the verification of records.

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
