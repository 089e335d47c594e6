//! Players: accounts, tokens, vacations.

pub mod account;
pub mod tokens;
pub mod vacation;
