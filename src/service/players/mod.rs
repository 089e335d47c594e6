//! Players: accounts, tokens, names, vacations, and the export of their data.

pub mod account;
pub mod data;
pub mod name;
pub mod tokens;
pub mod vacation;
