//! Juggling Act and its solo performance: the vectors JA-01 … JA-34 and SO-01 … SO-13, and laws of their own.

mod catches;
mod hidden;
mod leaks;
pub mod position;
mod positions;
mod rounds;
mod throws;
mod turns;
