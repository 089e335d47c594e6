//! Games as they are kept: the log, its hash chain, the game that the log adds up to, and the record that is
//! downloaded.

pub mod bulk;
pub mod chain;
pub mod clock;
pub mod course;
pub mod entry;
pub mod file;
pub mod fold;
pub mod game;
pub mod id;
pub mod json;
pub mod ndjson;
pub mod notice;
pub mod player;
pub mod pointer;
pub mod read;
pub mod replay;
pub mod shown;
pub mod span;
pub mod text;
pub mod time;
pub mod verify;
