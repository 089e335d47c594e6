//! Small types that every layer uses: ids, times, durations, JSON and JSON pointers.

pub mod id;
pub mod json;
pub mod pointer;
pub mod span;
pub mod time;
