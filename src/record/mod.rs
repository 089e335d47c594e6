//! Games as they are kept: the log, its hash chain, the game that the log adds up to, and the record that is
//! downloaded.

pub mod ndjson;
pub mod replay;
pub mod script;
pub mod stream;
pub mod text;
pub mod verify;
