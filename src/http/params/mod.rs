//! Parameters in the query string, and the cursors of lists.

pub mod cursor;
pub mod header;
pub mod path;
pub mod query;
pub mod records;
