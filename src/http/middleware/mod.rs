//! Middleware around every route.

pub mod head;
pub mod metrics;
pub mod rate;
