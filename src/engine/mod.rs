//! The rules of every game, as pure functions: no input or output, no clock, and no chance except the shuffles that the
//! caller passes in.

pub mod any;
pub mod card;
pub mod chance;
pub mod deck;
pub mod golf;
pub mod ju;
pub mod juggling_act;
pub mod rules;
pub mod rummy;
pub mod score;
pub mod seat;
pub mod table;
pub mod viewer;
pub mod words;
