//! Players: accounts, tokens, names, vacations.

pub mod account;
pub mod name;
pub mod vacation;
