//! Parameters in the query string, and the cursors of lists.

pub mod cursor;
pub mod query;
pub mod records;
