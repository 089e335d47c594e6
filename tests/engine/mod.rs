//! The rules: laws that every kind keeps, and the vectors of each game.

mod bots;
mod chance;
mod golf;
mod hidden;
mod ju;
mod juggling_act;
pub mod juggling_act_solo;
mod laws;
mod rummy;
mod vocabulary;
mod words;
