//! Background workers: games that are due, and webhook deliveries.

pub mod due;
pub mod sender;
