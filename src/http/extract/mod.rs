//! Extractors: headers, path ids and bodies of requests.

pub mod body;
pub mod headers;
pub mod prefer;
