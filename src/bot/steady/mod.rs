//! Players that know what to do, one for each game that has one.

pub mod rummy;
