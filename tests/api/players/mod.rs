//! Players: accounts, deletion, vacations.

pub mod account;
pub mod deletion;
pub mod vacation;
