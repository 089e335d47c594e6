//! The limits of a hand.

/// The number of cards in a hand (§2.2). A player holds one more between drawing and discarding.
pub const HAND_SIZE: usize = 13;

/// The most points that a player can score in a deal (§6.4).
pub const MAX_POINTS: i32 = 80;
