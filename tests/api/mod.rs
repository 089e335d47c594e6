//! The API, over HTTP, against the real server and a real Postgres. Every answer is also held against the `OpenAPI`
//! document, by the client that all of these tests use.

mod feeds;
mod games;
mod input;
mod players;
mod records;
mod server;
