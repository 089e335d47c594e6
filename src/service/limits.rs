//! The limits of a public server for each client.

use crate::{outbound::egress::EgressPolicy, types::span::Span};

/// The limits that requests are checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of open games that a player has created.
    pub open_games: u64,
    /// The maximum number of tokens of a player.
    pub tokens: usize,
    /// The maximum number of unanswered invitations that a player has sent, and also of those that they have received.
    pub invitations: u64,
    /// The time without any change after which a game is cancelled. Rounded up to whole days.
    pub abandoned_after: Span,
    /// The maximum number of entries in the log of a game. A longer game is cancelled.
    pub longest_game: u32,
    /// The maximum number of webhooks of a player.
    pub webhooks: u64,
    /// The addresses that webhooks may have.
    pub webhook_reach: EgressPolicy,
}

impl Limits {
    /// The default number of items on a page.
    pub const PAGE: u32 = 50;
    /// The maximum number of items on a page.
    pub const LONGEST_PAGE: u32 = 100;
    /// The maximum number of log entries in one answer, and also the default.
    pub const LONGEST_LOG: u32 = 10_000;
    /// The maximum number of characters of a player's name.
    pub const NAME: usize = 40;
    /// The maximum number of characters of a token's label.
    pub const LABEL: usize = 60;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_games: 1000,
            tokens: 100,
            invitations: 100,
            abandoned_after: Span::days(60),
            longest_game: 20_000,
            webhooks: 10,
            webhook_reach: EgressPolicy::Public,
        }
    }
}
