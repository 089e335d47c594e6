//! Bad input: each mistake is answered with its problem, and changes nothing.

pub mod bodies;
pub mod idempotency;
pub mod missing_bodies;
pub mod names;
pub mod parameters;
pub mod values;
