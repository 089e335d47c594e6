//! The rules: laws that every kind keeps, and the vectors of each game.

mod chance;
mod golf;
mod hidden;
mod juggling_act;
mod laws;
pub mod sample;
mod vocabulary;
pub mod walk;
