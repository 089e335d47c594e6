//! The outcome of a write.

/// Whether something was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOutcome {
    /// It is stored and committed.
    Yes,
    /// Someone else was faster: nothing was stored.
    TooLate,
    /// The same request was answered before: nothing was stored again.
    Repeated,
}
