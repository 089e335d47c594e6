//! The server itself: access, documents, headers, limits, restarts.

pub mod access;
pub mod document;
pub mod examples;
pub mod headers;
pub mod limits;
pub mod methods;
pub mod no_database;
pub mod restart;
pub mod session;
pub mod shutdown;
