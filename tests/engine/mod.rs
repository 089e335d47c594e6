//! The rules: laws that every kind keeps, and the vectors of each game.

mod bots;
mod chance;
mod golf;
mod hidden;
mod ju;
mod juggling_act;
mod laws;
mod rummy;
pub mod sample;
mod vocabulary;
pub mod walk;
mod words;
