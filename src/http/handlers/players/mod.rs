//! Players: accounts, tokens, vacations.

pub mod account;
pub mod vacation;
