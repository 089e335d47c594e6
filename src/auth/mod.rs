//! Tokens, and the rules for what a caller may see and do. Looking up the owner of a token is left to the store.

pub mod policy;
pub mod token;
