//! How much a public server takes from one client.

use crate::{outbound::egress::EgressPolicy, types::span::Span};

/// The limits that requests are held to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The most open games that a player can have created.
    pub open_games: u64,
    /// The most tokens that a player can have.
    pub tokens: usize,
    /// The most invitations without an answer that a player can have sent, and as many that they can have received.
    pub invitations: u64,
    /// After how long a game is called off that nobody has touched. Rounded up to whole days.
    pub abandoned_after: Span,
    /// The most entries that the log of a game can have: then it is called off.
    pub longest_game: u32,
    /// The most webhooks that a player can have.
    pub webhooks: u64,
    /// Where webhooks may be.
    pub webhook_reach: EgressPolicy,
}

impl Limits {
    /// The elements of a page where the client names no number.
    pub const PAGE: u32 = 50;
    /// The most elements of a page.
    pub const LONGEST_PAGE: u32 = 100;
    /// The most entries of a log at once, and as many as come where the client names no number.
    pub const LONGEST_LOG: u32 = 10_000;
    /// The most characters of a player's name.
    pub const NAME: usize = 40;
    /// The most characters of a token's label.
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
