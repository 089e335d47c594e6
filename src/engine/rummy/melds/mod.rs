//! Melds: sequences and sets, and how a hand is divided into them.

pub mod candidates;
pub mod layout;
pub mod meld;
pub mod melding;
pub mod naturals;
pub mod positions;
pub mod search;
