//! The outcome of a write.

/// Says whether a write was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Stored and committed.
    Yes,
    /// Not stored, because another change was faster.
    TooLate,
    /// Not stored again, because an earlier request with the same idempotency key was stored.
    Repeated,
}
