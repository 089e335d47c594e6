//! The rules: laws that every kind keeps, and the vectors of each game.

mod chance;
mod golf;
mod laws;
mod sample;
mod vocabulary;
mod walk;
